// SPDX-License-Identifier: GPL-3.0-or-later
// Any line: it is a command or refused with words and the usage.
#include "app/dbgr/command_language.h"
#include "app/dbgr/escapes.h"
#include "tests/fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace dbgr;
    const std::string_view line(reinterpret_cast<const char*>(data), size);
    const auto command = app::parseCommand(line);
    test::mustHold(command.has_value() || (!command.error().detail.empty() && !command.error().advice.empty()),
                   "an error has words");
    test::mustHold(app::visible(line).find('\x1b') == std::string::npos, "no escape gets through");
    return 0;
}
