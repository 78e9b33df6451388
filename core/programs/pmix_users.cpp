// SPDX-License-Identifier: BSD-3-Clause
#include "programs/pmix_users.h"

#include "programs/elf_imports.h"
#include "util/environment.h"
#include "util/folder_entries.h"
#include "util/string_util.h"
#include "util/unique_fd.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dbgr::programs {

namespace {

/// More than any program has.
constexpr std::size_t kMaxLibraries = 1024;
constexpr std::size_t kMaxConfigurationLines = 1000;

/// Those of MPI and PMIx, and of what is made for them.
constexpr std::array<std::string_view, 5> kOfMpi{"libmpi", "libpmi", "libdbgrpmix", "libopen-", "liboshmem"};
/// Of these, where the functions are: that they name them does not mean that anybody calls them.
constexpr std::array<std::string_view, 14> kMpiItself{
    "libmpi.", "libmpi_cxx.", "libmpi_mpifh.", "libmpi_use", "libmpi_abi.", "libmpicxx.", "libmpich",
    "libmpif", "libpmi.",     "libpmi2.",      "libpmix.",   "libopen-",    "liboshmem.", "libdbgrpmix."};
/// Who calls any.
constexpr std::array<std::string_view, 10> kInterpreters{"libpython", "libperl", "libruby", "libjvm",   "libjulia",
                                                         "libR.so",   "libtcl",  "liblua",  "libguile", "liboctinterp"};
/// By which a process becomes another program.
constexpr std::array<std::string_view, 8> kExecs{"execl",  "execle", "execlp",  "execv",
                                                 "execve", "execvp", "execvpe", "execveat"};
/// By which it loads code by itself, or finds functions by name. Static programs name them whether they do or not.
constexpr std::array<std::string_view, 4> kLoaders{"dlopen", "dlmopen", "dlsym", "dlvsym"};
/// Parts of the names of functions that begin with MPI or PMIx, in small letters: of C, of Fortran's compilers, of C++.
constexpr std::array<std::string_view, 10> kInits{"mpi_init",   "mpi_session_init", "3mpi4init", "3mpi11init_thread",
                                                  "mpix_init",  "pmix_init",        "pmi_init",  "pmi2_init",
                                                  "shmem_init", "start_pes"};
/// Functions that only ask, and are named nearly as the others.
constexpr std::array<std::string_view, 3> kQuestions{"initialized", "initialized_", "initialized__"};

/// Wherever they are: they load and execute what others ask them for.
constexpr std::array<std::string_view, 4> kCLibrary{"libc.so.", "libdl.so.", "libpthread.so.", "ld-linux"};
constexpr std::array<std::string_view, 4> kSystemFolders{"/lib", "/usr/lib", "/lib64", "/usr/lib64"};

bool namesAnyOf(const ElfImports& imports, std::span<const std::string_view> names)
{
    return std::ranges::any_of(names, [&](std::string_view name) { return imports.mayName(name); });
}

bool namesAnInit(const ElfImports& imports)
{
    std::string names = imports.names;
    std::ranges::transform(names, names.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    const auto begins = [](std::string_view name) {
        return std::ranges::any_of(kInits, [&](std::string_view init) { return name.find(init) != name.npos; }) &&
               std::ranges::none_of(kQuestions, [&](std::string_view question) { return name.ends_with(question); });
    };
    return std::ranges::any_of(util::split(names, '\0'), begins);
}

bool beginsWithAnyOf(std::string_view name, std::span<const std::string_view> beginnings)
{
    return std::ranges::any_of(beginnings, [&](std::string_view beginning) { return name.starts_with(beginning); });
}

std::optional<ElfImports> importsOf(const std::string& path)
{
    const util::UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat status;
    if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
        return std::nullopt;
    const auto read = [&](std::uint64_t offset, std::span<std::byte> out) {
        while (!out.empty()) {
            const ssize_t got =
                offset > INT64_MAX ? -1 : ::pread(file.get(), out.data(), out.size(), static_cast<off_t>(offset));
            if (got <= 0)
                return false;
            out = out.subspan(static_cast<std::size_t>(got));
            offset += static_cast<std::uint64_t>(got);
        }
        return true;
    };
    auto imports = readElfImports(read);
    return imports ? std::optional(*std::move(imports)) : std::nullopt;
}

std::string folderOfFile(const std::string& path)
{
    return path.substr(0, path.rfind('/'));
}

bool isOfTheSystem(const std::string& path)
{
    if (beginsWithAnyOf(std::string_view(path).substr(path.rfind('/') + 1), kCLibrary))
        return true;
    return std::ranges::any_of(kSystemFolders, [&](std::string_view folder) {
        return path.starts_with(folder) && path.size() > folder.size() && path[folder.size()] == '/';
    });
}

/// "$ORIGIN/../lib" of a file in /opt/bin is /opt/bin/../lib. Empty: a word that we do not know.
std::string withOrigin(std::string folder, const std::string& origin)
{
    for (const std::string_view word : {"${ORIGIN}", "$ORIGIN"})
        for (auto at = folder.find(word); at != std::string::npos; at = folder.find(word, at + origin.size()))
            folder.replace(at, word.size(), origin);
    return folder.find('$') == std::string::npos ? folder : std::string();
}

/// Goes through a program and all that it needs.
class Search
{
public:
    Search(const std::vector<std::string>& environment, std::string folder, const LibraryPlaces& places)
        : m_folder(std::move(folder))
    {
        const std::string path(util::findVariable(environment, "LD_LIBRARY_PATH").value_or(""));
        for (const std::string_view each : util::split(path, ':'))
            if (!path.empty())
                m_places.emplace_back(each.empty() ? "." : each);
        m_places.insert(m_places.end(), places.folders.begin(), places.folders.end());
        m_places.insert(m_places.end(), kSystemFolders.begin(), kSystemFolders.end());
        for (const char* variable : {"LD_PRELOAD", "LD_AUDIT"}) {
            std::string libraries(util::findVariable(environment, variable).value_or(""));
            std::ranges::replace(libraries, ':', ' ');
            for (const std::string_view library : util::split(libraries, ' '))
                if (!library.empty())
                    m_waiting.emplace_back(library);
        }
    }

    InitCalls callsOf(const std::string& program)
    {
        const auto own = importsOf(program);
        if (!own || own->names.empty())
            return InitCalls::Perhaps;
        m_open = namesAnyOf(*own, kExecs) || (own->dynamic && namesAnyOf(*own, kLoaders));
        m_namesInit = namesAnInit(*own);
        m_hasMpi = !own->dynamic && m_namesInit; // it is in the file
        if (own->dynamic)
            lookAtLibraries(*own, program);
        if (m_namesInit && m_hasMpi)
            return InitCalls::Likely;
        return m_namesInit || m_open ? InitCalls::Perhaps : InitCalls::Never;
    }

private:
    void lookAtLibraries(const ElfImports& own, const std::string& program)
    {
        take(own, program);
        while (!m_waiting.empty()) {
            const std::string library = std::move(m_waiting.back());
            m_waiting.pop_back();
            if (m_seen.size() > kMaxLibraries) {
                m_open = true;
                return;
            }
            if (m_seen.insert(library).second)
                lookAt(library);
        }
    }

    void take(const ElfImports& imports, const std::string& path)
    {
        m_waiting.insert(m_waiting.end(), imports.libraries.begin(), imports.libraries.end());
        for (const std::string& folder : imports.folders)
            if (std::string whole = withOrigin(folder, folderOfFile(path)); !whole.empty())
                m_places.insert(m_places.begin(), std::move(whole));
    }

    void lookAt(const std::string& library)
    {
        const std::string_view name = std::string_view(library).substr(library.rfind('/') + 1);
        m_hasMpi = m_hasMpi || beginsWithAnyOf(name, kOfMpi);
        m_open = m_open || beginsWithAnyOf(name, kInterpreters);
        if (beginsWithAnyOf(name, kMpiItself) || beginsWithAnyOf(name, kInterpreters))
            return;
        const auto found = find(library);
        if (!found) {
            m_open = true;
            return;
        }
        m_namesInit = m_namesInit || namesAnInit(found->imports);
        m_open = m_open || (!isOfTheSystem(found->path) &&
                            (namesAnyOf(found->imports, kExecs) || namesAnyOf(found->imports, kLoaders)));
        take(found->imports, found->path);
    }

    struct Found
    {
        std::string path;
        ElfImports imports;
    };
    [[nodiscard]] std::optional<Found> find(const std::string& library) const
    {
        std::vector<std::string> paths;
        if (library.find('/') != std::string::npos)
            paths.push_back(library);
        else
            for (const std::string& place : m_places)
                paths.push_back(place + "/" + library);
        for (std::string& path : paths) {
            if (!path.starts_with('/'))
                path = m_folder + "/" + path;
            if (auto imports = importsOf(path))
                return Found{std::move(path), *std::move(imports)};
        }
        return std::nullopt;
    }

    std::string m_folder;
    std::vector<std::string> m_places;
    std::vector<std::string> m_waiting;
    std::set<std::string> m_seen;
    bool m_hasMpi = false;
    bool m_namesInit = false; ///< in the program, or in a library that is none of MPI's own
    bool m_open = false;      ///< other code may come into the process
};

/// The words of a file of /proc, each with a zero behind it.
std::vector<std::string> wordsOf(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    std::vector<std::string> words;
    for (std::string word; std::getline(file, word, '\0');)
        words.push_back(word);
    return words;
}

} // namespace

LibraryPlaces LibraryPlaces::ofThisSystem(const std::string& root)
{
    LibraryPlaces places;
    std::vector<std::string> files = util::entriesOf(root + "etc/ld.so.conf.d");
    std::ranges::sort(files);
    files.insert(files.begin(), root + "etc/ld.so.conf");
    for (const std::string& file : files) {
        std::ifstream lines(file);
        for (std::string line; places.folders.size() < kMaxConfigurationLines && std::getline(lines, line);)
            if (const std::string_view folder = util::trimmed(line); folder.starts_with('/'))
                places.folders.emplace_back(folder);
    }
    return places;
}

InitCalls pmixInitCallsOf(const std::string& program, const std::vector<std::string>& environment,
                          const std::string& folder, const LibraryPlaces& places)
{
    return Search(environment, folder, places).callsOf(program);
}

InitCalls pmixInitCallsOf(util::Pid process, const std::string& procRoot)
{
    const std::string own = procRoot + "/" + std::to_string(process.value());
    std::error_code unreadable;
    const auto program = std::filesystem::read_symlink(own + "/exe", unreadable);
    if (unreadable)
        return InitCalls::Perhaps;
    const auto folder = std::filesystem::read_symlink(own + "/cwd", unreadable);
    return pmixInitCallsOf(program.string(), wordsOf(own + "/environ"), folder.string());
}

} // namespace dbgr::programs
