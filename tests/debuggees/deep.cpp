// SPDX-License-Identifier: GPL-3.0-or-later
// Recursion as deep as its argument says (default 100); main prints the result.

#include <cstdio>
#include <cstdlib>

static long descend(long depth)
{
    if (depth == 0)
        return 0;
    return 1 + descend(depth - 1);
}

int main(int argc, char** argv)
{
    const long depth = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 100;
    std::printf("%ld\n", descend(depth));
    return 0;
}
