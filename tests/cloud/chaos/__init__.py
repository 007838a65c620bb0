"""Processes that crash at every step of the commit protocol, pause, and lose messages; and what must hold after."""
