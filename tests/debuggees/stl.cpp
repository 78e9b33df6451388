// SPDX-License-Identifier: GPL-3.0-or-later
// Values of many kinds in one frame: look at them in inspect().

#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

enum class Colour
{
    Red,
    Green,
    Blue
};

struct Point
{
    double x;
    double y;
};

struct Particle
{
    std::string name;
    Point position;
    std::vector<Point> trail;
    Colour colour;
};

union Word {
    unsigned int bits;
    float number;
};

static double inspect(const Particle& particle, int scale)
{
    std::vector<int> numbers{1, 2, 3, 5, 8};
    std::vector<std::string> words{"alpha", "beta"};
    std::map<std::string, int> ages{{"ann", 31}, {"bob", 42}};
    std::unordered_map<int, double> weights{{7, 0.5}};
    std::array<int, 3> fixed{10, 20, 30};
    int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
    auto shared = std::make_shared<Point>(Point{1.5, 2.5});
    std::optional<int> nothing;
    Word word{0x3f800000};
    const char* text = "plain";
    const char quoted[] = "a \"quoted\"\ttab";
    int* null = nullptr;
    bool flag = true;
    char letter = 'z';
    const double sum =
        particle.position.x * scale + numbers[4] + fixed[1] + matrix[1][2] + shared->x; // all are set here
    std::printf("%s %s %d %d %d %zu %p %s %f %d %d\n", text, quoted, flag, letter, nothing.value_or(0), words.size(),
                static_cast<void*>(null), ages.begin()->first.c_str(), weights[7], static_cast<int>(particle.colour),
                word.bits != 0);
    return sum;
}

int main()
{
    const Particle particle{"muon", {0.25, -1.0}, {{0, 0}, {0.125, -0.5}}, Colour::Green};
    return inspect(particle, 4) > 0 ? 0 : 1;
}
