// SPDX-License-Identifier: GPL-3.0-or-later
// Smart pointers of many types in one program, in frames that use them and in frames that do not; functions without a
// result; things to divide by. Look at them in look(), and at main() as its caller.

#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Point
{
    double x;
    double y;
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

struct Closer
{
    long count = 0;
    void operator()(int* number) const { delete number; }
};

struct Owner
{
    std::unique_ptr<Point> point;
    std::unique_ptr<std::string> name;
};

static int g_calls = 0;

static void count()
{
    ++g_calls;
}

struct Counter
{
    int total = 0;
    void add(int more) { total += more; }
};

static int look(const std::unique_ptr<Point>& point, std::shared_ptr<Point> shared)
{
    std::unique_ptr<int> number = std::make_unique<int>(5);
    const std::unique_ptr<std::string> text = std::make_unique<std::string>("hello");
    std::unique_ptr<long[]> numbers(new long[3]{10, 20, 30});
    std::unique_ptr<Shape> shape = std::make_unique<Square>();
    std::unique_ptr<int, Closer> closed(new int(6), Closer{77});
    std::unique_ptr<Point> null;
    std::unique_ptr<std::unique_ptr<int>> nested = std::make_unique<std::unique_ptr<int>>(std::make_unique<int>(8));
    std::vector<std::unique_ptr<int>> many;
    many.push_back(std::make_unique<int>(1));
    many.push_back(nullptr);
    std::pair<int, std::unique_ptr<int>> both{1, std::make_unique<int>(2)};
    Owner owner{std::make_unique<Point>(Point{3, 4}), std::make_unique<std::string>("own")};
    Counter counter;
    const int zero = 0;
    const long wideZero = 0;
    const double noMass = 0;
    int one = 1;
    const int six = 6;
    std::size_t index = 2;
    std::printf("%d %d %d\n", one, zero, six); // all are set here
    count();
    counter.add(one);
    return static_cast<int>(index) + static_cast<int>(wideZero) + static_cast<int>(noMass) + (point ? 1 : 0) +
           static_cast<int>(shared.use_count()) + g_calls;
}

int main()
{
    std::unique_ptr<Point> point = std::make_unique<Point>(Point{0.5, -1});
    std::shared_ptr<Point> shared = std::make_shared<Point>(Point{1.5, 2.5});
    std::unique_ptr<Counter> counter = std::make_unique<Counter>();
    counter->total = 42;
    const double y = (*point).y;
    return look(point, shared) > 100 + y ? counter->total : 0;
}
