# SPDX-License-Identifier: GPL-3.0-or-later
# Loads the library beside it as Python's users do, and calls it.
import ctypes
import os

os.chdir(os.path.dirname(os.path.abspath(__file__)))
library = ctypes.CDLL("./liblate1.so")
print("mark", library.late_mark(3))
