// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/command_line.h"

#include "launcher/command_options.h"
#include "pmix/types/status.h"
#include "util/string_util.h"

#include <array>
#include <utility>

namespace dbgr::launcher {

using pmix::Status;

namespace {

/// The options of one program, the program and its arguments; then those behind a ":".
class Parser
{
public:
    explicit Parser(std::span<const std::string> arguments) : m_left(arguments) {}

    util::Result<Command> parse()
    {
        do {
            DBGR_TRY(const bool more, parseProgram());
            if (!more)
                break;
        } while (m_command.action == Command::Action::Run);
        if (m_command.action == Command::Action::Run)
            DBGR_TRY(checkWhole());
        return std::move(m_command);
    }

private:
    [[nodiscard]] bool atEnd() const { return m_left.empty(); }
    const std::string& take()
    {
        const std::string& argument = m_left.front();
        m_left = m_left.subspan(1);
        return argument;
    }

    /// Whether another one follows.
    util::Result<bool> parseProgram()
    {
        AppSpec app;
        app.processes = 0;
        DBGR_TRY(parseOptions(app));
        if (m_command.action != Command::Action::Run)
            return false;
        bool more = false;
        while (!atEnd() && !more) {
            const std::string& argument = take();
            more = argument == ":";
            if (!more)
                app.argv.push_back(argument);
        }
        const bool several = more || !m_command.job.apps.empty();
        if (several && app.argv.empty())
            return util::fail(Status::ErrBadParam,
                              "a program is missing " + std::string(more ? "before" : "behind") + " ':'",
                              "the form is: dbgrun -n 2 ./one ARGUMENTS : -n 3 ./other ARGUMENTS");
        if (!app.argv.empty() && app.argv.front().empty())
            return util::fail(Status::ErrBadParam, "the program's name is empty");
        if (!app.argv.empty())
            m_command.job.apps.push_back(std::move(app));
        return more;
    }

    /// Up to the program.
    util::Result<void> parseOptions(AppSpec& app)
    {
        while (!atEnd() && m_left.front().size() > 1 && m_left.front().front() == '-') {
            const std::string& argument = take();
            if (argument == "--")
                break;
            DBGR_TRY(parseOption(argument, app));
        }
        return util::ok();
    }

    util::Result<void> parseOption(const std::string& argument, AppSpec& app)
    {
        const std::string_view body = std::string_view(argument).substr(argument.starts_with("--") ? 2 : 1);
        const auto equals = body.find('=');
        const std::string_view name = body.substr(0, equals);
        const OptionInfo* option = findOption(name);
        if (option == nullptr)
            return util::fail(Status::ErrBadParam, "there is no option " + argument.substr(0, argument.find('=')),
                              adviceForUnknownOption(name));
        std::string value;
        if (equals != std::string_view::npos) {
            if (option->argument.empty() || option->argument.find(' ') != std::string_view::npos)
                return util::fail(Status::ErrBadParam, "the option " + spelled(name) + " takes no value behind '='");
            value = body.substr(equals + 1);
        } else if (!option->argument.empty() && !option->argument.starts_with('[')) {
            DBGR_TRY(value, takeValue(*option, name));
        }
        auto applied = option->apply({m_command, app}, value);
        if (!applied)
            return util::fail(std::move(applied).error().withContext("the option " + spelled(name)));
        return util::ok();
    }

    util::Result<std::string> takeValue(const OptionInfo& option, std::string_view name)
    {
        std::string value;
        for (std::size_t i = 0; i < util::split(option.argument, ' ').size(); ++i) {
            if (atEnd())
                return util::fail(Status::ErrBadParam,
                                  "the option " + spelled(name) + " needs a value: " + std::string(option.argument));
            value += (i == 0 ? "" : "=") + take();
        }
        return value;
    }

    util::Result<void> checkWhole()
    {
        const std::size_t programs = m_command.job.apps.size();
        if (m_command.daemon && programs != 0)
            return util::fail(Status::ErrBadParam,
                              "--daemon starts no program, but " + m_command.job.apps.front().argv.front() +
                                  " was given",
                              "leave out --daemon, or the program: tools ask a daemon for programs");
        if (!m_command.daemon && programs == 0)
            return util::fail(Status::ErrBadParam, "no program was given",
                              "the form is: dbgrun -n 4 ./program ARGUMENTS (dbgrun --help lists the options)");
        for (const AppSpec& app : m_command.job.apps)
            if (programs > 1 && app.processes == 0)
                return util::fail(Status::ErrBadParam, "'" + app.argv.front() + "' has no number of processes",
                                  "with several programs, say for each of them how many: -n N");
        return util::ok();
    }

    std::span<const std::string> m_left;
    Command m_command;
};

std::string describe(const OptionInfo& option)
{
    constexpr std::size_t kIndent = 24;
    std::string text = "  ";
    for (const std::string_view name : util::split(option.names, ','))
        text += (text.size() > 2 ? ", " : "") + spelled(name);
    if (option.argument.starts_with('['))
        text += "[=" + std::string(option.argument.substr(1));
    else if (!option.argument.empty())
        text += " " + std::string(option.argument);
    if (text.size() + 2 > kIndent)
        text += "\n" + std::string(kIndent, ' ');
    else
        text.resize(kIndent, ' ');
    for (const char letter : option.help) {
        text += letter;
        if (letter == '\n')
            text.append(kIndent, ' ');
    }
    return text + "\n";
}

} // namespace

util::Result<Command> parseCommandLine(std::span<const std::string> arguments)
{
    return Parser(arguments).parse();
}

std::string helpText()
{
    using Titled = std::pair<OptionSection, const char*>;
    constexpr std::array kTitles{
        Titled{OptionSection::Processes, "The program that follows, up to ':' (each has its own):"},
        Titled{OptionSection::Placement, "Where processes run:"}, Titled{OptionSection::Streams, "Input and output:"},
        Titled{OptionSection::Debugging, "Debuggers and limits:"}, Titled{OptionSection::Launcher, "dbgrun itself:"}};
    std::string text = "Usage: dbgrun [OPTIONS] PROGRAM [ARGUMENTS...] [: [OPTIONS] PROGRAM [ARGUMENTS...]]...\n"
                       "       dbgrun --daemon [OPTIONS]\n\n"
                       "Starts the processes of an MPI job on this node, for Open MPI 4 and 5 and whatever else uses "
                       "PMIx,\nand serves debuggers. Options may be written with one dash or two.\n";
    for (const auto& [section, title] : kTitles) {
        text += "\n" + std::string(title) + "\n";
        for (const OptionInfo& option : optionTable())
            if (option.section == section)
                text += describe(option);
    }
    return text + "\nExit status: that of the first process that failed, 128 + the number of the signal that ended it, "
                  "or 0.\n";
}

} // namespace dbgr::launcher
