// SPDX-License-Identifier: GPL-3.0-or-later
// Does a number of turns (its argument, default 20), in which values of several kinds are known; with "threads" behind
// it, in each of three threads. Ends with status 0 if all turns were done.

#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <string>
#include <vector>

struct Item
{
    int id;
    double weight;
    const int* next;
};

static int g_done[4];

static int half(int n)
{
    return n / 2;
}

static void work(int who, int turn)
{
    Item item{turn, turn / 3.0, turn % 2 ? &turn : nullptr};
    std::vector<int> all(3, half(turn));
    std::string name = "turn, " + std::to_string(turn);
    g_done[who] += all[0] + item.id - turn + 1 > 0 ? 1 : 0; // it is traced here
}

static int g_turns = 20;

static void* doTurns(void* argument)
{
    const int who = *static_cast<int*>(argument);
    for (int turn = 0; turn < g_turns; ++turn)
        work(who, turn);
    return nullptr; // the turns are done
}

int main(int argc, char** argv)
{
    static int numbers[] = {0, 1, 2, 3};
    if (argc > 1)
        g_turns = std::atoi(argv[1]);
    if (argc <= 2 || std::strcmp(argv[2], "threads") != 0) {
        doTurns(&numbers[0]);
        return g_done[0] == g_turns ? 0 : 1;
    }
    pthread_t threads[3];
    for (int i = 0; i < 3; ++i)
        pthread_create(&threads[i], nullptr, doTurns, &numbers[i + 1]);
    for (pthread_t thread : threads)
        pthread_join(thread, nullptr);
    return g_done[1] + g_done[2] + g_done[3] == 3 * g_turns ? 0 : 1;
}
