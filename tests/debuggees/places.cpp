// SPDX-License-Identifier: GPL-3.0-or-later
// One name, or one line, that means several places: overloads, instances of a template, and code that is inlined in two
// functions. Does each of them once in each of a number of rounds (its argument, default 2).

#include <cstdlib>

static int g_sum = 0;

static void scale(int by)
{
    g_sum += by; // an overload
}

static void scale(double by)
{
    g_sum += static_cast<int>(by); // another one
}

template <class T>
static void add(T value)
{
    g_sum += static_cast<int>(value); // two instances
}

static inline __attribute__((always_inline)) void note(int what)
{
    g_sum -= what; // two copies
}

static void first()
{
    note(1);
}

static void second()
{
    note(2);
}

int main(int argc, char** argv)
{
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 2;
    for (int round = 0; round < rounds; ++round) {
        scale(1);
        scale(2.0);
        add(3);
        add(4.0);
        first();
        second();
    }
    return g_sum == 7 * rounds ? 0 : 1;
}
