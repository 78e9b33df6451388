// SPDX-License-Identifier: GPL-3.0-or-later
// See units_a.c.
#include <stdio.h>
#include <stdlib.h>

struct Opaque
{
    int content;
    struct Opaque* self;
};
struct Item
{
    char other;
    short second;
};
enum Distance
{
    Near = 20,
    Far
};
extern int inBoth;
int onlyInB = 4;
double table[3] = {0.5, 1.5, 2.5};
static int hidden = 5;
static int onlyHiddenInB = 6;
struct Item inB = {'b', 7};
enum Distance distance = Far;

struct Opaque* makeOpaque(int n)
{
    struct Opaque* made = malloc(sizeof *made);
    made->content = 10 * n;
    made->self = made;
    return made;
}

int workInB(struct Opaque* opaque, int n)
{
    struct Item item = {'i', (short)n};
    int sum = n + hidden + onlyHiddenInB + inBoth;
    {
        extern int inBoth;
        sum += inBoth;
        // ask: hidden, inBoth, onlyInB, table[2], opaque->self->content, item.second, sizeof(struct Item), Low
        // ask: Far, Near + 1, onlyHiddenInA, (struct Item*)&item, *(struct Item*)&item, inB.other
        // ask: distance == Far
        fflush(NULL); // stop: in_b
    }
    free(opaque);
    return sum + item.second + inB.second + (int)distance;
}
