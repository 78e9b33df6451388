// SPDX-License-Identifier: BSD-3-Clause
#include "launchers/launcher_kind.h"

#include <cctype>
#include <initializer_list>

namespace dbgr::launchers {

namespace {

// Launchers are small: PRRTE's is 40 kB, a stripped hydra with all its libraries inside less than 1 MB.
constexpr std::size_t kMaxLauncherBytes = std::size_t(4) << 20;

std::string_view programOf(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool isWordCharacter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// Whether `text` has `word` with nothing of a word before or behind it.
bool hasWord(std::string_view text, std::string_view word)
{
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !isWordCharacter(text[at - 1])) && (end == text.size() || !isWordCharacter(text[end])))
            return true;
    }
    return false;
}

bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names)
{
    for (const std::string_view one : names) {
        if (name == one)
            return true;
    }
    return false;
}

/// What the name alone tells; mpirun and mpiexec tell nothing, since everyone has them.
LauncherFamily familyOfName(std::string_view name)
{
    if (name == kOwnLauncher)
        return LauncherFamily::Dbgrun;
    if (isOneOf(name, {"prterun", "prte", "prun"}))
        return LauncherFamily::Prrte;
    if (isOneOf(name, {"orterun", "orte"}))
        return LauncherFamily::OpenMpi4;
    if (isOneOf(name, {"mpiexec.hydra", "mpirun.hydra", "hydra"}))
        return LauncherFamily::Hydra;
    if (name == "srun")
        return LauncherFamily::Slurm;
    return LauncherFamily::Unknown;
}

LauncherFamily familyOfScript(std::string_view text)
{
    // Open MPI's own variables are no sign of version 4: scripts for version 5 set them, too.
    if (hasWord(text, "prterun") || hasWord(text, "prte"))
        return LauncherFamily::Prrte;
    if (hasWord(text, "orterun"))
        return LauncherFamily::OpenMpi4;
    if (hasWord(text, "hydra"))
        return LauncherFamily::Hydra;
    if (hasWord(text, "srun"))
        return LauncherFamily::Slurm;
    return LauncherFamily::Script;
}

/// By the libraries and helpers that a binary names in its string tables.
LauncherFamily familyOfBinary(std::string_view bytes)
{
    const auto has = [bytes](std::string_view text) { return bytes.find(text) != std::string_view::npos; };
    if (has("libopen-rte.so"))
        return LauncherFamily::OpenMpi4;
    if (has("libprrte.so") || has("prterun")) // Open MPI 5's mpirun does no more than run prterun
        return LauncherFamily::Prrte;
    if (has("hydra_pmi_proxy"))
        return LauncherFamily::Hydra;
    if (has("libslurm"))
        return LauncherFamily::Slurm;
    return LauncherFamily::Unknown;
}

} // namespace

std::string nameOfLauncher(LauncherFamily family, std::string_view typed)
{
    switch (family) {
    case LauncherFamily::Dbgrun:
        return "dbgrun";
    case LauncherFamily::Prrte:
        return typed.starts_with("mpi") ? "Open MPI (PRRTE)" : "PRRTE";
    case LauncherFamily::OpenMpi4:
        return "Open MPI 4 (ORTE)";
    case LauncherFamily::Hydra:
        return "Hydra (MPICH, MVAPICH or Intel MPI)";
    case LauncherFamily::Slurm:
        return "Slurm's srun";
    case LauncherFamily::Script:
        return "a script";
    case LauncherFamily::Unknown:
        break;
    }
    return "no launcher that dbgr knows";
}

std::vector<std::string> withLauncher(std::vector<std::string> command)
{
    if (!command.empty() && isOneOf(command.front(), {"-n", "-np", "--np"}))
        command.insert(command.begin(), std::string(kOwnLauncher));
    return command;
}

LauncherKind recogniseLauncher(const std::string& path, const LauncherFiles& files)
{
    const std::string file = files.resolved(path);
    LauncherFamily family = familyOfName(programOf(file));
    // The name of the link tells something only where the file's own does not: Open MPI 4 links all to orterun.
    if (family == LauncherFamily::Unknown)
        family = familyOfName(programOf(path));
    if (family == LauncherFamily::Unknown) {
        const std::string bytes = files.contents(file, kMaxLauncherBytes);
        family = bytes.starts_with("#!") ? familyOfScript(bytes) : familyOfBinary(bytes);
    }
    return LauncherKind{family, nameOfLauncher(family, programOf(path)), path};
}

} // namespace dbgr::launchers
