// SPDX-License-Identifier: GPL-3.0-or-later
// Core files: whatever they hold, what they tell is bounded, and quickly told. Input: a core file.
#include "corefile/build_id.h"
#include "corefile/core_file.h"
#include "corefile/initial_stack.h"
#include "tests/fuzz/fuzz_input.h"

using namespace dbgr;
using namespace dbgr::test;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const corefile::TextSource bytes(std::string(reinterpret_cast<const char*>(data), size));
    (void)corefile::buildIdOf(bytes);
    const auto core = corefile::readCoreFile(bytes);
    if (!core)
        return mustHold(!core.error().detail.empty(), "a refusal has words"), 0;
    std::size_t text = 0;
    for (const std::string& entry : core->environment)
        text += entry.size();
    mustHold(text <= 2 * corefile::kMaxInitialStackBytes, "the environment fits on a stack");
    mustHold(core->command.size() <= 80 && core->buildId.size() <= 128, "names are short");
    return 0;
}
