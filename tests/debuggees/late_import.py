# SPDX-License-Identifier: GPL-3.0-or-later
# Imports the extension beside it, and calls it.
import late_module

print("mark", late_module.module_mark(3))
