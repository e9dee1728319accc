"""Runs all tests without pytest: python run.py"""
import importlib
import sys
import time
import traceback
from pathlib import Path


def main():
    here, failed, count, begin = Path(__file__).parent, 0, 0, time.monotonic()
    sys.path.insert(0, str(here))
    for path in sorted(here.glob("test_*.py")):
        for name, test in list(vars(importlib.import_module(path.stem)).items()):
            if not name.startswith("test_"):
                continue
            count += 1
            try:
                test()
            except BaseException:
                failed += 1
                print(f"{path.name}: {name}")
                traceback.print_exc()
    print(f"{count - failed} passed, {failed} failed in {time.monotonic() - begin:.1f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
