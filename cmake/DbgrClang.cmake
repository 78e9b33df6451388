# SPDX-License-Identifier: GPL-3.0-or-later
# clang, where GCC will not do: the newest one first.
set(DBGR_CLANG_NAMES clang++-22 clang++-21 clang++-20 clang++-19 clang++)
