// SPDX-License-Identifier: BSD-3-Clause
// Which Python a process has in its memory, and where: by what the program or libpython exports. Way: keeper, engine ->
// here -> StackReader. Thread: any.
#pragma once

#include "mpir/elf_symbols.h"
#include "util/ids.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace dbgr::python {

struct Interpreter
{
    unsigned minor = 0;        ///< of Python 3; 0: older than 3.9
    bool isRelease = true;     ///< or a candidate for one: structures do not change any more
    std::uint64_t runtime = 0; ///< of what all begins with
    std::uint64_t codeType = 0, frameType = 0, textType = 0, bytesType = 0;

    /// "Python 3.11"
    [[nodiscard]] std::string name() const;
    /// The same one, where a process has its file elsewhere.
    [[nodiscard]] Interpreter movedBy(std::uint64_t bias) const;
    friend bool operator==(const Interpreter&, const Interpreter&) = default;
};

/// Whether a library of that path may be one.
[[nodiscard]] bool isLibraryOfPython(std::string_view path);

/// The one that a file holds, with the addresses of the file. Nothing: none.
[[nodiscard]] std::optional<Interpreter> interpreterIn(const mpir::ElfSymbols& file);
/// The same. Nothing: none, or it cannot be read.
[[nodiscard]] std::optional<Interpreter> interpreterInFile(const std::string& path);

/// Of one process, which may load one later: each file is looked into once.
class InterpreterSearch
{
public:
    explicit InterpreterSearch(util::Pid pid) : m_pid(pid) {}

    /// The one of the program itself, or of a library of Python. Nothing: none yet, or the files cannot be read.
    [[nodiscard]] const std::optional<Interpreter>& find();
    /// What was found so far.
    [[nodiscard]] const std::optional<Interpreter>& known() const { return m_found; }
    /// It has become another program.
    void forget();

private:
    util::Pid m_pid;
    std::string m_program;
    std::string m_libraries;         // how large they were at the last look
    std::set<std::string> m_without; // paths
    std::optional<Interpreter> m_found;
};

} // namespace dbgr::python
