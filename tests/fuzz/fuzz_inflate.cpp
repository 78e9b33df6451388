// SPDX-License-Identifier: GPL-3.0-or-later
// inflateBlock: never more than the limit. Input: a block.
#include "pmix/codec/compress.h"
#include "tests/fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::size_t kLimit = 1 << 20;
    const auto text = dbgr::pmix::inflateBlock(std::string_view(reinterpret_cast<const char*>(data), size), kLimit);
    dbgr::test::mustHold(!text || text->size() <= kLimit, "the limit");
    return 0;
}
