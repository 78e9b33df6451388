// SPDX-License-Identifier: GPL-3.0-or-later
// C++: what names mean: namespaces of every sort, using-directives and -declarations, statics of functions and classes,
// enumerators, shadowing, lambdas that captured `this`. `n` is 3: compilers do not know, since it depends on the
// command line. Behind `ask:` are expressions that gdb and our reader are asked for at the next stop.
#include <cstdint>
#include <cstdio>

static void keepNothing(const volatile void*)
{}
static void (*volatile keepOne)(const volatile void*) = keepNothing; // volatile: nobody knows what it does
/// What it is given is in memory at the stops before.
template <class... T>
static void keep(const T&... values)
{
    (keepOne(&values), ...);
}
static inline void stop()
{
    std::fflush(nullptr);
}

int cells = 1;
thread_local int perThread = 64;
thread_local double perThreadToo = 0.5;
int onlyGlobal = 2;
static int fileStatic = 3;
enum Signal
{
    Red = -2,
    Green,
    Blue = 7
};
namespace {
int hidden = 4;
}

namespace geo {
int cells = 12;
int shared = 13;
enum class Shape : std::uint8_t
{
    Round = 1,
    Square = 200
};
enum Plain
{
    First = 1,
    Second = 5
};
inline namespace v2 {
double scale = 2.5;
namespace inner {
int depth = 14;
}
} // namespace v2
namespace {
int quiet = 15;
}

struct Point
{
    int x, y;
};
typedef Point Place;
using Number = unsigned short;

class Base
{
public:
    explicit Base(int id) : m_id(id) {}
    virtual ~Base() = default;
    virtual int work(int factor);
    static int s_count;
    static inline int s_inside = 21;
    static constexpr int kLimit = 99;
    static constexpr double kRatio = 0.25;
    enum Mode
    {
        Off,
        On = 3
    };
    struct Nested
    {
        int deep;
    };
    int m_id;
    Mode m_mode = On;
    Nested m_nested{22};
};
int Base::s_count = 6;

int Base::work(int factor)
{
    int local = m_id * factor;
    int cells = local + 1; // hides geo::cells, which hides ::cells
    // ask: m_own, m_nested.deep, sizeof(Base::Nested), m_id, this->m_id, cells, geo::cells, ::cells, s_count
    // ask: Base::s_count, geo::Base::s_count, kLimit, kRatio, On, Base::On, shared, scale, quiet, hidden
    // ask: onlyGlobal, First, Shape::Square, m_mode == On, sizeof(Nested), sizeof(Point), *this
    stop(); // stop: base
    keep(local, cells);
    return local + s_count + s_inside;
}

struct Other
{
    virtual ~Other() = default;
    int other = 31;
    int m_id = 32;
};

class Derived : public Base, public Other
{
public:
    explicit Derived(int id) : Base(id) {}
    int work(int factor) override;
    int constant(int factor) const;
    int lambdas(int factor);
    static int once(int factor);
    int m_own = 41;
    int m_id = 42; // hides those of the bases
};

int Derived::work(int factor)
{
    static int calls = 50;
    calls += factor;
    for (int i = 0; i < 1; ++i) {
        int factor = 100; // hides the argument
        // ask: factor, calls, m_id, Base::m_id, Other::m_id, this->Base::m_id, m_own, other, s_count, s_inside
        // ask: cells, (*this).Other::m_id, ((Other*)this)->other, ((geo::Base*)this)->m_id
        // ask: (Derived*)(Other*)this == this, sizeof(*this)
        stop(); // stop: derived
        keep(factor);
    }
    return calls + Base::work(factor) + Base::m_id;
}

int Derived::constant(int factor) const
{
    // ask: m_own, Base::m_id, s_count, factor, m_own + factor
    stop(); // stop: constant
    keep(factor);
    return m_own + factor;
}

int Derived::lambdas(int factor)
{
    int captured = 5 * factor;
    auto byReference = [this, &captured](int x) {
        captured += x;
        // ask: captured, m_own, x, s_count, cells
        stop(); // stop: lambda_this
        keep(captured);
        return captured + m_own;
    };
    auto byCopy = [*this, captured, twice = 2 * factor](int x) {
        // ask: captured, twice, m_own, x
        stop(); // stop: lambda_copy
        keep(captured, twice);
        return captured + twice + m_own + x;
    };
    return byReference(1) + byCopy(2);
}

int Derived::once(int factor)
{
    static int kept = 60;
    kept += factor;
    // ask: kept, factor, s_count, kLimit, scale, cells, shared
    stop(); // stop: static_method
    keep(kept);
    return kept;
}

template <class T>
struct Box
{
    static int s_boxes;
    T content;
    int open(T by);
};
template <class T>
int Box<T>::s_boxes = 70;
template <class T>
int Box<T>::open(T by)
{
    T sum = content + by;
    // ask: content, sum, s_boxes, cells, shared
    stop(); // stop: box
    keep(sum);
    return s_boxes + static_cast<int>(sum);
}

inline int inlinedInGeo(int by)
{
    int here = by + cells;
    // ask: here, by, cells, shared
    stop(); // stop: inlined
    keep(here);
    return here;
}
} // namespace geo

namespace app {
int cells = 80;
namespace alias = geo::inner;
using geo::shared;
int usesNames(int n)
{
    using namespace geo;
    int local = n + scale;
    // ask: local, scale, cells, shared, alias::depth, geo::inner::depth, geo::v2::inner::depth, quiet
    // ask: app::cells, ::cells
    stop(); // stop: directive
    keep(local);
    return local + alias::depth + shared + quiet;
}
} // namespace app

struct Root
{
    virtual ~Root() = default;
    int root = 1;
};
struct Left : virtual Root
{
    int left = 2;
};
struct Right : virtual Root
{
    int right = 3;
};
struct Diamond : Left, Right
{
    int bottom = 4;
};
struct Pair
{
    struct
    {
        int one;
        union {
            int two;
            float half;
        };
    };
    unsigned low : 3;
    int high : 7;
};
typedef double real_t;

int casts(int n)
{
    geo::Derived derived(n);
    geo::Base* base = &derived;
    geo::Other& other = derived;
    Diamond diamond;
    Root* root = &diamond;
    geo::Point points[2] = {{n, 2 * n}, {3 * n, 4 * n}};
    void* anything = points;
    void** twice = &anything;
    double grid[2][3] = {{1.5, 2.5, 3.5}, {4.5, 5.5, 6.5}};
    double* flat = &grid[0][0];
    const real_t real = 0.5 * n;
    const geo::Number number = 7;
    perThread += n;
    Pair pair{{n, {7}}, 5, -9};
    geo::Shape shape = geo::Shape::Square;
    unsigned char byte = 200;
    long big = 5'000'000'000;
    __int128 huge = 1;
    huge <<= 70;
    char16_t wide = u'x';
    bool flag = true;
    // ask: perThread, perThreadToo * 2, &perThread == 0, base->m_own, base->other, root->bottom, other.m_own
    // ask: u'x' + 1, real, number, (geo::Derived*)base == &derived, ((geo::Derived*)base)->m_own
    // ask: ((geo::Point*)anything)->y, *(geo::Point*)anything, ((struct geo::Point*)anything)[1], (real_t)n / 2
    // ask: (unsigned char)(n + 255), (geo::Number)-1, sizeof(geo::Point), sizeof(real_t), sizeof(Pair)
    // ask: sizeof(geo::Derived), *(geo::Point**)twice == anything, static_cast<int>(2.75)
    // ask: *reinterpret_cast<geo::Point*>(anything), pair.two, pair.low + pair.high
    // ask: shape == geo::Shape::Square, (int)shape, (geo::Shape)1, Red, Blue, Green + 1, Red < Blue, byte + 100
    // ask: byte << 4, ~byte, -byte, big / 3, big % 7, (int)big, huge / 1024, wide + 1, flag + flag, !flag
    // ask: n ? 1 : 2, 7 / 2, -7 / 2, -7 % 3, 1u - 2, 5 / 2.0, &points[1] - &points[0], points[1].x, other.m_id
    // ask: hidden, fileStatic, cells, base->m_id, 0b101, 1'000, 0x10, 10ull, 'a' + 1, base != nullptr
    // ask: base == 0, 3 > 2 && 2 > 1, int(2.5), double(1) / 4, flat[4], (char)65, geo::First + geo::Second
    // ask: n == 3 ? points[0].x : points[1].x
    stop(); // stop: casts
    keep(derived, base, diamond, root, points, anything, twice, grid, flat, real, number, pair, shape, byte, big, huge,
         wide, flag);
    return other.m_id;
}

int main(int argc, char**)
{
    const int n = 2 + argc;
    geo::Derived derived(n);
    geo::Base* base = &derived;
    geo::Box<int> ints{n};
    geo::Box<double> doubles{0.5 * n};
    int sum = base->work(2) + derived.constant(n) + derived.lambdas(n) + geo::Derived::once(n) + ints.open(1);
    sum += doubles.open(0.25) + geo::inlinedInGeo(n) + app::usesNames(n) + casts(n) + cells + onlyGlobal + fileStatic;
    sum += hidden + perThread + static_cast<int>(perThreadToo) + geo::cells + geo::Base::kLimit +
           static_cast<int>(geo::Base::kRatio) + app::cells;
    sum += static_cast<int>(geo::Shape::Round) + geo::First + Red;
    // ask: sum > 0, n, cells, geo::cells, geo::shared, geo::scale, geo::v2::scale, app::cells, ::cells
    // ask: geo::Base::s_count, geo::Base::kLimit, geo::Base::On, geo::Shape::Round, geo::First
    // ask: derived.Base::m_id, derived.Other::m_id, base->m_id, hidden, fileStatic, Red, geo::Base::s_inside
    // ask: ints.content, doubles.content
    stop(); // stop: main
    keep(sum, derived, base, ints, doubles);
    return sum > 0 ? 0 : 1;
}
