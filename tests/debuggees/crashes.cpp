// SPDX-License-Identifier: GPL-3.0-or-later
// Dies in the way that its argument names. crashes WAY
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace {

constexpr std::size_t kPage = 4096;
constexpr std::uintptr_t kNowhere = 0x123456789000;
constexpr std::uintptr_t kImpossible = 0xdeadbeefdeadbee8;

struct Node
{
    long weight[3] = {};
    Node* next = nullptr;
};

volatile long sink = 0;
volatile int zero = 0;
const char* const kConstant = "nobody writes here";

using Function = void (*)();

void use(std::uintptr_t address)
{
    sink = *reinterpret_cast<volatile long*>(address); // crash: use
}

void write(std::uintptr_t address)
{
    *reinterpret_cast<volatile char*>(address) = 1; // crash: write
}

void call(std::uintptr_t address)
{
    reinterpret_cast<Function>(address)(); // crash: call
}

void member(Node* node)
{
    sink = node->next->weight[1]; // crash: member
}

__attribute__((noinline)) int descend(int depth)
{
    volatile char frame[256];
    frame[0] = static_cast<char>(depth); // crash: descend
    return depth < zero ? 0 : descend(depth + 1) + frame[0];
}

__attribute__((noinline)) void fillLargeFrame()
{
    volatile char frame[64 << 20];
    for (std::size_t i = sizeof frame; i > 0; i -= kPage)
        frame[i - 1] = 1; // crash: fillLargeFrame
    sink = frame[0];
}

__attribute__((noinline)) void returnTo(std::uintptr_t address)
{
    auto* const frame = static_cast<std::uintptr_t*>(__builtin_frame_address(0));
    frame[1] = address;
}

std::uintptr_t pages(int rights, std::size_t count = 1)
{
    return reinterpret_cast<std::uintptr_t>(::mmap(nullptr, count * kPage, rights, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}

/// One page, with nothing behind it.
std::uintptr_t lastPage()
{
    const std::uintptr_t both = pages(PROT_READ | PROT_WRITE, 2);
    ::munmap(reinterpret_cast<void*>(both + kPage), kPage);
    return both;
}

/// A page of a file that has none any more.
std::uintptr_t cutFile()
{
    char name[] = "/tmp/dbgr-cut-XXXXXX";
    const int file = ::mkstemp(name);
    if (file < 0 || ::ftruncate(file, kPage) != 0)
        std::exit(3);
    void* const mapped = ::mmap(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (::ftruncate(file, 0) != 0)
        std::exit(3);
    ::unlink(name);
    return reinterpret_cast<std::uintptr_t>(mapped);
}

void runOffHeap()
{
    auto* const small = static_cast<char*>(std::malloc(16));
    for (std::size_t i = 0;; i += kPage / 2)
        small[i] = 1; // crash: runOffHeap
}

void misalign()
{
#if defined(__x86_64__)
    alignas(16) char bytes[48] = {};
    const char* const odd = bytes + 8;
    asm volatile("movaps (%0), %%xmm0" ::"r"(odd) : "xmm0"); // crash: misalign
#endif
}

} // namespace

int main(int argumentCount, char** arguments)
{
    const char* const way = argumentCount > 1 ? arguments[1] : "";
    const auto is = [way](const char* name) { return std::strcmp(way, name) == 0; };
    rlimit stack{1 << 20, RLIM_INFINITY}; // so that it is used up soon
    ::getrlimit(RLIMIT_STACK, &stack);
    stack.rlim_cur = 1 << 20;
    ::setrlimit(RLIMIT_STACK, &stack);
    if (is("null-member")) {
        Node node;
        member(&node);
    } else if (is("null-function"))
        call(0);
    else if (is("nowhere"))
        use(kNowhere);
    else if (is("impossible"))
        use(kImpossible);
    else if (is("impossible-call"))
        call(kImpossible);
    else if (is("nowhere-call"))
        call(kNowhere);
    else if (is("impossible-return"))
        returnTo(kImpossible);
    else if (is("data-call"))
        call(reinterpret_cast<std::uintptr_t>(&sink));
    else if (is("constant"))
        write(reinterpret_cast<std::uintptr_t>(kConstant));
    else if (is("nobody"))
        use(pages(PROT_NONE));
    else if (is("behind"))
        use(lastPage() + kPage);
    else if (is("heap"))
        runOffHeap();
    else if (is("recursion"))
        sink = descend(0);
    else if (is("frame"))
        fillLargeFrame();
    else if (is("thread-recursion"))
        std::thread([] { sink = descend(0); }).join();
    else if (is("misaligned"))
        misalign();
    else if (is("cut"))
        use(cutFile());
    else if (is("divide"))
        sink = 7 / zero; // crash: main
    else if (is("trap"))
        __builtin_trap();
    else if (is("raise"))
        ::kill(::getpid(), SIGSEGV);
    return 0;
}
