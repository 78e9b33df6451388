// SPDX-License-Identifier: GPL-3.0-or-later
// Any argument list: it is read or refused with words, and the launcher's part comes out as it went in.
#include "app/dbgr/command_line.h"
#include "launchers/launcher_kind.h"
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
    if (line->attach || line->jobs) {
        test::mustHold(line->launcher.empty(), "a job is either launched or attached to");
        return 0;
    }
    // A number of ranks gets dbgrun in front.
    const std::vector<std::string> behindFirst(line->launcher.begin() + (line->launcher.empty() ? 0 : 1),
                                               line->launcher.end());
    const bool added = !line->launcher.empty() && launchers::withLauncher(behindFirst) == line->launcher;
    const std::vector<std::string>& typed = added ? behindFirst : line->launcher;
    test::mustHold(typed.size() <= arguments.size(), "the launcher comes from the arguments");
    test::mustHold(std::equal(typed.begin(), typed.end(), arguments.end() - static_cast<std::ptrdiff_t>(typed.size())),
                   "the launcher and all behind it are untouched");
    return 0;
}
