// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as the code of a function that decides whether an error ends the program.
#include "keeper/target/fatal_call.h"

#include <span>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static_cast<void>(dbgr::keeper::fatalCallIn(0x401000, std::as_bytes(std::span(data, size))));
    return 0;
}
