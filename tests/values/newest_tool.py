# SPDX-License-Identifier: GPL-3.0-or-later
"""Tools of LLVM are installed under names with versions."""
import shutil

VERSIONS = range(40, 13, -1)


def newest(tool):
    """clang-22 of clang and clang-22, also where only clang is; None without any."""
    return next((name for name in (*(f"{tool}-{version}" for version in VERSIONS), tool) if shutil.which(name)), None)
