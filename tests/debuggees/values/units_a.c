// SPDX-License-Identifier: GPL-3.0-or-later
// C of two units: what one has for itself and the other one calls alike, what one only declares, types that only the
// other one describes. `n` is 3: compilers do not know, since it depends on the command line.
#include <stdio.h>

struct Opaque;
struct Item
{
    int first;
    double second;
};
extern int onlyInB;
extern double table[];
struct Opaque* makeOpaque(int n);
int workInB(struct Opaque* opaque, int n);

int inBoth = 1;
static int hidden = 2;
static int onlyHiddenInA = 3;
enum Level
{
    Low = 10,
    High
};

int main(int argc, char** argv)
{
    const int n = 2 + argc;
    struct Opaque* opaque = makeOpaque(n);
    struct Item item = {n, 0.5 * n};
    enum Level level = n == 3 ? High : Low;
    (void)argv;
    // ask: hidden, inBoth, onlyInB, table[1], opaque->content, *opaque, onlyHiddenInA, onlyHiddenInB, Low
    // ask: level == High, item.first, sizeof(struct Item), inB.second, Far, ((struct Item*)&item)->second
    fflush(NULL); // stop: in_a
    item.first += hidden + inBoth + onlyHiddenInA + onlyInB + (int)table[0];
    return workInB(opaque, item.first) + level > 0 ? 0 : 1;
}
