// SPDX-License-Identifier: GPL-3.0-or-later
// Holds programs that judge conditions against our reader: conditions of every variable and its parts, in every frame
// of core files. Where a program says that a condition is false, the reader has to say so, too. And what programs note
// of variables and expressions, to be shown later: the reader has to show the same of the note and of the process.
//   values_judge FOLDER|CORE...
#include "bytecode/machine.h"
#include "dbgdaemon/engine/lldb/imagined_rank.h"
#include "tests/support/values/core_process.h"
#include "tests/support/values/frame_target.h"
#include "tests/support/values/noted_text.h"
#include "values/expr/parser.h"
#include "values/parts/parts.h"
#include "values/reader.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace dbgr::test {
namespace {

using values::Language;

std::vector<std::string> conditionsOf(const std::string& e, Language language)
{
    if (language == Language::Fortran)
        return {e,
                ".not. " + e,
                e + " == " + e,
                e + " /= 0",
                e + " < 3",
                "-" + e + " < 0",
                e + " + 1 > 2",
                e + " * 2 == 6",
                e + " / 3 == 1",
                e + " - 1.5 >= 0",
                e + " + 0.25d0 <= 3.5d0",
                e + " > 1 .and. " + e + " < 100",
                e + " == 1 .or. " + e + " /= 7",
                e + " .and. .true.",
                e + " .eqv. .true.",
                e + "(1) > 0",
                e + "(2,1) > 0"};
    return {e,
            "!(" + e + ")",
            e + " == " + e,
            e + " != 0",
            e + " < 3",
            e + " > -1",
            "-(" + e + ") < 0",
            e + " + 1 > 2",
            e + " - 1u > 2",
            e + " * 2 == 6",
            e + " / 3 == 1",
            e + " % 3 == 1",
            e + " * 1.5 >= 3",
            e + " + 0.1f < 1",
            e + " > 1 && " + e + " < 100",
            e + " == 1 || " + e + " != 7",
            "~(" + e + ") & 4",
            "(" + e + " >> 1) ^ 3",
            "(" + e + " << 30) < 0",
            "*(" + e + ") == 0",
            "(" + e + ")[1] != 0",
            "(" + e + ") + 1 > (" + e + ")",
            "(char)(" + e + ") < 0",
            "(unsigned short)(" + e + ") > 40000",
            "(long)(" + e + ") == 1",
            "(float)(" + e + ") < 2",
            "(bool)(" + e + ")",
            "(long*)(" + e + ") != 0",
            "&(" + e + ") != 0",
            "*&(" + e + ") == 2",
            "(" + e + ").size() == 3",
            "(" + e + ").empty()",
            "(" + e + ").back() != 0",
            "(" + e + ").has_value()",
            "(" + e + ") == \"abc\""};
}

/// To be shown.
std::vector<std::string> expressionsOf(const std::string& e, Language language)
{
    if (language == Language::Fortran)
        return {e, e + " + 1", e + "(2)", e + "(1,1)", "-" + e, e + " == 1"};
    return {e,       "*(" + e + ")",      "&(" + e + ")",       "(" + e + ") + 1", "(" + e + ")[1]",
            "-" + e, "(long)(" + e + ")", "(" + e + ").size()", e + " == 1",       "(char*)(" + e + ")"};
}

struct Counts
{
    unsigned asked = 0;  ///< the reader has an answer, or there is a program
    unsigned judged = 0; ///< by programs
    unsigned failed = 0; ///< programs that have no answer where the reader has one
    unsigned differing = 0;
    unsigned shown = 0;   ///< of notes
    unsigned missing = 0; ///< programs that note nothing where the reader shows something

    void add(const Counts& other)
    {
        asked += other.asked;
        judged += other.judged;
        failed += other.failed;
        differing += other.differing;
        shown += other.shown;
        missing += other.missing;
    }
};

class Judge
{
public:
    Judge(CoreProcess& process, std::string where)
        : m_process(process), m_reader(m_store, process, process), m_where(std::move(where))
    {}

    Counts run()
    {
        unsigned number = 0;
        for (values::Frame* frame = &m_process.innermost(); frame && number < kMostFrames; frame = frame->caller())
            judgeFrame(*frame, number++);
        return m_counts;
    }

private:
    static constexpr unsigned kMostFrames = 8;
    static constexpr unsigned kDeepest = 2;
    static constexpr std::uint64_t kMostParts = 6;

    void judgeFrame(values::Frame& frame, unsigned number)
    {
        const values::FrameRef here{&frame, values::kInnermostFrame};
        const Language language = m_reader.language(here);
        const auto variables = m_reader.variables(here);
        if (!variables || language == Language::Other)
            return;
        std::set<std::string> names;
        for (const values::Value& variable : *variables) {
            if (names.insert(variable.name).second)
                judgeValue(here, number, variable, variable.name, language, 0);
        }
        if (language != Language::Cxx)
            return;
        if (const auto object = m_reader.find(here, "this")) { // members without it
            const auto parts = values::partsOf(m_reader.values(), *object, "", language, 0, kMostParts);
            for (const values::NamedPart& part : parts ? *parts : std::vector<values::NamedPart>())
                judgeText(here, number, part.name, language);
        }
    }

    void judgeValue(const values::FrameRef& here, unsigned number, const values::Value& value, const std::string& path,
                    Language language, unsigned depth)
    {
        judgeText(here, number, path, language);
        if (depth == kDeepest)
            return;
        const auto parts = values::partsOf(m_reader.values(), value, path, language, 0, kMostParts);
        for (const values::NamedPart& part : parts ? *parts : std::vector<values::NamedPart>()) {
            if (!part.path.empty())
                judgeValue(here, number, part.value, part.path, language, depth + 1);
        }
    }

    void judgeText(const values::FrameRef& here, unsigned number, const std::string& text, Language language)
    {
        for (const std::string& expression : expressionsOf(text, language)) {
            if (const auto tree = values::parse(expression, language))
                show(here, number, expression, *tree, language);
        }
        for (const std::string& condition : conditionsOf(text, language)) {
            if (const auto tree = values::parse(condition, language))
                judge(here, number, condition, *tree);
        }
    }

    void judge(const values::FrameRef& here, unsigned number, const std::string& condition, const values::Tree& tree)
    {
        const auto truth = m_reader.isTrue(here, tree);
        const auto bytes = compiled(here.physical->lookupPc(), tree);
        if (!truth && !bytes)
            return;
        ++m_counts.asked;
        const auto program = bytes ? bytecode::Program::read(*bytes) : std::nullopt;
        if (!program)
            return;
        ++m_counts.judged;
        FrameTarget target(*here.physical, m_process);
        const auto found = bytecode::run(*program, target);
        m_counts.failed += truth && !found ? 1 : 0;
        const bool isLie = found && (truth ? (*found != 0) != *truth : *found == 0);
        if (!isLie)
            return;
        ++m_counts.differing;
        std::printf("%s frame %u: %s: the program says %s, the reader %s\n", m_where.c_str(), number, condition.c_str(),
                    *found != 0 ? "true" : "false",
                    !truth   ? truth.error().message().c_str()
                    : *truth ? "true"
                             : "false");
    }

    void show(const values::FrameRef& here, unsigned number, const std::string& expression, const values::Tree& tree,
              Language language)
    {
        const NotedText noted = notedText(m_store, m_process, here, tree, language);
        if (noted.outcome == NotedText::Outcome::NoProgram)
            return;
        const util::Result<std::string> text = shownText(m_reader, here, tree, language);
        if (noted.outcome == NotedText::Outcome::Fails) {
            m_counts.missing += text ? 1 : 0;
            return;
        }
        ++m_counts.shown;
        if (noted.outcome == NotedText::Outcome::Shown && text && *text == noted.text)
            return;
        ++m_counts.differing;
        std::printf("%s frame %u: %s is %s, and noted it is %s%s\n", m_where.c_str(), number, expression.c_str(),
                    text ? text->c_str() : text.error().message().c_str(), noted.text.c_str(),
                    noted.outcome == NotedText::Outcome::Misses ? " (not all of it was noted)" : "");
    }

    util::Result<std::vector<std::byte>> compiled(values::Address pc, const values::Tree& tree)
    {
        daemon::ImaginedMemory memory;
        values::Reader reader(m_store, m_process, memory);
        daemon::ImaginedFrame frame(pc);
        return reader.compiled({&frame, values::kInnermostFrame}, tree);
    }

    CoreProcess& m_process;
    values::DebugFileStore m_store;
    values::Reader m_reader;
    std::string m_where;
    Counts m_counts;
};

std::vector<std::filesystem::path> coresIn(const std::filesystem::path& place)
{
    if (!std::filesystem::is_directory(place))
        return {place};
    std::vector<std::filesystem::path> cores;
    for (const auto& entry : std::filesystem::directory_iterator(place)) {
        if (entry.path().extension() == ".core")
            cores.push_back(entry.path());
    }
    std::sort(cores.begin(), cores.end());
    return cores;
}

/// False: something was wrong.
bool judgePlace(const std::filesystem::path& place)
{
    Counts all;
    for (const std::filesystem::path& core : coresIn(place)) {
        const auto process = CoreProcess::open(core);
        if (!process) {
            std::printf("%s: %s\n", core.c_str(), process.error().message().c_str());
            return false;
        }
        const Counts one = Judge(**process, core.filename()).run();
        all.add(one);
    }
    std::printf("%s: %u conditions, %u judged by programs, %u of these without an answer; %u shown of notes, %u "
                "without one; %u differ\n",
                place.c_str(), all.asked, all.judged, all.failed, all.shown, all.missing, all.differing);
    return all.judged > 0 && all.shown > 0 && all.differing == 0;
}

} // namespace
} // namespace dbgr::test

int main(int count, char** arguments)
{
    if (count < 2) {
        std::fputs("usage: values_judge FOLDER|CORE...\n", stderr);
        return 2;
    }
    bool isGood = true;
    for (int i = 1; i < count; ++i)
        isGood = dbgr::test::judgePlace(arguments[i]) && isGood;
    return isGood ? 0 : 1;
}
