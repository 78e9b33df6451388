// SPDX-License-Identifier: GPL-3.0-or-later
// Calls to step into, over and out of: a plain function, a method in a namespace, the C library, and a function that
// calls itself. With the argument "signals" it sends itself SIGUSR1, SIGUSR2, SIGALRM and SIGPIPE and counts them.

#include <csignal>
#include <cstdlib>

static volatile sig_atomic_t g_signals = 0;

namespace shop {

class Counter
{
public:
    int add(int more)
    {
        m_total += more;
        return m_total;
    }

private:
    int m_total = 0;
};

} // namespace shop

static int twiceOf(int number)
{
    const int sum = number + number;
    return sum;
}

static int countDown(int left)
{
    if (left == 0)
        return 0; // the end of it
    const int below = countDown(left - 1);
    return below + 1; // on the way back
}

static int signalsCame(int count)
{
    return count;
}

static void raiseAll()
{
    constexpr int signals[] = {SIGUSR1, SIGUSR2, SIGALRM, SIGPIPE};
    for (const int signal : signals) {
        std::signal(signal, [](int) { g_signals = g_signals + 1; });
        std::raise(signal);
    }
    signalsCame(g_signals);
}

int main(int argc, char**)
{
    if (argc > 1)
        raiseAll();
    const int twice = twiceOf(20);
    const char* home = std::getenv("HOME");
    shop::Counter counter;
    const int total = counter.add(twice);
    return total + (home ? 1 : 2) + countDown(3) - 3;
}
