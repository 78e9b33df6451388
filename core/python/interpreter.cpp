// SPDX-License-Identifier: BSD-3-Clause
#include "python/interpreter.h"

#include "mpir/mapped_files.h"
#include "util/shown_path.h"
#include "util/unique_fd.h"

#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <system_error>
#include <utility>
#include <vector>

namespace dbgr::python {

namespace {

using Symbols = std::map<std::string, mpir::Symbol>;

/// What Py_Version says, which is a constant of the file: 0x030B02F0 is 3.11.2.
std::optional<std::uint32_t> versionIn(const mpir::ElfSymbols& file, const Symbols& symbols)
{
    const auto symbol = symbols.find("Py_Version");
    if (symbol == symbols.end())
        return std::nullopt;
    std::uint32_t version = 0;
    const std::vector<std::byte> bytes = file.bytesAt(symbol->second.address, sizeof version);
    if (bytes.size() == sizeof version)
        std::memcpy(&version, bytes.data(), sizeof version);
    return version;
}

/// Older ones by functions that they were the first to have.
unsigned minorByFunctions(const Symbols& symbols)
{
    if (symbols.contains("Py_NewRef"))
        return 10;
    return symbols.contains("PyThreadState_GetFrame") ? 9 : 0;
}

std::string programOf(util::Pid pid)
{
    std::error_code ignored;
    const auto shown = std::filesystem::read_symlink("/proc/" + std::to_string(pid.value()) + "/exe", ignored).string();
    return std::string(util::shownPath(shown).path);
}

/// Changes when code is mapped, and is had in a hundredth of the time that a list of all mappings takes: "2112 kB".
std::string sizeOfLibraries(util::Pid pid)
{
    std::ifstream status("/proc/" + std::to_string(pid.value()) + "/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmLib:"))
            return line;
    }
    return {};
}

util::UniqueFd openFile(const std::string& path)
{
    return util::UniqueFd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
}

/// The program's has a name of its own, whatever has become of it.
util::UniqueFd openMapped(util::Pid pid, const mpir::MappedFile& mapped, bool isProgram)
{
    if (isProgram)
        return openFile("/proc/" + std::to_string(pid.value()) + "/exe");
    return mpir::openMapped(pid, mapped).value_or(util::UniqueFd());
}

std::optional<Interpreter> interpreterAt(util::UniqueFd opened, const mpir::MappedFile& mapped)
{
    const auto file = mpir::ElfSymbols::open(std::move(opened));
    const auto bias = file ? file->loadBias(mapped.start, mapped.fileOffset) : std::nullopt;
    const auto found = bias ? interpreterIn(*file) : std::nullopt;
    return found ? std::optional(found->movedBy(*bias)) : std::nullopt;
}

} // namespace

std::string Interpreter::name() const
{
    return minor == 0 ? "Python before 3.9" : "Python 3." + std::to_string(minor);
}

Interpreter Interpreter::movedBy(std::uint64_t bias) const
{
    Interpreter moved = *this;
    for (std::uint64_t* const address :
         {&moved.runtime, &moved.codeType, &moved.frameType, &moved.textType, &moved.bytesType})
        *address += bias;
    return moved;
}

bool isLibraryOfPython(std::string_view path)
{
    return path.substr(path.rfind('/') + 1).starts_with("libpython");
}

std::optional<Interpreter> interpreterIn(const mpir::ElfSymbols& file)
{
    constexpr std::uint32_t kCandidate = 0xC;
    const Symbols symbols = file.find(mpir::ElfSymbols::Table::Dynamic,
                                      {"_PyRuntime", "Py_Version", "PyCode_Type", "PyFrame_Type", "PyUnicode_Type",
                                       "PyBytes_Type", "Py_NewRef", "PyThreadState_GetFrame"});
    const auto addressOf = [&](const char* name) {
        const auto found = symbols.find(name);
        return found == symbols.end() ? 0 : found->second.address;
    };
    Interpreter found;
    found.runtime = addressOf("_PyRuntime");
    found.codeType = addressOf("PyCode_Type");
    found.frameType = addressOf("PyFrame_Type");
    found.textType = addressOf("PyUnicode_Type");
    found.bytesType = addressOf("PyBytes_Type");
    if (found.runtime == 0 || found.codeType == 0 || found.frameType == 0 || found.textType == 0 ||
        found.bytesType == 0)
        return std::nullopt;
    const auto version = versionIn(file, symbols);
    if (version && *version >> 24U != 3)
        return std::nullopt;
    found.minor = version ? (*version >> 16U) & 0xFFU : minorByFunctions(symbols);
    found.isRelease = !version || ((*version >> 4U) & 0xFU) >= kCandidate;
    return found;
}

std::optional<Interpreter> interpreterInFile(const std::string& path)
{
    const auto file = mpir::ElfSymbols::open(openFile(path));
    return file ? interpreterIn(*file) : std::nullopt;
}

const std::optional<Interpreter>& InterpreterSearch::find()
{
    if (m_found)
        return m_found;
    const std::string libraries = sizeOfLibraries(m_pid);
    if (std::exchange(m_libraries, libraries) == libraries)
        return m_found;
    if (m_program.empty())
        m_program = programOf(m_pid);
    const auto files = mpir::mappedFiles(m_pid);
    for (const mpir::MappedFile& mapped : files ? *files : std::vector<mpir::MappedFile>()) {
        const bool isProgram = mapped.path == m_program;
        const bool mayBe = isProgram || isLibraryOfPython(mapped.path);
        if (mayBe && !m_found && m_without.insert(mapped.path).second)
            m_found = interpreterAt(openMapped(m_pid, mapped, isProgram), mapped);
    }
    return m_found;
}

void InterpreterSearch::forget()
{
    *this = InterpreterSearch(m_pid);
}

} // namespace dbgr::python
