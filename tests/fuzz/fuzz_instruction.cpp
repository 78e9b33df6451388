// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as an instruction at a breakpoint that threads are to do elsewhere: a copy is never longer than its place,
// and nothing is taken for an instruction that is not all there.
#include "keeper/arch/x86_64/instruction.h"
#include "keeper/arch/x86_64/x86_64.h"

#include <cstdlib>
#include <span>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace dbgr::keeper;
    static const auto kArch = x86_64::make({});
    const std::span<const std::byte> text = std::as_bytes(std::span(data, size));
    const auto found = x86_64::movable(text);
    const auto made = kArch->moved(text, RemoteAddress(0x401000), RemoteAddress(0x7f0000));
    if (found && (found->length > size || found->length > x86_64::kMostInstructionBytes))
        std::abort();
    if (made && (!found || made->length != found->length || made->code.size() > Arch::kMostOutOfLine))
        std::abort();
    return 0;
}
