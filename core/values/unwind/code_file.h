// SPDX-License-Identifier: BSD-3-Clause
// A file that processes have code of, with or without debug information: how its frames are unwound, and what they are
// called. Found once for all ranks and samples. Way: unwind() -> CodeFile -> FrameRules; StackSampler -> CodeFile ->
// DebugFile, CodeSymbols. Thread: that of its files.
#pragma once

#include "debug/frame.h"
#include "values/dwarf/call_sites.h"
#include "values/dwarf/code_symbols.h"
#include "values/dwarf/elf_handle.h"
#include "values/dwarf/frame_rules.h"
#include "values/file/loaded_files.h"
#include "values/target/address.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace dbgr::values {

/// A frame without what is its own in each process.
struct CodeName
{
    std::string function; ///< "" unknown
    debug::SourceLocation where;
    bool inlined = false;
    bool begins = false; ///< of an inlined one: its code, or a part of it, begins there; it has not done anything yet
    std::optional<FileAddress> pc; ///< as liblldb has it: where the code of the one inside begins; none: the frame's
};

class CodeFile
{
public:
    /// Null: it cannot be read, or is no ELF file. \param store outlives this
    [[nodiscard]] static std::unique_ptr<CodeFile> open(const std::string& path, DebugFileStore& store);
    /// Of a file that is only in memory: the vdso. Null: it is none.
    [[nodiscard]] static std::unique_ptr<CodeFile> ofImage(std::vector<char> image);

    [[nodiscard]] const std::string& buildId() const { return m_buildId; } ///< "" none
    [[nodiscard]] const std::string& soname() const { return m_soname; }   ///< "" none
    [[nodiscard]] bool hasDebugInfo() const { return m_debug != nullptr; }
    /// What a process adds to the file's addresses, when it has mapped the file from that offset on at `begin`.
    /// Nothing: it cannot have code from there.
    [[nodiscard]] std::optional<std::uint64_t> biasOf(Address begin, std::uint64_t offset) const;

    /// Null where the tables say nothing. It lives until the next call.
    [[nodiscard]] const FrameRow* row(FileAddress pc);
    /// The innermost first, inlined functions as frames of their own; at least one.
    using Names = std::shared_ptr<const std::vector<CodeName>>;
    [[nodiscard]] Names names(FileAddress pc);
    /// That has its code there, and was not inlined; null: no debug information describes one.
    [[nodiscard]] const Scope* functionAt(FileAddress pc);
    /// By the name that linkers have for it. Null: as functionAt()
    [[nodiscard]] const Scope* functionNamed(const std::string& name);
    [[nodiscard]] const std::vector<CallSite>& callsOf(const Scope& function);
    /// How many rows, and places with names, are kept.
    [[nodiscard]] std::size_t kept() const { return m_rows.size() + m_names.size(); }

private:
    struct Segment
    {
        std::uint64_t address = 0, offset = 0, bytes = 0;
    };
    CodeFile() = default;
    void readHeaders();
    [[nodiscard]] std::vector<CodeName> namesOf(FileAddress pc);
    [[nodiscard]] const CodeSymbols& symbols() { return m_debug ? m_debug->codeSymbols() : *m_codeSymbols; }

    std::vector<char> m_image; // outlives the handle
    ElfHandle m_handle;
    DebugFile* m_debug = nullptr; // the store's; null: it has no debug information
    std::string m_buildId, m_soname;
    std::vector<Segment> m_segments;          // with code
    std::optional<FrameRules> m_frameRules;   // where there is no debug information; else the debug file's
    std::optional<CodeSymbols> m_codeSymbols; // the same
    std::map<std::uint64_t, FrameRow> m_rows; // by where they end
    std::unordered_set<std::uint64_t> m_withoutRow;
    std::unordered_map<std::uint64_t, Names> m_names;
    std::unordered_map<std::string, const Scope*> m_functions; // by the names that were asked for
    std::unordered_map<const void*, std::vector<CallSite>> m_calls;
};

} // namespace dbgr::values
