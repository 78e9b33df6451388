// SPDX-License-Identifier: GPL-3.0-or-later
// A program that a test has compiled, running and waiting: what core/values reads of it.
#pragma once

#include "tests/unit/values/compiled_program.h"
#include "values/expr/parser.h"
#include "values/print/printer.h"
#include "values/reader.h"
#include "values/target/code_frame.h"

#include <QProcess>

#include <cstring>
#include <fcntl.h>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unistd.h>
#include <vector>

namespace dbgr::test {

/// Of a process that stands still; bytes can be laid over those that are there.
class ProcessMemory final : public values::Memory
{
public:
    explicit ProcessMemory(qint64 process) : m_file(open(pathOf(process).c_str(), O_RDONLY | O_CLOEXEC)) {}
    ~ProcessMemory() override { close(m_file); }
    ProcessMemory(const ProcessMemory&) = delete;
    ProcessMemory& operator=(const ProcessMemory&) = delete;

    [[nodiscard]] bool read(values::Address address, std::span<std::byte> out) override
    {
        const auto count = pread(m_file, out.data(), out.size(), static_cast<off_t>(address.value));
        if (count != static_cast<ssize_t>(out.size()))
            return false;
        for (const auto& [place, byte] : over) {
            if (place >= address.value && place - address.value < out.size())
                out[place - address.value] = byte;
        }
        return true;
    }
    void lay(values::Address address, std::uint64_t word)
    {
        for (unsigned i = 0; i < sizeof word; ++i)
            over[address.value + i] = static_cast<std::byte>(word >> 8 * i);
    }
    std::map<std::uint64_t, std::byte> over;

private:
    static std::string pathOf(qint64 process) { return "/proc/" + std::to_string(process) + "/mem"; }
    int m_file;
};

/// A program that is not moved when it is loaded, and nothing else.
class ProgramOnly final : public values::ModuleMap
{
public:
    explicit ProgramOnly(const std::string& path) { m_module.path = path, m_module.end = values::Address{1U << 30}; }
    [[nodiscard]] std::span<const values::Module> modules() override { return {&m_module, 1}; }

private:
    values::Module m_module;
};

/// Its global variables, as the function `look` sees them.
class LiveProgram
{
public:
    /// \param options of the compiler \return whether it runs
    [[nodiscard]] bool start(const QString& compiler, const QStringList& options)
    {
        if (m_folder.run(compiler, QStringList{"-g", "-no-pie", "-o", "program"} + options).isNull())
            return false;
        m_pc = values::Address{m_folder.address("program", "_Z4lookv")};
        return run(m_folder.path("program"));
    }
    /// The same program in another process. \param first outlives this
    [[nodiscard]] bool startAgain(const LiveProgram& first)
    {
        m_pc = first.m_pc;
        return run(first.m_folder.path("program"));
    }
    ~LiveProgram()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    [[nodiscard]] CompiledFolder& folder() { return m_folder; }
    [[nodiscard]] ProcessMemory& memory() { return *m_memory; }
    [[nodiscard]] values::Reader& reader() { return *m_reader; }
    /// The reader begins anew, as after another stop.
    void forget() { m_reader = std::make_unique<values::Reader>(m_store, *m_modules, *m_memory); }

    [[nodiscard]] util::Result<values::Answer> answer(const std::string& expression)
    {
        values::CodeFrame frame(m_pc);
        DBGR_TRY(const values::Tree tree, values::parse(expression, values::Language::Cxx));
        return m_reader->evaluate({&frame, 0}, tree);
    }
    /// \pre it has a value
    [[nodiscard]] values::Value value(const std::string& expression)
    {
        const auto found = answer(expression);
        return m_reader->values().settled(std::get<values::Value>(found.value())).value();
    }
    [[nodiscard]] std::string text(const std::string& expression, const values::TextLimits& limits)
    {
        const auto found = answer(expression);
        if (!found)
            return "! " + found.error().message();
        return values::Printer(m_reader->values(), limits).text(*found, values::Language::Cxx);
    }

private:
    [[nodiscard]] bool run(const std::string& program)
    {
        m_process.start(QString::fromStdString(program), QStringList());
        constexpr int kMilliseconds = 10'000;
        if (!m_process.waitForReadyRead(kMilliseconds))
            return false;
        m_memory = std::make_unique<ProcessMemory>(m_process.processId());
        m_modules = std::make_unique<ProgramOnly>(program);
        forget();
        return true;
    }

    CompiledFolder m_folder;
    QProcess m_process;
    values::DebugFileStore m_store;
    std::unique_ptr<ProcessMemory> m_memory;
    std::unique_ptr<ProgramOnly> m_modules;
    std::unique_ptr<values::Reader> m_reader;
    values::Address m_pc;
};

} // namespace dbgr::test
