// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as the memory of an interpreter of Python: reading its stacks and lines ends, within its limits.
#include "python/code_lines.h"
#include "python/stack_reader.h"
#include "tests/support/python/python_image.h"

#include <cstdint>
#include <cstdlib>

using namespace dbgr;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::size_t kMostCalls = 64;
    const auto image = test::PythonImage::decode({reinterpret_cast<const char*>(data), size});
    const util::PythonStacks stacks = image.stacks(kMostCalls);
    if (stacks.threads.size() > python::StackReader::kMostThreads)
        std::abort();
    for (const util::PythonThread& thread : stacks.threads) {
        std::size_t calls = 0;
        for (const util::PythonRun& run : thread.runs) {
            calls += run.calls.size();
            for (const util::PythonCall& call : run.calls)
                static_cast<void>(python::lineOf(stacks.codes.at(call.code), call.instruction, stacks.minor));
        }
        if (calls > kMostCalls || (!thread.trouble.empty() && calls > 0))
            std::abort();
    }
    return 0;
}
