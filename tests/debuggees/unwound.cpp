// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of C++, for stacks: templates, lambdas, exceptions through frames that have something to destroy, the
// library's.
#include <stdexcept>
#include <string>
#include <vector>
struct Guard
{
    std::string text;
    ~Guard() { text += "x"; }
};
template <class F>
int with(F f)
{
    return f(3) + 1;
}
namespace geo {
template <class T>
struct Cell
{
    T x;
    __attribute__((noinline)) T twice() const { return x * 2; }
};
} // namespace geo
static int throws(int n)
{
    Guard guard{"a string that is longer than others"};
    if (n == 0)
        throw std::runtime_error("x");
    return throws(n - 1);
}
int main()
{
    std::vector<int> numbers{3, 1, 2};
    geo::Cell<double> cell{1.5};
    int sum = with([&](int n) { return numbers.at(std::size_t(n - 1)); }) + int(cell.twice());
    try {
        sum += throws(1);
    } catch (const std::exception& e) {
        sum += int(std::string(e.what()).size());
    }
    return sum == 0;
}
