"""`python -P -m access`: the same as the command `senpai`."""

import sys

from access.main import main

sys.exit(main())
