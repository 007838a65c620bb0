"""`python -m bench [name]`: measurements against peers, one JSON object a line."""

import sys
from importlib import import_module

NAMES = ("inspect", "crawl", "commit")


def main(arguments: list[str]) -> int:
    """Run the named measurements, all of them without a name. 1 when a promise is broken, 2 for a name there is not."""
    unknown = [name for name in arguments if name not in NAMES]
    if unknown:
        print(f"no such bench: {', '.join(unknown)}; there are: {', '.join(NAMES)}", file=sys.stderr)
        return 2
    broken = 0
    for name in arguments or NAMES:
        for line in import_module(f"bench.{name}").run():
            print(line.text(), flush=True)
            broken += line.broken is not None
    return min(broken, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
