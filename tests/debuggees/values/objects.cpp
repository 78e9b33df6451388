// SPDX-License-Identifier: GPL-3.0-or-later
// Objects of the C++ library for expressions: it stops itself where all have their values.
#include <any>
#include <array>
#include <atomic>
#include <bitset>
#include <complex>
#include <cstdio>
#include <cstring>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>
struct Point
{
    double x, y;
};
struct Base
{
    virtual ~Base() = default;
    int id = 1;
};
struct Derived : Base
{
    int own = 2;
};
struct Mine
{
    int size() const { return 99; }
    int operator[](int i) const { return i; }
    int operator*() const { return 7; }
    Point* operator->() const { return nullptr; }
    bool operator==(int) const { return true; }
    int data = 5;
};
/// An object that was never made.
template <class T>
union Garbage {
    unsigned char bytes[sizeof(T)];
    T object;
    Garbage() { std::memset(bytes, 0x5a, sizeof bytes); }
    ~Garbage() {}
};
enum class Colour
{
    Red,
    Green
};
typedef std::vector<int> Numbers;
static Garbage<std::vector<int>> garbage;
static std::vector<int>& broken = garbage.object;
static Garbage<std::map<int, int>> garbageMap;
static std::map<int, int>& brokenMap = garbageMap.object;
static Garbage<std::string> garbageText;
static std::string& brokenText = garbageText.object;
static Garbage<std::list<int>> garbageList;
static std::list<int>& brokenList = garbageList.object;
static Garbage<std::unique_ptr<Point>> garbagePointer;
static std::unique_ptr<Point>& brokenPointer = garbagePointer.object;

int main()
{
    Numbers numbers{10, 20, 30, 40, 50};
    Numbers none;
    std::vector<std::vector<int>> rows{{1, 2}, {3}};
    std::vector<Point> points{{1, 2}, {3, 4}};
    std::vector<bool> flags{true, false, true};
    std::bitset<5> bits(9);
    std::vector<std::string> words{"alpha", "beta"};
    std::vector<int>* toNumbers = &numbers;
    std::vector<int>& same = numbers;
    std::array<int, 3> fixed{7, 8, 9};
    int plain[3] = {1, 2, 3};
    std::span<int> view(plain);
    std::deque<int> queue{5, 6, 7};
    std::list<int> chain{1, 4, 9};
    std::map<std::string, int> ages{{"ann", 31}, {"bob", 42}, {"q\"\n", 3}, {std::string("z\0", 2), 4}};
    std::map<int, std::string> names{{-3, "minus"}, {3, "three"}};
    std::map<int, Point> places{{1, {0.5, 1.5}}};
    std::map<Colour, int> colours{{Colour::Red, 1}, {Colour::Green, 2}};
    std::map<double, int> reals{{0.1, 1}, {-2.5, 2}};
    std::map<float, int> floats{{0.1f, 5}};
    std::map<bool, int> truths{{false, 10}, {true, 11}};
    std::map<unsigned char, int> bytes{{255, 1}, {'a', 2}};
    std::map<std::pair<int, int>, int> grid{{{1, 2}, 12}};
    std::multimap<int, int> many{{1, 10}, {1, 11}, {2, 20}};
    std::unordered_map<int, double> weights{{7, 0.5}};
    std::unordered_map<std::string, Point> table{{"home", {6, 7}}};
    std::map<int, int> empty;
    std::set<int> unique{3, 1, 2};
    std::set<std::string> tags{"a", "b"};
    std::string text = "ann";
    std::string other = "bob";
    std::string nul("a\0b", 3);
    std::string_view part(text.data(), 2);
    std::wstring wide = L"wide";
    const char* letters = "ann";
    const char* nowhere = nullptr;
    char buffer[8] = "bob";
    auto owned = std::make_unique<Point>(Point{1.5, 2.5});
    auto shared = std::make_shared<Point>(Point{3.5, 4.5});
    std::shared_ptr<Base> base = std::make_shared<Derived>();
    auto number = std::make_unique<int>(5);
    std::shared_ptr<Numbers> heap = std::make_shared<Numbers>(numbers);
    std::unique_ptr<Point> null;
    std::unique_ptr<int[]> manyInts(new int[3]{4, 5, 6});
    std::shared_ptr<Point[]> manyPoints(new Point[2]{{1, 2}, {3, 4}});
    std::unique_ptr<int[]> noInts;
    std::shared_ptr<void> untyped = shared;
    std::weak_ptr<Point> weak = shared;
    Point* raw = shared.get();
    std::optional<int> maybe = 3;
    std::optional<int> nothing;
    std::optional<Point> place = Point{8, 9};
    std::optional<std::string> title = "sir";
    std::optional<bool> off = false;
    std::pair<int, std::string> pair{1, "one"};
    std::tuple<int, double, std::string> triple{1, 2.5, "three"};
    std::complex<double> z{1, -2};
    std::complex<float> w{0.5f, 1};
    std::atomic<int> counter{12};
    Point origin{0.25, 0.75};
    std::reference_wrapper<Point> wrapped = origin;
    std::variant<int, std::string> either = std::string("either");
    std::any anything = 4;
    Mine mine;
    int i = 2;
    __asm__ volatile("int3");
    std::printf("%d %zu %zu\n",
                mine.size() + mine[1] + *mine + i + mine.data + (mine == 1) + (mine.operator->() == nullptr),
                view.size() + part.size() + wide.size(), queue.size() + bits.count());
    return letters[0] + (nowhere ? 1 : 0) + buffer[0] + (raw ? 1 : 0) + same[0] + (*toNumbers)[0] + weak.expired() > 0
               ? 0
               : 1;
}
