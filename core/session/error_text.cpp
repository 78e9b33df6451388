// SPDX-License-Identifier: BSD-3-Clause
#include "session/error_text.h"

#include "session/session_error.h"
#include "util/string_util.h"

namespace dbgr::session {

namespace {

/// Every line but the first is indented, and blank ends are cut.
std::string indented(std::string_view text)
{
    std::string result;
    for (const std::string_view line : util::split(util::trimmed(text), '\n')) {
        if (!result.empty())
            result += "\n  ";
        result += line;
    }
    return result;
}

} // namespace

std::string errorText(const util::Error& error)
{
    std::string text = indented(error.message());
    if (!error.advice.empty())
        text += "\n  What to do: " + indented(error.advice);
    return text;
}

util::Error noSuchLauncher(std::string_view typed)
{
    const std::string name(typed);
    const bool isPath = name.find('/') != std::string::npos;
    return {make_error_code(Errc::LauncherNotFound),
            "launching " + name + ": " + (isPath ? "no such program" : "no such program in PATH"),
            isPath ? "Check the path, and that the file may be executed."
                   : "Check the name, and that the MPI that you mean is loaded (PATH, or \"module load\")."};
}

util::Error unknownLauncher(const LauncherKind& launcher)
{
    return {
        make_error_code(Errc::LauncherUnsupported), "launching: " + launcher.path + " is " + launcher.name,
        "Name the launcher before the program: mpiexec or mpirun of Open MPI or MPICH, prterun, srun, or dbgr's own "
        "(\"dbgr -n 4 ./app\"). For one that dbgr does not know, write dbgr-exec in front of the program: "
        "\"dbgr LAUNCHER ... dbgr-exec ./app\"."};
}

util::Error noDebugInfo(std::string_view executable)
{
    return {make_error_code(Errc::NoDebugInfo),
            "reading the debug information of " + std::string(executable) + ": it has none",
            "Source lines and variables cannot be shown. Compile and link the program with -g (and -O0 or -Og)."};
}

} // namespace dbgr::session
