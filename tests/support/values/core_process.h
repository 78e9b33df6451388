// SPDX-License-Identifier: GPL-3.0-or-later
// A process in a core file of x86-64, for tests of core/values: its memory, its modules, and the frames of its first
// thread. Thread: one at a time.
#pragma once

#include "corefile/byte_source.h"
#include "corefile/elf_file.h"
#include "tests/support/values/call_frame_info.h"
#include "tests/support/values/core_notes.h"
#include "util/result.h"
#include "values/target/frame.h"
#include "values/target/memory.h"
#include "values/target/module_map.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dbgr::test {

class CoreProcess;

class CoreFrame final : public values::Frame
{
public:
    /// \param process outlives this
    CoreFrame(CoreProcess& process, CoreRegisters registers, bool isCaller)
        : m_process(process), m_registers(std::move(registers)), m_isCaller(isCaller)
    {}

    [[nodiscard]] values::Address pc() const override;
    [[nodiscard]] bool isCaller() const override { return m_isCaller; }
    [[nodiscard]] std::optional<values::Address> cfa() override;
    [[nodiscard]] bool readRegister(unsigned number, std::span<std::byte> out) override;
    [[nodiscard]] Frame* caller() override;

private:
    [[nodiscard]] const std::optional<UnwoundFrame>& unwound();

    CoreProcess& m_process;
    CoreRegisters m_registers;
    bool m_isCaller;
    bool m_isUnwound = false;
    std::optional<UnwoundFrame> m_unwound;
    std::unique_ptr<CoreFrame> m_caller;
};

class CoreProcess final : public values::Memory, public values::ModuleMap
{
public:
    /// \errors those of corefile::FileSource::open(), readElf() and readCoreNotes(); executable_format_error for a
    /// program
    [[nodiscard]] static util::Result<std::unique_ptr<CoreProcess>> open(const std::string& path);

    /// The core file's; where that has none, the mapped file's, since pages that nobody may write are not kept in
    /// cores.
    [[nodiscard]] bool read(values::Address address, std::span<std::byte> out) override;
    [[nodiscard]] std::span<const values::Module> modules() override { return m_modules; }
    [[nodiscard]] values::Frame& innermost() { return *m_innermost; }

    /// Nothing where no file tells.
    [[nodiscard]] std::optional<UnwoundFrame> unwind(values::Address lookupPc, const CoreRegisters& registers);

private:
    CoreProcess(corefile::FileSource bytes, corefile::ElfFile core, CoreNotes notes);

    void findModules();
    /// At most so many bytes as are there in one piece.
    [[nodiscard]] std::string piece(values::Address address, std::size_t count);
    /// Null: it cannot be read.
    [[nodiscard]] const corefile::FileSource* mappedFile(const std::string& path);

    corefile::FileSource m_bytes;
    corefile::ElfFile m_core;
    CoreNotes m_notes;
    std::map<std::string, std::optional<corefile::FileSource>> m_files;
    std::vector<values::Module> m_modules;
    std::map<const values::Module*, CallFrameInfo> m_frameInfo;
    std::unique_ptr<CoreFrame> m_innermost;
};

} // namespace dbgr::test
