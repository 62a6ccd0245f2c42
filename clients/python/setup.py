"""Says what an older Python lacks, before a newer setuptools is asked for. pyproject.toml has the rest."""

import sys

if sys.version_info < (3, 9):
    sys.exit("gateway-client needs Python 3.9 or later. This is Python %d.%d." % sys.version_info[:2])

import setuptools  # noqa: E402

setuptools.setup()
