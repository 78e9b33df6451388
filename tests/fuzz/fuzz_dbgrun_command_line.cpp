// SPDX-License-Identifier: GPL-3.0-or-later
// Any argument list of dbgrun: it becomes programs with names, or is refused with words.
#include "launcher/command_line.h"
#include "tests/fuzz/fuzz_input.h"
#include "util/string_util.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace dbgr;
    std::vector<std::string> arguments;
    for (const std::string_view part : util::split(std::string_view(reinterpret_cast<const char*>(data), size), '\n'))
        arguments.emplace_back(part.substr(0, part.find('\0'))); // as a kernel gives them
    const auto command = launcher::parseCommandLine(arguments);
    if (!command) {
        test::mustHold(!command.error().detail.empty(), "an error has words");
        return 0;
    }
    if (command->action != launcher::Command::Action::Run)
        return 0;
    test::mustHold(command->daemon == command->job.apps.empty(), "all but a daemon have a program");
    for (const launcher::AppSpec& app : command->job.apps)
        test::mustHold(!app.argv.empty() && !app.argv.front().empty(), "a program has a name");
    return 0;
}
