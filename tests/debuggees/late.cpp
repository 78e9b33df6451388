// SPDX-License-Identifier: GPL-3.0-or-later
// A library that programs load while they run. Twice built, so that one can come where the other was.

static thread_local int t_mark = 7;

extern "C" int late_mark(int value)
{
    const int before = t_mark;
    t_mark = 2 * value;
    return before + LATE_NUMBER;
}
