// SPDX-License-Identifier: GPL-3.0-or-later
// Objects of the C++ library, empty, with one element, with many, in each other, moved from, of a user's types. What a
// debugger shows of each stands behind `->`. Says when all are set, and waits for its input to end.
// -DPLAIN leaves out what is newer than C++17 or is not for all settings of the library.

#include <any>
#include <array>
#include <atomic>
#include <bitset>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <forward_list>
#include <functional>
#include <initializer_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <valarray>
#include <variant>
#include <vector>
#ifndef PLAIN
#include <span>
#endif

namespace my {

struct Point
{
    int x = 0;
    double y = 0;
    bool operator<(const Point& other) const { return x < other.x; }
    bool operator==(const Point& other) const { return x == other.x; }
};

/// Not the library's.
template <class T>
struct vector
{
    T* _M_start = nullptr;
    int count = 3;
};

struct alignas(32) Wide
{
    int n = 0;
};

struct Shape
{
    virtual ~Shape() = default;
    int sides = 0;
};
struct Square : Shape
{
    int length = 9;
};

struct Empty
{};
struct Closer
{
    long calls = 77;
    void operator()(int* number) const { delete number; }
};
struct Nothing : std::allocator<int>, Empty
{
    int n = 4;
};

struct Thrower
{
    Thrower() = default;
    Thrower(const Thrower&) { throw 1; }
    int n = 1;
};

struct Hash
{
    std::size_t operator()(const Point& point) const { return static_cast<std::size_t>(point.x); }
};

} // namespace my

using my::Point;
using Text = std::string;

// What is shown stays on the line.
// clang-format off
namespace {

Text tEmpty; // -> ""
Text tShort{"abc"}; // -> "abc"
Text tFull{"123456789012345"}; // -> "123456789012345"
Text tLong{"12345678901234567"}; // -> "12345678901234567"
Text tZero{"a\0b", 3}; // -> "a\0b"
Text tQuoted{"say \"hi\"\n\xc3\xa4\xff"}; // -> "say \"hi\"\nä\xff"
Text tMoved{"this one is moved away, and was long"}; // -> ""
std::wstring tWide{L"w\u00e4\U0001F600"}; // -> L"wä😀"
std::u16string tSixteen{u"s\u00e4\U0001F600"}; // -> u"sä😀"
std::u16string tHalf{static_cast<char16_t>(0xD800), u'a'}; // -> u"\ud800a"
std::u32string tThirtyTwo{U"d\u00e4\U0001F600 and more than few"}; // -> U"dä😀 and more than few"
std::string_view vEmpty; // -> ""
std::string_view vPart{tLong.data() + 2, 3}; // -> "345"

std::vector<int> sEmpty; // -> size=0
std::vector<int> sOne{7}; // -> size=1 {7}
std::vector<int> sMany{1, 2, 3, 4, 5}; // -> size=5 {1, 2, 3, 4, ... (1 more)}
std::vector<int> sReserved; // -> size=1 {9}
std::vector<int> sMoved{1, 2}; // -> size=0
std::vector<int> sLong; // -> size=1000 {0, 1, 2, 3, ... (996 more)}
std::vector<Text> sTexts{"a", "this one does not fit into the object"}; // -> size=2 {"a", "this one does not fit into the object"}
std::vector<Point> sPoints{{1, 0.5}, {2, -1}}; // -> size=2 {{x = 1, y = 0.5}, {x = 2, y = -1}}
std::vector<std::vector<double>> sRows{{1, 2}, {}, {3}}; // -> size=3 {size=2 {1, 2}, size=0, size=1 {3}}
std::vector<std::vector<std::vector<std::vector<int>>>> sDeep{{{{1}}}}; // -> size=1 {size=1 {size=1 {size=1 {...}}}}
std::vector<const char*> sPointers{nullptr}; // -> size=1 {0x0}
std::vector<my::Wide> sWide{{1}, {2}}; // -> size=2 {{n = 1}, {n = 2}}
const std::vector<int> sConst{4}; // -> size=1 {4}
std::vector<bool> bEmpty; // -> size=0
std::vector<bool> bSome{true, false, true}; // -> size=3 {true, false, true}
std::vector<bool> bMany; // -> size=130 {true, false, false, true, ... (126 more)}
std::bitset<0> bNone; // -> size=0
std::bitset<5> bSet{5}; // -> size=5 {true, false, true, false, ... (1 more)}
std::bitset<70> bLarge{6}; // -> size=70 {false, true, true, false, ... (66 more)}

std::array<int, 3> aThree{10, 20, 30}; // -> {10, 20, 30}
std::array<int, 0> aNone; // -> {}
std::array<std::array<int, 2>, 2> aRows{{{1, 2}, {3, 4}}}; // -> {{1, 2}, {3, 4}}
std::array<Text, 2> aTexts{"x", "y"}; // -> {"x", "y"}
std::array<int[2], 2> aPlain{{{1, 2}, {3, 4}}}; // -> {{1, 2}, {3, 4}}
std::valarray<double> aValues{1.5, 2.5}; // -> size=2 {1.5, 2.5}
std::valarray<double> aNoValues; // -> size=0
std::initializer_list<int> aList{4, 5}; // -> size=2 {4, 5}
int plain[3]{1, 2, 3}; // -> {1, 2, 3}
#ifndef PLAIN
std::u8string tEight{u8"u\u00e4"}; // -> u8"uä"
std::span<int> aSpan{plain}; // -> size=3 {1, 2, 3}
std::span<int, 2> aFixedSpan{plain + 1, 2}; // -> size=2 {2, 3}
std::span<int> aNoSpan; // -> size=0
#endif

std::deque<int> dEmpty; // -> size=0
std::deque<int> dSome{7, 8}; // -> size=2 {7, 8}
std::deque<int> dMany; // -> size=1000 {-3, -2, -1, 0, ... (996 more)}
std::deque<Text> dTexts{"x"}; // -> size=1 {"x"}
std::deque<std::array<char, 600>> dLarge(3); // -> size=3 {"", "", ""}
std::list<int> lEmpty; // -> size=0
std::list<int> lOne{4}; // -> size=1 {4}
std::list<int> lMany{4, 5, 6}; // -> size=3 {4, 5, 6}
std::list<int> lMoved{1}; // -> size=0
std::list<long double> lAligned{1.5L, 2.5L}; // -> size=2 {1.5, 2.5}
std::list<my::Wide> lWide{{7}, {8}}; // -> size=2 {{n = 7}, {n = 8}}
std::list<std::list<Text>> lNested{{"a", "b"}, {}}; // -> size=2 {size=2 {"a", "b"}, size=0}
std::forward_list<int> fEmpty; // -> size=0
std::forward_list<int> fSome{6, 7}; // -> size=2 {6, 7}
std::forward_list<my::Wide> fWide{{7}}; // -> size=1 {{n = 7}}

std::map<int, int> mEmpty; // -> size=0
std::map<Text, int> mAges{{"ann", 31}, {"bob", 42}}; // -> size=2 {{first = "ann", second = 31}, {first = "bob", second = 42}}
std::map<int, std::map<int, Text>> mNested{{1, {{2, "x"}}}}; // -> size=1 {{first = 1, second = size=1 {{...}}}}
std::map<int, int> mMany; // -> size=500 {{first = 0, second = 0}, {first = 1, second = 2}, {first = 2, second = 4}, {first = 3, second = 6}, ... (496 more)}
std::map<int, int> mMoved{{1, 2}}; // -> size=0
std::map<char, my::Wide> mWide{{'a', {3}}}; // -> size=1 {{first = 'a', second = {n = 3}}}
std::multimap<int, int> mEqual{{1, 2}, {1, 3}}; // -> size=2 {{first = 1, second = 2}, {first = 1, second = 3}}
std::set<int> mSet{3, 1, 2}; // -> size=3 {1, 2, 3}
std::set<Point> mPoints{{2, 1}, {1, 2}}; // -> size=2 {{x = 1, y = 2}, {x = 2, y = 1}}
std::multiset<int> mCounted{2, 1, 2}; // -> size=3 {1, 2, 2}
std::unordered_map<int, int> hEmpty; // -> size=0
std::unordered_map<int, Text> hOne{{9, "ten"}}; // -> size=1 {{first = 9, second = "ten"}}
std::unordered_map<Text, int> hText{{"key", 1}}; // -> size=1 {{first = "key", second = 1}}
std::unordered_set<int> hSet{5}; // -> size=1 {5}
std::unordered_set<Point, my::Hash> hPoints{{1, 2}}; // -> size=1 {{x = 1, y = 2}}
std::unordered_set<int> hMany; // -> size=300
std::unordered_multiset<int> hEqual{5, 5}; // -> size=2 {5, 5}
std::unordered_multimap<int, int> hPairs{{5, 6}}; // -> size=1 {{first = 5, second = 6}}

std::stack<int> kStack; // -> size=2 {1, 2}
std::queue<int> kQueue; // -> size=1 {3}
std::priority_queue<int> kPriority; // -> size=3 {9, 4, 5}
std::stack<int, std::vector<int>> kOnVector; // -> size=0

std::pair<int, double> pPair{1, 2.5}; // -> {first = 1, second = 2.5}
std::pair<Text, std::pair<int, int>> pNested{"a", {1, 2}}; // -> {first = "a", second = {first = 1, second = 2}}
std::tuple<> pNone; // -> {}
std::tuple<int> pOne{1}; // -> {1}
std::tuple<int, double, Text> pThree{1, 2.5, "x"}; // -> {1, 2.5, "x"}
std::tuple<my::Empty, int, my::Empty, Point> pEmpty{{}, 3, {}, {4, 5}}; // -> {{}, 3, {}, {x = 4, y = 5}}
std::tuple<int&, const Text&> pReferences{plain[1], tShort}; // -> {2, "abc"}

std::optional<int> oNone; // -> nullopt
std::optional<int> oInt{5}; // -> 5
std::optional<Text> oText{"q"}; // -> "q"
std::optional<Point> oPoint{Point{1, 2}}; // -> {x = 1, y = 2}
std::optional<std::vector<int>> oVector{{1, 2}}; // -> size=2 {1, 2}
std::optional<std::optional<int>> oTwice{std::optional<int>{}}; // -> nullopt
std::optional<my::Empty> oEmpty{my::Empty{}}; // -> {}
std::optional<bool> oFalse{false}; // -> false
std::variant<int, double> xInt{2}; // -> 2
std::variant<int, Text, Point> xText{"v"}; // -> "v"
std::variant<int, Text, Point> xPoint{Point{3, 4}}; // -> {x = 3, y = 4}
std::variant<std::monostate, int> xMono; // -> {}
std::variant<int, my::Thrower> xLost; // -> <valueless>
std::any yNone; // -> <empty>
std::any yInt{3}; // -> 3
std::any yText{Text{"x"}}; // -> "x"
std::any yVector{std::vector<int>{1}}; // -> size=1 {1}
std::any yPoint{Point{1, 2}}; // -> {x = 1, y = 2}
std::any yPointer{static_cast<const char*>(nullptr)}; // -> 0x0

std::unique_ptr<int> uNull; // -> 0x0
std::unique_ptr<int> uInt{new int(5)}; // -> ADDRESS
std::unique_ptr<long[]> uArray{new long[2]{1, 2}}; // -> ADDRESS
std::unique_ptr<int, my::Closer> uClosed{new int(6)}; // -> ADDRESS
std::unique_ptr<void, void (*)(void*)> uVoid{nullptr, std::free}; // -> 0x0
std::unique_ptr<my::Shape> uShape{new my::Square}; // -> ADDRESS
std::shared_ptr<int> uEmpty; // -> 0x0
std::shared_ptr<int> uShared{new int(7)}; // -> ADDRESS
std::shared_ptr<Point> uMade{std::make_shared<Point>()}; // -> ADDRESS
std::shared_ptr<int[]> uSharedArray{new int[2]{1, 2}}; // -> ADDRESS
std::weak_ptr<int> uWeak{uShared}; // -> ADDRESS
std::weak_ptr<int> uNoWeak; // -> 0x0
std::weak_ptr<int> uExpired; // -> ADDRESS <expired>
std::vector<std::unique_ptr<int>> uMany(2); // -> size=2 {0x0, 0x0}

std::complex<double> zDouble{1, 2}; // -> 1 + 2i
std::complex<float> zFloat{1, -2}; // -> 1 - 2i
std::atomic<int> zInt{4}; // -> 4
std::atomic<bool> zBool{true}; // -> true
std::atomic<int*> zPointer{nullptr}; // -> 0x0
std::atomic<Point> zPoint{Point{1, 2}}; // -> {x = 1, y = 2}
std::reference_wrapper<int> zReference{plain[2]}; // -> 3
std::reference_wrapper<Text> zText{tShort}; // -> "abc"
my::vector<int> zOwn; // -> {_M_start = 0x0, count = 3}
my::Nothing zNothing; // -> {n = 4}
// clang-format on

void fill()
{
    sReserved.reserve(100);
    sReserved.push_back(9);
    for (int i = 0; i < 1000; ++i)
        sLong.push_back(i);
    for (int i = 0; i < 130; ++i)
        bMany.push_back(i % 3 == 0);
    for (int i = -3; i < 997; ++i)
        i < 500 ? dMany.push_back(i) : dMany.push_back(i);
    for (int i = 0; i < 500; ++i)
        mMany[i] = 2 * i;
    for (int i = 0; i < 300; ++i)
        hMany.insert(i);
    kStack.push(1);
    kStack.push(2);
    kQueue.push(3);
    for (int n : {5, 4, 9})
        kPriority.push(n);
    uExpired = std::make_shared<int>(1);
    static std::list<int> list = std::move(lMoved);
    static std::map<int, int> map = std::move(mMoved);
    static std::vector<int> vector = std::move(sMoved);
    static Text text = std::move(tMoved);
    try {
        xLost = my::Thrower();
    } catch (int) {
    }
}

} // namespace

const Text& tReference = tShort; // -> "abc"

template <class... T>
int used(const T&... all)
{
    return static_cast<int>((reinterpret_cast<std::size_t>(&all) + ...) % 7);
}

int look()
{
    int n = used(tEmpty, tShort, tFull, tLong, tZero, tQuoted, tMoved, tReference, tWide, tSixteen, tHalf, tThirtyTwo,
                 vEmpty, vPart, sEmpty, sOne, sMany, sReserved, sMoved, sLong, sTexts, sPoints, sRows, sDeep, sPointers,
                 sWide, sConst, bEmpty, bSome, bMany, bNone, bSet, bLarge, aThree, aNone, aRows, aTexts, aPlain,
                 aValues, aNoValues, aList, plain, dEmpty, dSome, dMany, dTexts, dLarge);
    n += used(lEmpty, lOne, lMany, lMoved, lAligned, lWide, lNested, fEmpty, fSome, fWide, mEmpty, mAges, mNested,
              mMany, mMoved, mWide, mEqual, mSet, mPoints, mCounted, hEmpty, hOne, hText, hSet, hPoints, hMany, hEqual,
              hPairs, kStack, kQueue, kPriority, kOnVector, pPair, pNested, pNone, pOne, pThree, pEmpty, pReferences);
    n += used(oNone, oInt, oText, oPoint, oVector, oTwice, oEmpty, oFalse, xInt, xText, xPoint, xMono, xLost, yNone,
              yInt, yText, yVector, yPoint, yPointer, uNull, uInt, uArray, uClosed, uVoid, uShape, uEmpty, uShared,
              uMade, uSharedArray, uWeak, uNoWeak, uExpired, uMany, zDouble, zFloat, zInt, zBool, zPointer, zPoint,
              zReference, zText, zOwn, zNothing);
#ifndef PLAIN
    n += used(tEight, aSpan, aFixedSpan, aNoSpan);
#endif
    return n;
}

int main()
{
    fill();
    const int n = look();
    std::puts("all are set");
    std::fflush(stdout);
    static_cast<void>(std::getchar());
    std::_Exit(n > 100 ? 1 : 0);
}
