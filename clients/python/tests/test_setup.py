import pathlib
import subprocess
import sys
import unittest

SETUP = pathlib.Path(__file__).parent.parent / "setup.py"


class AnOlderPython(unittest.TestCase):
    def test_is_told_which_python_is_needed(self) -> None:
        program = f"import runpy, sys; sys.version_info = (3, 8, 20); runpy.run_path({str(SETUP)!r})"
        run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
        self.assertEqual(run.stderr.strip(), "gateway-client needs Python 3.9 or later. This is Python 3.8.")


if __name__ == "__main__":
    unittest.main()
