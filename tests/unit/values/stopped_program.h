// SPDX-License-Identifier: GPL-3.0-or-later
// A program of a test's own that was compiled, has run and stands where it stopped itself, with a reader over it.
#pragma once

#include "tests/support/values/stopped_process.h"
#include "tests/unit/values/compiled_program.h"
#include "values/expr/parser.h"
#include "values/parts/parts.h"
#include "values/print/printer.h"
#include "values/reader.h"
#include "values/values_error.h"

#include <QtTest>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace dbgr::test {

class StoppedProgram
{
public:
    /// \return false: a tool is missing, or it did not run
    bool start(const QString& compiler, const QByteArray& source, const QStringList& options)
    {
        const QString file = compiler.contains("fortran") ? "program.f90"
                             : compiler.contains("++")    ? "program.cpp"
                                                          : "program.c";
        m_folder.write(file, source);
        QStringList files{file};
        m_isFortran = compiler.contains("fortran");
        if (m_isFortran) { // has no such instruction
            m_folder.write("stop.c", "void stop_here_(void) { __asm__ volatile(\"int3\"); }\n");
            files.append("stop.c");
        }
        if (m_folder.run(compiler, QStringList{"-g", "-o", "program"} + files + options).isNull())
            return false;
        process = StoppedProcess::start(m_folder.path("program"));
        if (!process)
            return false;
        reader = std::make_unique<values::Reader>(store, *process, *process);
        return true;
    }
    [[nodiscard]] values::FrameRef frame()
    {
        values::Frame& innermost = process->innermost();
        return {m_isFortran ? innermost.caller() : &innermost, 0};
    }
    [[nodiscard]] util::Result<values::Answer> answer(const std::string& expression)
    {
        DBGR_TRY(const values::Tree tree, values::parse(expression, reader->language(frame())));
        return reader->evaluate(frame(), tree);
    }
    [[nodiscard]] std::string text(const values::Answer& answer)
    {
        return values::Printer(reader->values(), {}).text(answer, reader->language(frame()));
    }
    /// What it is, or why it is nothing.
    [[nodiscard]] std::string evaluated(const std::string& expression)
    {
        const auto found = answer(expression);
        if (found)
            return text(*found);
        const bool isOurs = found.error().code != values::Errc::NotOurs;
        return (isOurs ? "! " : "not ours: ") + found.error().message();
    }
    /// What the target is afterwards, or why it was not changed.
    [[nodiscard]] std::string assigned(const std::string& target, const std::string& value)
    {
        const values::Language language = reader->language(frame());
        const auto place = values::parse(target, language);
        const auto what = values::parse(value, language);
        if (!place || !what)
            return "! " + (place ? what.error() : place.error()).message();
        auto before = reader->assign(frame(), *place, *what);
        if (!before)
            return "! " + before.error().message();
        m_before = *std::move(before);
        return evaluated(target);
    }
    /// Takes the last assigned() back.
    [[nodiscard]] bool takeBack() { return values::write(reader->values().memory(), m_before).has_value(); }
    /// To the next stop. False: there is none.
    [[nodiscard]] bool goOn()
    {
        if (!process->goOn())
            return false;
        reader = std::make_unique<values::Reader>(store, *process, *process);
        return true;
    }
    /// "x = 1, y = 2": the parts from `first` on; each that has a path is looked up by it and must be the same.
    [[nodiscard]] std::string parts(const std::string& expression, std::uint64_t first = 0, std::uint64_t count = 100)
    {
        const auto found = answer(expression);
        if (!found)
            return "! " + found.error().message();
        const auto* const value = std::get_if<values::Value>(&*found);
        if (!value)
            return "! no value";
        const auto listed =
            values::partsOf(reader->values(), *value, expression, reader->language(frame()), first, count);
        if (!listed)
            return "! " + listed.error().message();
        const std::uint64_t all = values::partCountOf(reader->values(), *value);
        const std::uint64_t expected = first >= all ? 0 : std::min(count, all - first);
        std::string words = listed->size() == expected ? "" : std::to_string(all) + " parts!";
        for (const values::NamedPart& part : *listed) {
            const std::string shown = text(part.value);
            words += (words.empty() ? "" : ", ") + part.name + " = " + shown;
            const std::string again = part.path.empty() ? shown : evaluated(part.path);
            if (again != shown)
                words += " (but " + part.path + " is " + again + ")";
        }
        return words;
    }
    /// "p->x, p->y"
    [[nodiscard]] std::string paths(const std::string& expression)
    {
        const auto found = answer(expression);
        const auto* const value = found ? std::get_if<values::Value>(&*found) : nullptr;
        const auto listed =
            value ? values::partsOf(reader->values(), *value, expression, reader->language(frame()), 0, 100)
                  : util::Result<std::vector<values::NamedPart>>();
        std::string words;
        for (const values::NamedPart& part : listed.value_or(std::vector<values::NamedPart>()))
            words += (words.empty() ? "" : ", ") + (part.path.empty() ? "-" : part.path);
        return words;
    }
    [[nodiscard]] std::uint64_t count(const std::string& expression)
    {
        const auto found = answer(expression);
        const auto* const value = found ? std::get_if<values::Value>(&*found) : nullptr;
        return value ? values::partCountOf(reader->values(), *value) : 0;
    }

    std::unique_ptr<StoppedProcess> process;
    values::DebugFileStore store;
    std::unique_ptr<values::Reader> reader;

private:
    CompiledFolder m_folder;
    values::Writes m_before;
    bool m_isFortran = false;
};

} // namespace dbgr::test
