// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/terminal_source.h"

#include "app/dbgr/command_language.h"
#include "util/state_folder.h"
#include "util/string_util.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

namespace dbgr::app {

namespace {

constexpr int kHistoryLines = 1000;

TerminalSource* theTerminal = nullptr; // readline's callbacks carry no argument

/// The names of commands that begin with `text`, one a call.
char* nextCommand(const char* text, int again)
{
    static std::size_t at = 0;
    if (again == 0)
        at = 0;
    while (at < commandTable().size()) {
        const std::string name(commandTable()[at++].name);
        if (name.starts_with(text))
            return ::strdup(name.c_str());
    }
    return nullptr;
}

char* nextRankWord(const char* text, int again)
{
    return again == 0 && std::string_view("all").starts_with(text) ? ::strdup("all") : nullptr;
}

/// Commands for the first word, then what that command takes: a file, ranks, a command, or nothing that we know.
char** complete(const char* text, int start, int)
{
    const std::string_view before = util::trimmed(std::string_view(rl_line_buffer, static_cast<std::size_t>(start)));
    rl_attempted_completion_over = 1; // no file names
    if (before.empty())
        return rl_completion_matches(text, nextCommand);
    const auto command = findCommand(before.substr(0, before.find_first_of(" \t")));
    const std::string_view name = command ? (*command)->name : "";
    if (name == "break" || name == "list")
        rl_attempted_completion_over = 0;
    else if (name == "focus" || name == "input" || name == "eof")
        return rl_completion_matches(text, nextRankWord);
    else if (name == "help")
        return rl_completion_matches(text, nextCommand);
    return nullptr;
}

} // namespace

TerminalSource::TerminalSource(net::EventLoop& loop, int promptFd, std::string historyFile)
    : m_loop(loop), m_historyFile(std::move(historyFile))
{
    theTerminal = this;
    rl_readline_name = "dbgr";
    rl_instream = stdin;
    rl_outstream = promptFd == STDOUT_FILENO ? stdout : stderr;
    rl_catch_signals = 0; // signals are the loop's
    rl_catch_sigwinch = 0;
    rl_attempted_completion_function = complete;
    using_history();
    stifle_history(kHistoryLines);
    if (!m_historyFile.empty())
        read_history(m_historyFile.c_str());
    m_resized = m_loop.onSignal(SIGWINCH, [this] {
        if (m_taker)
            rl_resize_terminal();
    });
}

TerminalSource::~TerminalSource()
{
    if (m_taker)
        endPrompt();
    if (!m_historyFile.empty() && write_history(m_historyFile.c_str()) == 0)
        ::chmod(m_historyFile.c_str(), S_IRUSR | S_IWUSR);
    theTerminal = nullptr;
}

void TerminalSource::next(const std::string& prompt, Taker taker)
{
    m_taker = std::move(taker);
    rl_callback_handler_install(prompt.c_str(), &TerminalSource::onLine);
    m_watch = m_loop.watch(STDIN_FILENO, net::Interest::Read, [] { rl_callback_read_char(); });
}

void TerminalSource::onLine(char* text)
{
    if (theTerminal)
        theTerminal->takeLine(text);
    else
        std::free(text);
}

void TerminalSource::takeLine(char* text)
{
    const std::unique_ptr<char, decltype(&std::free)> owned(text, &std::free);
    const Taker taker = m_taker;
    endPrompt();
    if (!text) { // Ctrl-D
        std::fputs("\n", rl_outstream);
        std::fflush(rl_outstream);
        return taker(std::nullopt);
    }
    const std::string line(text);
    remember(line);
    taker(ScriptLine{line, ""});
}

void TerminalSource::remember(const std::string& line)
{
    if (util::trimmed(line).empty())
        return;
    const HIST_ENTRY* last = history_length > 0 ? history_get(history_base + history_length - 1) : nullptr;
    if (!last || line != last->line)
        add_history(line.c_str());
}

void TerminalSource::endPrompt()
{
    m_watch.cancel();
    m_taker = nullptr;
    rl_callback_handler_remove();
}

void TerminalSource::above(const std::function<void()>& write)
{
    if (!m_taker)
        return write();
    rl_clear_visible_line();
    std::fflush(rl_outstream);
    write();
    rl_on_new_line();
    rl_redisplay();
}

bool TerminalSource::clearLine()
{
    if (!m_taker || rl_end == 0)
        return false;
    rl_crlf();
    rl_replace_line("", 1);
    rl_on_new_line();
    rl_redisplay();
    return true;
}

std::string historyPath()
{
    const std::filesystem::path folder = util::stateFolder();
    if (folder.empty())
        return "";
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    return error ? "" : (folder / "history").string();
}

} // namespace dbgr::app
