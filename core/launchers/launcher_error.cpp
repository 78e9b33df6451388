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

util::Error unknownLauncher(const LauncherKind& launcher)
{
    return {
        make_error_code(Errc::Unsupported), "launching: " + launcher.path + " is " + launcher.name,
        "Name the launcher before the program: mpiexec or mpirun of Open MPI or MPICH, prterun, srun, or dbgr's own "
        "(\"dbgr -n 4 ./app\"). For one that dbgr does not know, write dbgr-exec in front of the program: "
        "\"dbgr LAUNCHER ... dbgr-exec ./app\"."};
}

} // namespace dbgr::launchers
