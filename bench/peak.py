"""The most memory a process has held."""

import resource
import sys
from pathlib import Path


def peak_mb() -> float:
    """Of this process. On Linux from /proc: `ru_maxrss` starts there at the memory of whoever started it."""
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) / 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)
