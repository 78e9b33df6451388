// SPDX-License-Identifier: GPL-3.0-or-later
// The other file of mpi_two_files.

#include <memory>

int turnElsewhere(int rank, int turn, std::unique_ptr<int> counted)
{
    const int added = rank + *counted;
    return turn >= 0 ? added : 0;
}
