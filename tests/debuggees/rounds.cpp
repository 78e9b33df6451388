// SPDX-License-Identifier: GPL-3.0-or-later
// Comes to turn() a number of times, becomes itself by exec, and so on for a number of rounds; g_round is the first of
// its arguments, and turns are numbered through all rounds. Ends with status 0 after the last one.
//   rounds 0 ROUNDS TURNS
#include <cstdlib>
#include <string>
#include <unistd.h>

static int g_round;
static volatile int g_done; // calls that are over, of all rounds

static int addOne(int value)
{
    return value + 1;
}

static void turn(int number)
{
    g_done = addOne(number); // a turn
}

int main(int argc, char** argv)
{
    if (argc < 4)
        return 2;
    g_round = std::atoi(argv[1]);
    const int rounds = std::atoi(argv[2]);
    const int turns = std::atoi(argv[3]);
    for (int i = g_round * turns; i < (g_round + 1) * turns; ++i)
        turn(i);
    if (g_done != (g_round + 1) * turns)
        return 1;
    const std::string next = std::to_string(g_round + 1);
    return g_round + 1 < rounds ? execl(argv[0], argv[0], next.c_str(), argv[2], argv[3], nullptr) : 0;
}
