// SPDX-License-Identifier: GPL-3.0-or-later
// A rank of a small computation that stops itself with all its variables set, once, or as often as its argument says:
// for what evaluating in many ranks costs.
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Cell
{
    double mass;
    int neighbours[4];
};

int main(int argc, char** argv)
{
    const int stops = argc > 1 ? std::atoi(argv[1]) : 1;
    int x = 21;
    int arr[8] = {0, 1, 4, 9, 16, 25, 36, 49};
    std::vector<double> series;
    for (int i = 0; i < 50; ++i)
        series.push_back(0.5 * i);
    Cell cell{1.5, {1, 2, 3, 4}};
    double* const heap = new double[1000000]; // what sums_f has, for debuggers that know no Fortran
    for (int i = 0; i < 1000000; ++i)
        heap[i] = 0.5;
    double sum = 0;
    for (const double one : series)
        sum += one;
    for (int stop = 0; stop < stops; ++stop) {
        x += stop > 0 ? 1 : 0;
#if defined(__x86_64__)
        __asm__ volatile("int3");
#endif
    }
    std::printf("%d %f %f %d\n", x + arr[3], sum, cell.mass, cell.neighbours[2] + static_cast<int>(heap[1]));
    delete[] heap;
    return 0;
}
