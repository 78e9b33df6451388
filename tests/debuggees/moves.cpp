// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that give values of many types, and places to jump to. Each function is called once, in main, and what came
// of it is in the variable behind it. It ends with the number of those that are not what the function itself gives.
// With the argument "waits" it waits in a system call, inside of a function that gives a number.

#include <poll.h>

#include <cstdint>
#include <cstring>

enum class Color : std::uint8_t
{
    Red = 1,
    Blue = 200
};

struct Point
{
    double x, y, z;
};

static int g_one = 1;
static int g_two = 2;
static int g_left = 0; ///< destructors that have run

struct Guard
{
    ~Guard() { ++g_left; }
};

static bool givesBool(int n)
{
    return n > 100;
}
static signed char givesSmall(int n)
{
    return static_cast<signed char>(n);
}
static short givesShort(int n)
{
    return static_cast<short>(n);
}
static unsigned short givesUnsignedShort(int n)
{
    return static_cast<unsigned short>(n);
}
static int givesInt(int n)
{
    return n;
}
static unsigned givesUnsigned(int n)
{
    return static_cast<unsigned>(n);
}
static long givesLong(int n)
{
    return n;
}
static std::uint64_t givesWord(int n)
{
    return static_cast<std::uint64_t>(n);
}
static float givesFloat(int n)
{
    return static_cast<float>(n);
}
static double givesDouble(int n)
{
    return n;
}
static Color givesColor(int)
{
    return Color::Red;
}
static int* givesPointer(int)
{
    return &g_one;
}
static void givesNothing(int n)
{
    g_one = n - 2;
}
static Point givesPoint(int n)
{
    return {n + 0.5, 0, 0};
}
static long double givesLongDouble(int n)
{
    return n;
}
static int deeper(int n)
{
    const Guard guard;
    return givesInt(n) + 1;
}
__attribute__((always_inline)) static inline int inlined(int n)
{
    const int more = n + 1; // inside of it
    return more;
}

static int waits(int n)
{
    ::poll(nullptr, 0, -1);
    return n;
}

static int lines(int n)
{
    int sum = n;
    sum += 1;  // the first
    sum += 10; // the second
    // a line without code
    sum += 100; // the third
    return sum; // the end
}

int main(int argc, char**)
{
    if (argc > 1)
        return waits(3);
    const bool boolean = givesBool(3);
    const int small = givesSmall(3);
    const int shortInt = givesShort(3);
    const int unsignedShort = givesUnsignedShort(3);
    const int integer = givesInt(3);
    const unsigned unsignedInt = givesUnsigned(3);
    const long longInt = givesLong(3);
    const std::uint64_t word = givesWord(3);
    const float real = givesFloat(3);
    const double doubleReal = givesDouble(3);
    const Color color = givesColor(3);
    const int* pointer = givesPointer(3);
    givesNothing(3);
    const Point point = givesPoint(3);
    const long double longReal = givesLongDouble(3);
    const int below = deeper(3);
    const int inlinedInt = inlined(3);
    const int sum = lines(3);
    int wrong = boolean ? 1 : 0;
    wrong += (small != 3) + (shortInt != 3) + (unsignedShort != 3) + (integer != 3) + (unsignedInt != 3) +
             (longInt != 3) + (word != 3) + (real != 3) + (doubleReal != 3) + (color != Color::Red) + (*pointer != 1) +
             (point.x != 3.5) + (longReal != 3) + (below != 4) + (inlinedInt != 4) + (sum != 114);
    return wrong; // what came of it
}
