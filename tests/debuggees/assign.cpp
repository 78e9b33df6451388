// SPDX-License-Identifier: GPL-3.0-or-later
// Variables of every kind, for tests that change them: after `look()` the program prints what it finds, and ends with
// status 0 only if nobody has changed `untouched`.

#include <atomic>
#include <complex>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

enum Colour
{
    Red,
    Green = 5,
    Blue = -1
};

namespace shop {

enum class Size
{
    Small,
    Large
};

int stock = 3;

class Counter
{
public:
    int bump(int by)
    {
        total += by; // a member by its name
        return total;
    }

    int total = 10;
};

} // namespace shop

struct Flags
{
    unsigned low : 3;
    int mid : 5;
    bool on : 1;
    unsigned rest : 23;
};

union Either {
    int number;
    float real;
};

int total = 77; // hidden by the member inside of Counter
const int kConstant = 42;
const char* const kText = "read-only";
static int untouched = 1;

static void look()
{}

static int inRegister(int n)
{
#if defined(__x86_64__)
    register int kept asm("rbx") = n + 1;
#else
    register int kept asm("x19") = n + 1;
#endif
    look();
    asm volatile("" : "+r"(kept));
    return kept;
}

int main()
{
    int number = 1;
    unsigned char byte = 2;
    double real = 1.5;
    bool truth = false;
    char letter = 'a';
    char text[8] = "old";
    const char* word = "word";
    int many[4] = {1, 2, 3, 4};
    int* pointer = &many[1];
    int& reference = many[3];
    Colour colour = Red;
    shop::Size size = shop::Size::Small;
    Flags flags = {1, -2, false, 99};
    Either either = {7};
    std::vector<int> list = {10, 20, 30};
    list.at(0) = 10;
    std::string name = "name";
    shop::Counter counter;
    std::complex<double> wave(1, -2);
    std::atomic<long> beats{5};
    std::optional<int> maybe = 4;
    std::optional<int> nothing;
    look();
    std::printf("%g %g %ld %d %d\n", wave.real(), wave.imag(), beats.load(), *maybe, nothing.has_value());
    std::printf("%d %d %g %d %c %s %d %d %d %d\n", number, byte, real, truth, letter, text, many[0], many[2], reference,
                *pointer);
    std::printf("%d %d %u %d %d %u %d %d %s %d %s\n", colour, static_cast<int>(size), flags.low, flags.mid, flags.on,
                flags.rest, either.number, list[1], name.c_str(), shop::stock, word);
    std::fflush(stdout);
    counter.bump(1);
    std::printf("%d %d %d\n", counter.total, total, inRegister(3));
    std::fflush(stdout);
    return untouched == 1 && kConstant == 42 && std::strcmp(kText, "read-only") == 0 ? 0 : 1;
}
