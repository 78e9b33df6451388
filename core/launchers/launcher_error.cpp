// SPDX-License-Identifier: BSD-3-Clause
#include "launchers/launcher_error.h"

#include "util/error_category.h"

namespace dbgr::launchers {

namespace {

/// For util::ErrorCategory.
const char* meaning(int code)
{
    switch (static_cast<Errc>(code)) {
    case Errc::NotFound:
        return "no such launcher";
    case Errc::Unsupported:
        return "dbgr cannot control the jobs of this launcher";
    case Errc::Incomplete:
        return "dbgr is not installed as a whole";
    }
    return nullptr;
}

} // namespace

const std::error_category& launcherCategory()
{
    static const util::ErrorCategory category("launchers", meaning);
    return category;
}

std::error_code make_error_code(Errc code)
{
    return {static_cast<int>(code), launcherCategory()};
}

util::Error noSuchLauncher(std::string_view typed)
{
    const std::string name(typed);
    const bool isPath = name.find('/') != std::string::npos;
    return {make_error_code(Errc::NotFound),
            "launching " + name + ": " + (isPath ? "no such program" : "no such program in PATH"),
            isPath ? "Check the path, and that the file may be executed."
                   : "Check the name, and that the MPI that you mean is loaded (PATH, or \"module load\")."};
}

util::Error agentMissing(std::string_view otherWay)
{
    return util::Error{make_error_code(Errc::Incomplete),
                       "launching: dbgr is not installed as a whole: dbgr-exec, which has to stand in front of the "
                       "program, is not where dbgr is",
                       "Install dbgr as a whole, or build its target dbgr-exec; if DBGR_DBGD names a folder, dbgr-exec "
                       "belongs there, too." +
                           std::string(otherWay)};
}

util::Error scriptGuessedWrong(util::Error error, std::string_view script)
{
    return util::Error{
        error.code,
        "launching: " + std::string(script) +
            " is a script that does not say which launcher it runs, so one that speaks PMIx was expected: " +
            error.message(),
        "Start that launcher itself (\"dbgr mpiexec -n 4 ./app\"), or name no more than one in the script; "
        "where that cannot be, write dbgr-exec in front of the program: \"dbgr SCRIPT ... dbgr-exec ./app\"."};
}

util::Error unknownLauncher(const LauncherKind& launcher)
{
    return {
        make_error_code(Errc::Unsupported), "launching: " + launcher.path + " is " + launcher.name,
        "Name the launcher before the program: mpiexec or mpirun of Open MPI or MPICH, prterun, srun, or dbgr's own "
        "(\"dbgr -n 4 ./app\"). For one that dbgr does not know, write dbgr-exec in front of the program: "
        "\"dbgr LAUNCHER ... dbgr-exec ./app\"."};
}

} // namespace dbgr::launchers
