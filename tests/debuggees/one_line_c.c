// SPDX-License-Identifier: GPL-3.0-or-later
// As one_line.cpp, in C.
// The functions stand on one line each.
// clang-format off
#include <stdio.h>

int plain(int a) { return a; }
double next(int a, double b) { return a + b; }
static int hidden(int a) { return a + 1; }

int main(void)
{
    printf("%d %f %d\n", plain(11), next(11, 22.5), hidden(11));
    return 0;
}
