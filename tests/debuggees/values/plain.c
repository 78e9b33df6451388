// SPDX-License-Identifier: GPL-3.0-or-later
// C: numbers of every type, bit fields, unions, anonymous members, enums, pointers, arrays, VLAs, statics, shadowing.
// `n` is 3: compilers do not know, since it depends on the command line. Nor do they know what keep()
// does: what it is given is in memory at the stops before.
#include <complex.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void keepNothing(const volatile void* first, ...)
{
    (void)first;
}
static void (*volatile keep)(const volatile void* first, ...) = keepNothing;
#define STOP() (void)fflush(NULL)

enum Color
{
    Red = -2,
    Green,
    Blue = 7
};
enum Flags
{
    Readable = 1,
    Writable = 2,
    Runnable = 4
};
typedef enum
{
    Small = 10,
    Large = 4000000000u
} Size;
typedef struct Point
{
    int x, y;
} Point;
typedef const double Real;

struct Bits
{
    unsigned a : 3;
    signed b : 5;
    unsigned c : 11;
    int d : 13;
    unsigned long long e : 37;
    long long f : 20;
    bool on : 1;
    enum Color color : 4;
    unsigned : 0;
    unsigned char last : 7;
};
#pragma pack(push, 1)
struct Packed
{
    char tag;
    unsigned across : 12;
    signed beyond : 19;
    double number;
};
#pragma pack(pop)
union Number {
    int i;
    float f;
    unsigned char bytes[8];
    double d;
};
struct Outer
{
    int kind;
    union {
        int whole;
        struct
        {
            short low, high;
        };
    };
    struct
    {
        Point corner;
    } named;
    Point corners[2];
    const char* label;
};
struct Node
{
    int value;
    struct Node* next;
};
struct Flexible
{
    int count;
    short items[];
};

int globalCount = 11;
static int fileStatic = -12;
const char* const globalName = "global name";
Point origin = {1, -1};
static volatile int ticks = 5;

static void numbers(int n)
{
    char c = (char)('W' + n);
    signed char sc = (signed char)(-n);
    unsigned char uc = (unsigned char)(250 + n);
    short s = (short)(-1000 * n);
    unsigned short us = (unsigned short)(20000 * n);
    int i = INT_MIN + n;
    unsigned u = UINT_MAX - (unsigned)n;
    long l = LONG_MIN + n;
    unsigned long ul = ULONG_MAX - (unsigned long)n;
    long long ll = -5000000000LL * n;
    uint8_t u8 = (uint8_t)(60 + n);
    int64_t i64 = INT64_C(1) << (40 + n);
    __int128 i128 = -((__int128)1 << (100 + n));
    unsigned __int128 u128 = ~(unsigned __int128)0 - (unsigned)n;
    _Bool yes = n == 3, no = n == 4;
    wchar_t wide = (wchar_t)(0x20a9 + n);
    // ask: c + 1, sc - 1, uc + us, us * us, u + 1, i - 1, l - 1, ul + 1, u > i, ul / 3, l / -3, ll % 7, u8 << 3
    // ask: ~u8, i64 >> 40, (char)u8, (unsigned char)c, (uint8_t)ll, (short)i64, (int64_t)u, -u, !yes, yes + yes
    // ask: yes == no, s < us, u < -1, uc ^ 0xff, ul & 0xff00, wide + 1, sizeof(i128), sizeof(long double)
    // ask: globalCount, fileStatic, Red, Blue - Red, Small, Red < Green, 1 ? i : u, 10 / 3 * 3, 2 + 3 * 4 - 1
    // ask: (1 << 31) - 1, 1u << 31, 0x7fffffff + 0u
    STOP(); // stop: integers
    keep(&c, &sc, &uc, &s, &us, &i, &u, &l, &ul, &ll, &u8, &i64, &i128, &u128, &yes, &no, &wide);
}

static void reals(int n)
{
    float f = 0.1f * (float)n;
    double d = -1e-7 * n;
    long double ld = 1.5L * n + 1e-18L;
    __float128 quad = (__float128)n / 7;
    double nan = n / 0.0 - n / 0.0, inf = n / 0.0, zero = -0.0 * n, small = 4.9e-324 * n;
    float _Complex fc = (float)n - 0.25f * I;
    double _Complex dc = 0.5 * n + 2.0 * I;
    long double _Complex lc = -0.5L * n - 1.0L * I;
    Real third = n / 9.0;
    // ask: f + d, f * 2, d / 2, ld + 1, -third, (float)d, (int)third, (Real)n / 2, f > d, n / 2, n / 2.0
    // ask: third == d, sizeof(Real), inf > 1e300, nan == nan, 1.5f + 1, 1e3, (long)1e10
    STOP(); // stop: reals
    keep(&f, &d, &ld, &quad, &nan, &inf, &zero, &small, &fc, &dc, &lc, &third);
}

static void records(int n)
{
    struct Bits bits = {5, -7, 1999, -4000, 0x1234567890ULL, -500000, n == 3, Red, 99};
    struct Packed packed = {'p', 0xabc, -200000, 0.5 * n};
    union Number number = {.d = 0.5 * n};
    struct Outer outer = {.kind = n, .whole = 0x00050003, .named = {{7, 8}}, .corners = {{1, 2}, {3, 4}}};
    struct Node nodes[3] = {{100, &nodes[1]}, {200, &nodes[2]}, {300, &nodes[0]}};
    struct Flexible* flexible = malloc(sizeof *flexible + 4 * sizeof(short));
    enum Color color = n == 3 ? Red : Blue, unnamedColor = (enum Color)(n + 1);
    enum Flags flags = n == 3 ? Readable | Runnable : Writable;
    Size size = n == 3 ? Large : Small;
    outer.label = "label";
    Point point = {n, -n};
    struct
    {
        int a;
        struct
        {
            char b;
        } inner;
    } nameless = {n, {'z'}};
    flexible->count = 4;
    for (int k = 0; k < 4; ++k)
        flexible->items[k] = (short)(k * 11 * n);
    // ask: bits.a + bits.b, bits.c << 1, bits.e, ((struct Point*)&point)->y, *(Point*)&point
    // ask: (struct Node*)nodes->next, ((struct Node*)nodes)[1].value, nodes[0].next->next->value, outer.low
    // ask: outer.named.corner.x, outer.corners[1].y, sizeof(struct Outer), sizeof(Point), sizeof(union Number)
    // ask: sizeof(enum Color), sizeof outer.corners, color == Red, color + 1, (enum Color)7, (Size)10, number.i
    // ask: *(double*)&number, (Point*)&outer.corners[0], &nodes[2] - nodes, point.x == n
    // ask: &point == (Point*)&point, flags == 5, flexible->items[2], ((short*)flexible->items)[1]
    // ask: nameless.inner.b
    STOP(); // stop: records
    keep(&bits, &packed, &number, &outer, nodes, flexible, &color, &unnamedColor, &flags, &size, &point, &nameless);
    free(flexible);
}

static int doubled(int value)
{
    return 2 * value;
}

static void pointers(int n)
{
    static const char text[] = "text in an array";
    int value = 10 * n, other = 20;
    int* to = &value;
    int** toTo = &to;
    const int* const constant = &other;
    int* nothing = NULL;
    void* untyped = &value;
    const char* string = "a string\n\"quoted\"\t\001\xc3\xa9";
    const char* nullString = NULL;
    char exact[4] = {'f', 'o', 'u', 'r'}, padded[8] = "pad";
    unsigned char bytes[3] = {1, 128, 255};
    int (*function)(int) = doubled;
    int (*functions[2])(int) = {doubled, NULL};
    int row[4] = {1, 2, 3, n};
    int(*toRow)[4] = &row;
    const char* names[3] = {"zero", "one", NULL};
    Point point = {5, n}, *toPoint = &point;
    int* bad = (int*)(uintptr_t)(15 + n);
    volatile int changing = 99;
    register int kept = value + other;
    // ask: *to + 1, **toTo, *(int*)untyped, (int**)toTo, *(int**)toTo, (void*)to == untyped, to == &value
    // ask: string[2], *string, (*toRow)[3], *(int(*)[4])row, toPoint->x + toPoint->y, names[1][0]
    // ask: &row[3] - row, row[1] * row[2], (long)nothing, nothing == 0, !nothing, bytes[1] + bytes[2]
    // ask: bytes[2] + 1, &toPoint->y, (char*)&point, *(unsigned char*)&value, exact[0], text[3], changing / 2
    // ask: sizeof(row), sizeof(*toRow), sizeof text, functions[1] == 0
    // ask: (unsigned long)untyped == (unsigned long)to, globalName[0], origin.x + point.y, ticks
    STOP(); // stop: pointers
    keep(text, &value, to, toTo, constant, &nothing, untyped, string, &nullString, exact, padded, bytes, function,
         functions, row, toRow, names, toPoint, &bad, &changing);
    ticks += kept + globalCount + fileStatic + globalName[0] + origin.x;
}

static void arrays(int n, int m, double matrix[n][m], int open[])
{
    int grid[2][3] = {{11, 12, 13}, {21, 22, 23}}, cube[2][2][2];
    int vla[n];
    short vla2[m][n];
    Point points[2] = {{1, 2}, {3, 4}};
    double zeros[250] = {0}, one[1] = {0.5};
    for (int i = 0; i < 8; ++i)
        cube[i / 4][i / 2 % 2][i % 2] = 100 * (i / 4) + 10 * (i / 2 % 2) + i % 2;
    for (int i = 0; i < n; ++i)
        vla[i] = 7 * i;
    for (int i = 0; i < m * n; ++i)
        vla2[i / n][i % n] = (short)(10 * (i / n) + i % n);
    // ask: grid[1][2], *grid[1], cube[1][1][0], **cube[1], vla[n-1], sizeof(grid), sizeof(grid[0]), sizeof(vla)
    // ask: points[1].x, (points + 1)->y, one[0] * 4, matrix[1][0], open[1], vla2[1][2], grid[0][0] + grid[1][1]
    STOP(); // stop: arrays
    keep(grid, cube, vla, vla2, points, zeros, one, matrix, open);
}

static int scopes(int n)
{
    static int calls = 400;
    static Point memory = {8, 9};
    int x = n, result = 0;
    ++calls;
    memory.y += n;
    {
        double x = 0.5 * n;
        STOP(); // stop: shadowed
        keep(&x);
        for (int x = 70; x < 72; ++x) {
            const char* x = "innermost";
            // ask: x[0], n, calls, memory.y, result
            STOP(); // stop: innermost
            keep(&x);
            result += (int)x[0];
        }
    }
    STOP(); // stop: outer
    keep(&x, &result);
    return result + calls + memory.y;
}

static long factorial(int k)
{
    long below = k > 1 ? factorial(k - 1) : 1;
    if (k == 1)
        STOP(); // stop: recursion
    keep(&below);
    return k > 1 ? below * k : below;
}

int main(int argc, char** argv)
{
    int n = 2 + argc;
    double matrix[3][2] = {{0.5, 1.5}, {2.5, 3.5}, {4.5, 5.5}};
    int open[] = {3, 2, 1};
    numbers(n);
    reals(n);
    records(n);
    pointers(n);
    arrays(n, n - 1, matrix, open);
    const int sum = scopes(n);
    const long product = factorial(5);
    // ask: globalCount + sum, argc, n == 3, matrix[2][1], product / 7, fileStatic, origin, Writable
    STOP(); // stop: main
    keep(&sum, &product, argv);
    return sum > 0 && product == 120 ? 0 : 1;
}
