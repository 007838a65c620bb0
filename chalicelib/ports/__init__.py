"""The protocols of what differs between the embedded default and the cloud."""
