// SPDX-License-Identifier: GPL-3.0-or-later
// What a thread has for itself, in C, and long doubles in the registers of the 8087: built with -O2.

#include <stdio.h>

static _Thread_local int own = 7;
_Thread_local struct
{
    short a;
    char text[8];
} named = {3, "named"};

static volatile int g_turns = 0;

__attribute__((noinline)) long double scaled(long double by)
{
    long double square = by * by;
    g_turns = 1; // has the square
    long double both = square + by;
    g_turns = 2; // has both
    return both * square;
}

int main(int argc, char** argv)
{
    named.a += argc;
    own += 4 * argc;
    printf("%s %Lf %d %s\n", argv[0], scaled(1.5L + argc), own, named.text);
    return 0;
}
