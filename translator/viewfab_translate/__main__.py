"""Runs the command: python3 -m viewfab_translate."""
import sys

from viewfab_translate.command import main

sys.exit(main())
