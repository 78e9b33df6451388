// SPDX-License-Identifier: GPL-3.0-or-later
// Functions on one line: a breakpoint on each stops where its arguments have their values, which are told by their
// names: argument a is 11 in every call, b is 22.5. Compiled as C++, with and without optimisation.

// The functions stand on one line each.
// clang-format off
#include <cstdio>

int plain(int a) { return a; }
int next(int a, double b) { return a + static_cast<int>(b); }
int buffer(int a) { char big[100000]; big[a] = 1; return big[a]; }
long many(int a, int b2, int c, int d, int e, int f, int g, long h) { return a + b2 + c + d + e + f + g + h; }
template <class T> T same(T a) { return a; }
static int sizes(int a, int n) { int room[n]; room[n - 1] = a; return room[n - 1]; }
struct Thing
{
    int m = 1;
    int get(int a) const { return m + a; }
    static int plain2(int a) { return a; }
    virtual int later(int a) { return a + m; }
};
struct Two { double p; int q; };
struct Large { long x[5]; };
double reals(float a, double b, long double c) { return a + b + static_cast<double>(c); }
double records(Two a2, Large b2, int a) { return a2.p + a2.q + static_cast<double>(b2.x[2]) + a; }
int small(signed char a, short b3, bool c) { return c ? a : b3; }
int others(int a, ...) { return a; }
static auto lambda = [](int a) { return a + 1; };
int loop(int a) { int sum = 0; for (int i = 0; i < 3; ++i) sum += a; return sum; }
int
split(int a)
{ return a; }

int main()
{
    Thing thing;
    const int all = plain(11) + next(11, 22.5) + buffer(11) + static_cast<int>(many(11, 2, 3, 4, 5, 6, 7, 8)) + same(11) +
                    sizes(11, 4) + thing.get(11) + Thing::plain2(11) + thing.later(11) + loop(11) + split(11) +
                    static_cast<int>(reals(11, 22.5, 33)) + static_cast<int>(records({1.5, 2}, {{1, 2, 3, 4, 5}}, 11)) +
                    small(11, 2, true) + others(11, 2.5) + lambda(11);
    std::printf("%d\n", all);
    return 0;
}
