// SPDX-License-Identifier: GPL-3.0-or-later
// differs [WHERE[,WHERE...] [DEPTH]]: large values of many kinds, equal in all processes but for one element beyond
// what a line shows in those that WHERE names: vec, text, array, big, list, map, ... or for the padding or unused
// storage of something, which is no difference. Look at them in inspect(); DEPTH frames lie between it and pause().

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

struct Padded
{
    char letter;
    double number;
    unsigned low : 3;
    unsigned high : 20;
};

struct Part
{
    int head;
    int big[2000];
    Padded padded[300];
};

using Handle = Part*;

/// With a pointer to functions, which is another one in each process.
struct Animal
{
    virtual ~Animal() = default;
    int legs = 4;
};

struct Cat : Animal
{
    int lives = 9;
};

static bool is(const char* what, const char* where)
{
    const std::string all = ',' + std::string(where) + ',';
    return all.find(',' + std::string(what) + ',') != std::string::npos;
}

static void pause(int depth)
{
    if (depth > 0)
        return pause(depth - 1);
    std::fflush(stdout); // here the values are looked at
}

static Part makePart(const char* where)
{
    Part p;
    std::memset(&p, is("padding", where) ? 0xff : 0, sizeof p); // what lies between members, too
    p.head = 1;
    for (int i = 0; i < 2000; ++i)
        p.big[i] = i;
    for (Padded& one : p.padded) {
        one.letter = 'a';
        one.number = 0.5;
        one.low = 1;
        one.high = 2;
    }
    p.big[1999] += is("big", where);
    p.padded[299].high += is("bits", where);
    p.padded[299].number = is("nan", where) ? -std::nan("7") : std::nan("");
    return p;
}

static void inspect(const char* where, int depth)
{
    std::vector<int> vec(1000, 1);
    std::string text(5000, 'x');
    char chars[5000];
    double array[40][50];
    std::vector<bool> flags(1000, true);
    std::vector<std::string> words(300, "word");
    std::vector<std::vector<int>> rows(200, std::vector<int>(20, 2));
    std::list<int> list(1000, 3);
    std::forward_list<int> forward(1000, 5);
    std::deque<int> deque(1000, 4);
    std::map<int, std::string> map;
    std::set<long> set;
    std::unordered_map<int, double> table;
    auto owned = std::make_shared<Part>(makePart(where));
    std::optional<std::array<int, 200>> maybe = std::array<int, 200>{};
    std::variant<int, std::string> either = std::string(4000, 'v');
    std::optional<std::string> said = std::string(3000, 's');
    Part p = makePart(where);
    std::memset(chars, 'y', sizeof chars);
    chars[sizeof chars - 1] = '\0';
    for (auto& row : array)
        for (double& number : row)
            number = 0.25;
    for (int i = 0; i < 1000; ++i) {
        map[i] = "value";
        set.insert(i);
        table[i] = 1;
    }
    vec[900] += is("vec", where);
    text[4900] = is("text", where) ? 'X' : 'x';
    chars[4900] = is("chars", where) ? 'Y' : 'y';
    array[39][49] += is("array", where);
    flags[999] = !is("flags", where);
    words[299] = is("words", where) ? "last" : "word";
    rows[199][19] += is("rows", where);
    list.back() += is("list", where);
    *std::next(forward.begin(), 900) += is("forward", where);
    deque[900] += is("deque", where);
    map[900] = is("map", where) ? "other" : "value";
    if (is("set", where))
        set.insert(5000), set.erase(900);
    table[900] += is("table", where);
    (*maybe)[150] += is("maybe", where);
    (*said)[2900] = is("said", where) ? 'S' : 's';
    if (is("silent", where))
        said.reset();
    if (is("nothing", where))
        maybe.reset();
    std::get<std::string>(either)[3900] = is("either", where) ? 'V' : 'v';
    const char* pointer = text.c_str();
    std::wstring letters(3000, L'w');
    letters[2900] = is("wide", where) ? L'W' : L'w';
    std::unique_ptr<char[]> elsewhere(new char[is("elsewhere", where) ? 900'000 : 900]); // what follows lies elsewhere
    const std::wstring copied = letters + (elsewhere ? L"" : L"?");
    const std::u16string small(3000, is("small", where) ? u'\u0151' : u'\u0150');
    const std::u32string large(3000, U'l');
    const wchar_t* wide = copied.c_str();
    const char16_t* halves = small.c_str();
    const char32_t* wholes = large.c_str();
    Handle handle = owned.get();
    std::unique_ptr<int> alone = std::make_unique<int>(1);
    void (*code)(int) = pause;
    Handle& handles = handle;
    std::string_view view = text;
    std::span<int> span = vec;
    Part& reference = p;
    Cat cat;
    cat.lives -= is("lives", where);
    Animal& animal = cat;
    pause(depth);
    std::printf("%zu %s %f %zu %zu\n", vec.size(), pointer, array[1][1], view.size(),
                owned->padded[0].low + rows.size());
    std::printf("%d %c %d %zu %zu\n", reference.head, chars[0], bool(flags[0]), words.size(),
                maybe.has_value() + table.size());
    std::printf("%zu %zu %zu %zu\n", list.size(), deque.size(), set.size() + either.index(), span.size());
    std::printf("%d %d %d\n", forward.front(), said.has_value(), animal.legs);
    std::printf("%d %d %d %d %d\n", int(*wide), int(*halves), int(*wholes), handles->head + *alone, code != nullptr);
}

int main(int argc, char** argv)
{
    inspect(argc > 1 ? argv[1] : "", argc > 2 ? std::atoi(argv[2]) : 0);
    return 0;
}
