// SPDX-License-Identifier: GPL-3.0-or-later
// sanitized: does what the sanitizer that it is compiled with finds: uses freed memory, shifts too far, or writes in
// two threads at once. Without one it ends with status 0.

#include <cstdio>
#include <thread>

#if defined(__SANITIZE_ADDRESS__)
static int useFreed(int* memory)
{
    delete memory;
    return *memory; // freed
}
#elif defined(__SANITIZE_THREAD__)
static int counter = 0;

static void count()
{
    for (int i = 0; i < 1000; ++i)
        ++counter; // by two
}
#else
static int shift(int places)
{
    return 1 << places; // too far
}
#endif

int main(int argc, char**)
{
#if defined(__SANITIZE_ADDRESS__)
    std::printf("%d\n", useFreed(new int(argc)));
#elif defined(__SANITIZE_THREAD__)
    std::thread other(count);
    count();
    other.join();
#else
    std::printf("%d\n", shift(99 + argc));
#endif
    (void)argc;
    return 0;
}
