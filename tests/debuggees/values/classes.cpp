// SPDX-License-Identifier: GPL-3.0-or-later
// C++: namespaces, inheritance of every sort, references, member pointers, enum class, nested classes, `this`, lambdas,
// templates, structured bindings, thread_local. `n` is 3: compilers do not know, since it depends on the command line.
#include <cstdint>
#include <cstdio>

namespace {
void keepNothing(const volatile void*)
{}
void (*volatile keepOne)(const volatile void*) = keepNothing; // volatile: nobody knows what it does
/// What it is given is in memory at the stops before.
template <class... T>
void keep(const T&... values)
{
    (keepOne(&values), ...);
}
inline void stop()
{
    std::fflush(nullptr);
}
int inAnonymous = 321;
} // namespace

namespace geo {
int cells = 12;
inline namespace v2 {
double scale = 2.5;
}
namespace deep {
long level = -3;
struct Tag
{
    char letter;
};
} // namespace deep

enum class Shape : std::uint8_t
{
    Round = 1,
    Square = 200
};
enum Plain
{
    First,
    Second = 5
};

class Base
{
public:
    explicit Base(int id) : m_id(id) {}
    virtual ~Base() = default;
    virtual int area(int factor) const;
    static int s_count;
    static constexpr int kLimit = 99;
    struct Nested
    {
        int depth;
        enum Mode
        {
            Off,
            On
        } mode;
    };

protected:
    int m_id;
    Nested m_nested{4, Nested::On};
};
int Base::s_count = 6;

int Base::area(int factor) const
{
    const int local = m_id * factor;
    stop(); // stop: base_method
    keep(local);
    return local;
}

struct Named
{
    virtual ~Named() = default;
    const char* name = "named";
    unsigned bits : 4 = 9;
    int more : 5 = -3;
};

class Derived : public Base, public Named
{
public:
    explicit Derived(int id) : Base(id), m_extra(0.5 * id) {}
    int area(int factor) const override;

private:
    double m_extra;
    [[maybe_unused]] Shape m_shape = Shape::Square;
    int m_id = 1000; // hides the one of Base
};

int Derived::area(int factor) const
{
    const double local = m_extra * factor + Base::m_id;
    // ask: m_id, Base::m_id, m_extra * 2, m_nested.depth, name[1], bits + 1, more, this->m_nested.mode, s_count
    // ask: kLimit, cells, scale, factor, ((Named*)this)->name, ((Base*)this)->m_id
    stop(); // stop: derived_method
    keep(local);
    return static_cast<int>(local) + Base::area(factor) + m_id;
}
} // namespace geo

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
    int work(int add);
};

__attribute__((noinline)) int Diamond::work(int add)
{
    root += add;
    // ask: root, left + right, bottom, ((Root*)this)->root, ((Left*)this)->left, this->Right::right
    stop(); // stop: diamond
    keep(*this);
    return root + left + right + bottom;
}

template <class T, int N>
struct Fixed
{
    T items[N];
    [[nodiscard]] T sum() const
    {
        T total{};
        for (const T& item : items)
            total += item;
        // ask: items[0], total, N, sizeof(items) / sizeof(T)
        stop(); // stop: template_method
        keep(total);
        return total;
    }
};

template <class T>
__attribute__((noinline)) T larger(T a, T b)
{
    const T result = a < b ? b : a;
    // ask: a < b, result, sizeof(T)
    stop(); // stop: template_function
    keep(a, b, result);
    return result;
}

thread_local int perThread = 64;

struct Plain
{
    int a;
    double b;
    void* nothing;
};

inline int inlined(int value)
{
    const int inside = value * 3 + 1;
    stop(); // stop: inlined
    keep(inside);
    return inside;
}

static void references(int n, int& byReference, const Plain& constant, int&& temporary, geo::Base& polymorphic)
{
    int value = 5 * n;
    int& ref = value;
    int* pointer = &value;
    int*& refToPointer = pointer;
    int numbers[2] = {n, n + 1};
    int(&row)[2] = numbers;
    const double& extended = 0.25 * n;
    int Plain::*member = &Plain::a;
    int (geo::Base::*method)(int) const = &geo::Base::area;
    std::nullptr_t null = nullptr;
    Plain&& moved = Plain{n, 1.5, nullptr};
    byReference += n;
    // ask: ref + 1, *refToPointer, row[1], extended * 2, byReference, constant.a, polymorphic.m_id
    // ask: *pointer == ref, &ref == pointer, moved.b, temporary
    stop(); // stop: references
    keep(ref, refToPointer, row, extended, member, method, null, moved, constant, temporary, polymorphic);
}

static int values(int n)
{
    geo::Shape shape = n == 3 ? geo::Shape::Square : geo::Shape::Round;
    geo::Plain plain = n == 3 ? geo::Second : geo::First;
    geo::Base::Nested nested{n, geo::Base::Nested::On};
    geo::deep::Tag tag{static_cast<char>('q' + n)};
    Fixed<int, 3> ints{{n, 2 * n, 3 * n}};
    Fixed<double, 2> doubles{{0.5, 0.25 * n}};
    auto [first, second, third] = Plain{n, 0.75, nullptr};
    Plain whole{9, 8.5, &n};
    auto& [a, b, c] = whole;
    char16_t utf16 = static_cast<char16_t>(0x20a9 + n);
    char32_t utf32[3] = {U'\u20ac', U'x', 0};
    char8_t utf8[3] = {u8'o', u8'k', 0};
    bool flag = n == 3;
    a += n;
    perThread += n;
    // ask: perThread, shape == geo::Shape::Square, (int)plain, plain + 1, geo::Second
    // ask: nested.mode == geo::Base::Nested::On, utf16 + 1, utf8[0], (geo::deep::Tag*)&tag
    // ask: ((geo::deep::Tag*)&tag)->letter, ints.items[1], a + b, whole.a, flag, n > 2, inAnonymous
    // ask: geo::deep::level, sizeof(geo::deep::Tag), geo::Base::kLimit
    stop(); // stop: values
    keep(shape, plain, nested, tag, ints, doubles, first, second, third, b, c, utf16, utf32, utf8, flag);
    return ints.sum() + static_cast<int>(doubles.sum()) + larger(n, 2) + static_cast<int>(larger(0.5, 1.5 * n));
}

static int lambdas(int n)
{
    int counter = 10;
    double factor = 0.5 * n;
    auto byValue = [n, factor](int x) {
        const double product = x * factor + n;
        stop(); // stop: lambda_by_value
        keep(product);
        return static_cast<int>(product);
    };
    auto byReference = [&counter, twice = 2 * n](int x) {
        counter += x + twice;
        stop(); // stop: lambda_by_reference
        keep(counter);
        return counter;
    };
    const int sum = byValue(4) + byReference(5);
    stop(); // stop: lambdas
    keep(byValue, byReference, sum);
    return sum;
}

int main(int argc, char**)
{
    const int n = 2 + argc;
    int target = 40;
    Plain constant{1, 2.5, &target};
    geo::Derived derived(n);
    Diamond diamond;
    geo::Base& base = derived;
    references(n, target, constant, 7 * n, derived);
    int sum = base.area(2) + diamond.work(n) + values(n) + lambdas(n) + inlined(n);
    sum += geo::cells + static_cast<int>(geo::scale) + static_cast<int>(geo::deep::level) + geo::Base::s_count;
    sum += geo::Base::kLimit + inAnonymous + perThread;
    stop(); // stop: main
    keep(sum, derived, diamond, constant);
    return sum > 0 ? 0 : 1;
}
