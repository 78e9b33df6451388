// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks of all threads where programs stand, by our own unwinder and by LLDB's, which is the judge. The programs step
// by single instructions, in libraries, too, and leave functions now and then; which ones is a matter of the seed. A
// stack of which ours is not certain is LLDB's in dbgr: of such there is nothing to compare.
//   stacks_judge [--stops N] [--seed N] [PROGRAM [ARGUMENT...]]...
// Without a program: tests/debuggees/unwound.* as several compilers make them. One with arguments is a single word:
// "ls -l /usr".
#include "tests/support/engine/stack_judge.h"
#include "tests/support/engine/stepped_program.h"
#include "tests/unit/values/compiled_program.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QStringList>

#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <vector>

using namespace dbgr;
using namespace dbgr::test;

namespace {

constexpr int kMostShown = 10; ///< differences of a program

struct Counts
{
    int stops = 0;
    int stacks = 0; ///< whole ones that ours was certain of
    int unsure = 0;
    int lost = 0; ///< in which LLDB had lost its way
    int different = 0;

    void add(const Counts& more)
    {
        stops += more.stops;
        stacks += more.stacks;
        unsure += more.unsure;
        lost += more.lost;
        different += more.different;
    }
};

void print(const std::string& what, const Counts& counts)
{
    std::printf("%s: %d stops, %d stacks compared, %d of them where LLDB was lost, %d different; %d are LLDB's\n",
                what.c_str(), counts.stops, counts.stacks, counts.lost, counts.different, counts.unsure);
    std::fflush(stdout);
}

/// One program, again and again until it has stood so often.
class Judged
{
public:
    Judged(QStringList words, std::string name, unsigned seed)
        : m_program(words.takeFirst().toStdString()), m_name(std::move(name)), m_random(seed)
    {
        for (const QString& word : words)
            m_arguments.push_back(word.toStdString());
    }
    Counts run(int stops)
    {
        while (m_counts.stops < stops) {
            const int before = m_counts.stops;
            once(stops);
            if (m_counts.stops == before) { // it does not come to main()
                ++m_counts.different;
                break;
            }
        }
        print(m_name, m_counts);
        return m_counts;
    }

private:
    int number(int least, int most) { return std::uniform_int_distribution<int>(least, most)(m_random); }

    void once(int stops)
    {
        SteppedProgram program(m_program, m_arguments);
        if (!program.runToMain())
            return;
        for (; m_counts.stops < stops && program.stands(); ++m_counts.stops) {
            for (lldb::SBThread thread : program.threads())
                look(program, thread);
            for (int steps = number(1, 3); steps > 0 && program.stands(); --steps)
                program.step(number(1, 40));
            if (program.stands() && number(0, 19) == 0)
                program.leave();
        }
    }
    void look(SteppedProgram& program, lldb::SBThread thread)
    {
        const auto own = program.own(thread);
        if (!own || !own->isWhole()) {
            ++m_counts.unsure;
            return;
        }
        ++m_counts.stacks;
        const StackVerdict verdict = judge(*own, thread);
        m_counts.lost += verdict.is == StackVerdict::Is::LldbIsLost ? 1 : 0;
        if (verdict.is == StackVerdict::Is::Different && ++m_counts.different <= kMostShown) {
            std::printf("%s, stop %d: %s\n", m_name.c_str(), m_counts.stops, verdict.difference.c_str());
            for (std::size_t i = 0; i < own->shown().size(); ++i)
                printFrame("ours", own->frame(i));
            for (const debug::Frame& frame : framesOfLldb(thread))
                printFrame("LLDB's", frame);
        }
    }
    static void printFrame(const char* whose, const debug::Frame& frame)
    {
        std::printf("  %s %u 0x%llx %s in %s\n", whose, frame.index, static_cast<unsigned long long>(frame.pc),
                    frame.function.c_str(), frame.module.c_str());
    }

    std::string m_program;
    std::string m_name;
    std::vector<std::string> m_arguments;
    std::mt19937 m_random;
    Counts m_counts;
};

/// The programs that there are without any on the command line: words, and what they are called.
std::vector<std::pair<QStringList, std::string>> compiledPrograms(CompiledFolder& folder)
{
    struct Compiler
    {
        QString command;
        const char* source;
    };
    const std::vector<Compiler> compilers{
        {"gcc", "unwound.c"}, {"g++", "unwound.cpp"}, {"gfortran", "unwound_f.f90"}, {clangCompiler(), "unwound.cpp"}};
    const std::vector<QStringList> ways{{"-O0"},
                                        {"-O1"},
                                        {"-O2"},
                                        {"-O3", "-fno-omit-frame-pointer"},
                                        {"-Os", "-fcf-protection"},
                                        {"-O2", "-static"},
                                        {"-O2", "-fno-plt", "-Wl,-z,now"},
                                        {"-O1", "-fno-asynchronous-unwind-tables", "-fno-exceptions"},
                                        {"-O2", "-s", "-rdynamic"}};
    std::vector<std::pair<QStringList, std::string>> programs;
    for (const Compiler& compiler : compilers) {
        for (const QStringList& way : ways) {
            const bool throws = QString(compiler.source).endsWith(".cpp");
            const bool isMissing = QStandardPaths::findExecutable(compiler.command).isEmpty();
            if ((isMissing && !qEnvironmentVariableIsSet("DBGR_REQUIRE")) ||
                (throws && way.contains("-fno-exceptions")))
                continue;
            const QString name = QString("%1-%2").arg(compiler.command, way.join(' '));
            const QString file = QString("program%1").arg(programs.size());
            const QString source = QString::fromStdString(sourcePath(compiler.source));
            const QStringList arguments = QStringList{"-g", "-w", "-o", file, source} + way;
            if (folder.run(compiler.command, arguments).isNull())
                std::exit(2);
            programs.push_back({{QString::fromStdString(folder.path(file))}, name.toStdString()});
        }
    }
    return programs;
}

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    const QCommandLineOption stops("stops", "How often programs stand, all together.", "N", "10000");
    const QCommandLineOption seed("seed", "Which steps they make.", "N", "1");
    parser.addOptions({stops, seed});
    parser.process(application);

    CompiledFolder folder;
    std::vector<std::pair<QStringList, std::string>> programs;
    for (const QString& words : parser.positionalArguments())
        programs.push_back({words.split(' ', Qt::SkipEmptyParts), words.toStdString()});
    if (programs.empty())
        programs = compiledPrograms(folder);
    Counts all;
    const int each = (parser.value(stops).toInt() + int(programs.size()) - 1) / int(programs.size());
    unsigned random = parser.value(seed).toUInt();
    for (const auto& [words, name] : programs)
        all.add(Judged(words, name, random++).run(each));
    print("all", all);
    return all.different == 0 && all.stacks > 0 ? 0 : 1;
}
