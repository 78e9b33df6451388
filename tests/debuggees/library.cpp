// SPDX-License-Identifier: GPL-3.0-or-later
// Variables of nearly every type of the C++ library, several of each kind of smart pointer and tuple: a debugger must
// survive looking at them. Look at them in show().

#include <any>
#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <compare>
#include <complex>
#include <coroutine>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <random>
#include <regex>
#include <set>
#include <span>
#include <sstream>
#include <stack>
#include <string>
#include <system_error>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <valarray>
#include <variant>
#include <vector>

struct A
{
    int x;
};
struct B
{
    double y;
};
struct HasTuples
{
    std::tuple<int, double> a;
    std::tuple<char, long> b;
    std::unique_ptr<A> c;
    std::unique_ptr<B> d;
};
struct Base
{
    virtual ~Base() {}
    std::unique_ptr<int> u;
};
struct Derived : Base
{
    std::unique_ptr<double> v;
    std::unique_ptr<Base> w;
};

struct Named
{
    std::string name;
    int number;
};

// Several on one line.
// clang-format off
static int show(int n)
{
    std::tuple<int, double> t1{1, 2}; std::tuple<char, long> t2{'a', 3};
    std::tuple<std::string, int, A> t3{"s", 1, {2}}; [[maybe_unused]] std::tuple<> t0;
    std::vector<std::tuple<int, int>> vt{{1, 2}, {3, 4}}; std::map<int, std::tuple<A, B>> mt{{1, {}}};
    std::vector<std::unique_ptr<A>> vu; vu.push_back(std::make_unique<A>()); vu.push_back(nullptr);
    std::map<std::string, std::unique_ptr<B>> mu; mu["k"] = std::make_unique<B>();
    std::unordered_map<int, std::unique_ptr<std::string>> um; um[1] = std::make_unique<std::string>("x");
    std::list<std::unique_ptr<A>> lu; lu.emplace_back(new A); std::deque<std::unique_ptr<B>> du;
    du.emplace_back(new B); std::optional<std::unique_ptr<A>> ou(std::make_unique<A>());
    std::variant<int, std::unique_ptr<B>> va(std::make_unique<B>());
    std::shared_ptr<std::unique_ptr<A>> su = std::make_shared<std::unique_ptr<A>>(new A);
    std::weak_ptr<std::unique_ptr<A>> wu = su; std::shared_ptr<A> sa(new A);
    std::shared_ptr<B> sb = std::make_shared<B>(); std::shared_ptr<int[]> si(new int[3]);
    std::pair<std::unique_ptr<A>, std::unique_ptr<B>> pu; std::array<std::unique_ptr<A>, 2> au;
    std::unique_ptr<A> cu[2]; HasTuples h{}; Derived dd; [[maybe_unused]] Base* bp = &dd;
    std::unique_ptr<Base> ub(new Derived);
    std::unique_ptr<FILE, int (*)(FILE*)> uf(fopen("/dev/null", "r"), fclose);
    std::function<int(int)> f1 = [](int a) { return a; }; std::function<void(double)> f2; std::any any1 = 3;
    std::any any2 = std::string("x"); std::variant<int, double> v1{2};
    std::variant<char, long, std::string> v2{"s"}; std::optional<int> o1; std::optional<std::string> o2 = "q";
    std::optional<Named> opair = Named{"five", 5}; [[maybe_unused]] std::optional<Named>& oref = opair;
    std::bitset<70> bs(5); std::chrono::seconds sec(5); [[maybe_unused]] auto tp = std::chrono::system_clock::now();
    std::complex<double> cx(1, 2); std::complex<float> cf; std::valarray<double> val{1, 2};
    std::filesystem::path path("/tmp/x"); std::atomic<int> at{4}; std::atomic<bool> ab{true}; std::mutex m;
    std::queue<int> q; q.push(1); std::stack<int> st; std::priority_queue<int> pq; int raw[3]{1, 2, 3};
    std::span<int> sp(raw); std::span<int, 3> sp3(raw); std::error_code ec; std::exception_ptr ep;
    [[maybe_unused]] auto il = {1, 2}; int z = 1; std::reference_wrapper<int> rw(z); std::mt19937 rng;
    std::ostringstream os; os << "hi"; std::ifstream in; std::promise<int> pr;
    std::future<int> fu = pr.get_future(); std::thread th; std::regex re("a+"); std::smatch sm;
    std::unique_lock<std::mutex> lk(m); std::vector<bool> vb{1, 0}; std::coroutine_handle<> ch;
    [[maybe_unused]] std::strong_ordering so = 1 <=> 2; std::vector<std::vector<std::unique_ptr<int>>> vvu(2);
    std::set<std::unique_ptr<A>> setu; setu.insert(std::make_unique<A>()); std::multimap<int, std::tuple<char>> mm;
    std::unique_ptr<std::tuple<int, B>> ut(new std::tuple<int, B>);
    std::shared_ptr<std::tuple<int, A>> stt(new std::tuple<int, A>);
    auto lam = [p = std::make_unique<A>(), &h](int) { return p->x; };
    [[maybe_unused]] std::unique_ptr<A>& ru = vu[0]; [[maybe_unused]] std::unique_ptr<A>* puu = &vu[0];
    const std::unique_ptr<const A> cuu(new A); std::unique_ptr<void, void (*)(void*)> uv(nullptr, free);
    std::puts("all are set"); // here
    return n + lam(0);
}
// clang-format on

int main(int argc, char**)
{
    return show(argc) > 0 ? 0 : 1;
}
