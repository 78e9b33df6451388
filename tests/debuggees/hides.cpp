// SPDX-License-Identifier: GPL-3.0-or-later
// hides: a program that may not be looked into (PR_SET_DUMPABLE 0) from before look() on, as those are that hold keys.
// Ends with status 0 if its own numbers are as they were.

#include <cstddef>
#include <sys/prctl.h>
#include <unistd.h>
#include <vector>

struct Known
{
    int number;
    double parts[3];
    std::vector<int> many;
    const char* text;
};

static bool look(const Known& known, int turn)
{
    return known.number == 42 && known.many[1] == 8 && turn > 0; // here
}

int main()
{
    const Known known{42, {0.5, 1.5, 2.5}, {7, 8, 9}, "what it knows"};
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0)
        return 2;
    for (int turn = 1; turn <= 3; ++turn) {
        if (!look(known, turn))
            return 1;
    }
    return 0;
}
