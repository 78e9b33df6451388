// SPDX-License-Identifier: GPL-3.0-or-later
// Any argument list: it is read or refused with words, and the launcher's part comes out as it went in.
#include "app/dbgr/command_line.h"
#include "tests/fuzz/fuzz_input.h"
#include "util/string_util.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace dbgr;
    std::vector<std::string> arguments;
    for (const std::string_view part : util::split(std::string_view(reinterpret_cast<const char*>(data), size), '\n'))
        arguments.emplace_back(part.substr(0, part.find('\0'))); // as a kernel gives them
    const auto line = app::parseCommandLine(arguments);
    if (!line) {
        test::mustHold(!line.error().detail.empty() && !line.error().advice.empty(), "an error has words");
        return 0;
    }
    if (line->help || line->version)
        return 0;
    const std::size_t count = line->launcher.size();
    test::mustHold(count <= arguments.size(), "the launcher comes from the arguments");
    test::mustHold(
        std::equal(line->launcher.begin(), line->launcher.end(), arguments.end() - static_cast<std::ptrdiff_t>(count)),
        "the launcher and all behind it are untouched");
    return 0;
}
