// SPDX-License-Identifier: GPL-3.0-or-later
// What an expression in many ranks costs: our reader over N processes that stand still, as after a stop, beside one gdb
// and one liblldb, by its compiler of expressions, that have the same N programs and are asked for each of them. In
// milliseconds for all ranks, by the clock; ours of the processor, too. The first time, in which debug information is
// read, by itself. Of x86-64 only. Usage: value_ranks [N ...]
#include "tests/support/values/stopped_process.h"
#include "values/expr/parser.h"
#include "values/expr/statistics.h"
#include "values/print/printer.h"
#include "values/reader.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

using namespace dbgr;
using namespace dbgr::test;

namespace {

constexpr int kRounds = 11;
constexpr int kRoundsOfOthers = 5;
const char* const kAllLocals = "all locals";
const char* const kStatistics = "stats series";

struct Question
{
    std::string text;
    std::string gdbs, lldbs; ///< "" it has no answer to that
};

/// A program, and what is asked in one of its frames.
struct Asked
{
    std::string program;
    unsigned frame = 0; ///< counted from the innermost
    values::Language language;
    std::vector<Question> questions;
};

const std::vector<Asked> kAsked{
    {"sums",
     0,
     values::Language::Cxx,
     {{"x", "x", "x"},
      {"x*2+arr[3]", "x*2+arr[3]", "x*2+arr[3]"},
      {"cell", "cell", "cell"},
      {kAllLocals, kAllLocals, kAllLocals}}},
    // What has no Fortran is asked for the same in C++: an array's element, and a sum that is written out.
    {"sums_f",
     1,
     values::Language::Fortran,
     {{"field(7,3)", "field(7,3)", "heap[7]"},
      {"sum(series)", "", R"(__asm__ volatile(""); double s = 0; for (int i = 0; i < 1000000; ++i) s += heap[i]; s)"},
      {"sum(series*2)", "", ""},
      {"sum(series(1000000:1:-1))", "", ""},
      {"sum(series(::4))", "", ""},
      {"maxval(series)", "", ""},
      {kStatistics, "", ""},
      {kAllLocals, "", ""}}}};

struct Times
{
    double first = 0;
    double median = 0;    ///< of the rounds after it
    double processor = 0; ///< the least of those
};

double millisecondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

double processorMilliseconds()
{
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

/// In one rank, whose reader is made anew as at each stop. \return how long the text is, so that it is made
std::size_t answered(values::DebugFileStore& store, StoppedProcess& process, const Asked& asked,
                     const std::string& question, const values::Tree& tree)
{
    values::Reader reader(store, process, process);
    values::Frame* place = &process.innermost();
    for (unsigned i = 0; i < asked.frame && place; ++i)
        place = place->caller();
    const values::FrameRef frame{place, 0};
    values::Printer printer(reader.values(), {});
    if (question == kStatistics) {
        const auto answer = reader.evaluate(frame, tree);
        return answer && values::statisticsOf(reader.values(), *answer) ? 1 : 0;
    }
    if (question != kAllLocals) {
        const auto answer = reader.evaluate(frame, tree);
        return answer ? printer.text(*answer, asked.language).size() : 0;
    }
    std::size_t length = 0;
    const auto variables = reader.variables(frame);
    for (const values::Value& value : variables.value_or(std::vector<values::Value>()))
        length += printer.text(value).size();
    return length;
}

Times timesOfOurs(std::vector<std::unique_ptr<StoppedProcess>>& ranks, const Asked& asked, const std::string& question)
{
    const auto tree = values::parse(question == kAllLocals    ? "0"
                                    : question == kStatistics ? "series"
                                                              : question,
                                    asked.language);
    values::DebugFileStore store;
    std::vector<double> rounds;
    std::vector<double> processor;
    for (int round = 0; round <= kRounds && tree; ++round) {
        const auto start = std::chrono::steady_clock::now();
        const double begun = processorMilliseconds();
        for (const auto& rank : ranks) {
            if (answered(store, *rank, asked, question, *tree) == 0)
                return {};
        }
        rounds.push_back(millisecondsSince(start));
        processor.push_back(processorMilliseconds() - begun);
    }
    std::sort(rounds.begin() + 1, rounds.end());
    return {rounds.front(), rounds[1 + kRounds / 2], *std::min_element(processor.begin() + 1, processor.end())};
}

std::string quoted(const std::string& text)
{
    return "'" + text + "'";
}

/// What both debuggers do, by a function `ask` of theirs.
void writeRounds(std::ofstream& script, unsigned ranks)
{
    script << "for question in questions:\n"
              "    rounds = []\n"
              "    try:\n"
              "        for round in range("
           << kRoundsOfOthers + 1
           << "):\n"
              "            start = time.perf_counter()\n"
              "            for rank in range("
           << ranks
           << "):\n"
              "                ask(rank, question)\n"
              "            rounds.append((time.perf_counter() - start) * 1e3)\n"
              "        print('TIMES', rounds[0], sorted(rounds[1:])["
           << kRoundsOfOthers / 2
           << "])\n"
              "    except (ValueError, RuntimeError):\n"
              "        print('TIMES', 0, 0)\n";
}

void writeForGdb(std::ofstream& script, const std::string& program, const Asked& asked, unsigned ranks)
{
    script
        << "import gdb, time\n"
           "run = lambda text: gdb.execute(text, to_string=True)\n"
           "for setting in ('pagination off', 'confirm off', 'schedule-multiple off', 'print inferior-events off'):\n"
           "    run('set ' + setting)\n"
           "run('file "
        << program << "')\n"
        << "if " << ranks << " > 1: run('add-inferior -exec " << program << " -copies " << ranks - 1 << "')\n"
        << "for rank in range(1, " << ranks + 1
        << "):\n"
           "    run('inferior %d' % rank)\n"
           "    run('run')\n"
           "    run('frame "
        << asked.frame
        << "')\n"
           "def ask(rank, question):\n"
           "    run('inferior %d' % (rank + 1))\n"
        << "    run('frame " << asked.frame << "')\n"
        << "    if question == " << quoted(kAllLocals)
        << ": run('info locals')\n"
           "    else: str(gdb.parse_and_eval(question))\n";
    writeRounds(script, ranks);
    script << "run('kill inferiors %s' % ' '.join(map(str, range(1, " << ranks + 1 << "))))\n";
}

void writeForLldb(std::ofstream& script, const std::string& program, unsigned ranks)
{
    script << "import lldb, time\n"
              "debugger = lldb.SBDebugger.Create()\n"
              "debugger.SetAsync(False)\n"
              "processes = []\n"
              "for rank in range("
           << ranks
           << "):\n"
              "    target = debugger.CreateTarget("
           << quoted(program)
           << ")\n"
              "    processes.append(target.LaunchSimple(None, None, None))\n"
              "def ask(rank, question):\n"
              "    frame = processes[rank].GetThreadAtIndex(0).GetFrameAtIndex(0)\n"
              "    if question == "
           << quoted(kAllLocals)
           << ":\n"
              "        for value in frame.GetVariables(True, True, False, True): str(value)\n"
              "    else:\n"
              "        value = frame.EvaluateExpression(question)\n"
              "        if value.GetError().Fail(): raise ValueError(str(value.GetError()))\n"
              "        str(value)\n";
    writeRounds(script, ranks);
    script << "for process in processes: process.Kill()\n";
}

/// Runs a debugger with a script. \return in the order of the questions that it has an answer to; empty: it is not
/// there
std::vector<Times> timesSaid(const std::filesystem::path& folder, const std::string& command)
{
    const std::string said = (folder / "said").string();
    if (std::system((command + " >" + said + " 2>&1 </dev/null").c_str()) != 0)
        return {};
    std::vector<Times> result;
    std::ifstream lines(said);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string mark;
        Times times;
        if (words >> mark >> times.first >> times.median && mark == "TIMES")
            result.push_back(times);
    }
    return result;
}

enum class Other
{
    Gdb,
    Lldb
};

/// In the order of the questions; zeros where it has no answer.
std::vector<Times> timesOf(Other other, const std::string& programs, const Asked& asked, unsigned ranks)
{
    char name[] = "/tmp/value_ranks.XXXXXX";
    if (!::mkdtemp(name))
        return {};
    const std::filesystem::path folder(name);
    const std::string file = (folder / "ask.py").string();
    std::ofstream script(file);
    std::vector<std::size_t> places;
    script << "questions = [";
    for (std::size_t i = 0; i < asked.questions.size(); ++i) {
        const std::string& text = other == Other::Gdb ? asked.questions[i].gdbs : asked.questions[i].lldbs;
        if (text.empty())
            continue;
        script << quoted(text) << ", ";
        places.push_back(i);
    }
    script << "]\n";
    if (other == Other::Gdb)
        writeForGdb(script, programs + asked.program, asked, ranks);
    else
        writeForLldb(script, programs + "sums", ranks);
    script.close();
    const std::string lldb = "lldb-22 -b -x -o 'command script import " + file + "'";
    const std::vector<Times> said = timesSaid(
        folder, other == Other::Gdb ? "gdb -nx -nh -batch -iex 'set max-value-size unlimited' -x " + file : lldb);
    std::filesystem::remove_all(folder);
    std::vector<Times> result(asked.questions.size());
    for (std::size_t i = 0; i < std::min(said.size(), places.size()); ++i)
        result[places[i]] = said[i];
    return result;
}

double ratio(double ours, double others)
{
    return others > 0 ? ours / others : 0;
}

bool measure(const std::string& programs, const Asked& asked, unsigned count)
{
    std::vector<std::unique_ptr<StoppedProcess>> ranks;
    for (unsigned i = 0; i < count; ++i) {
        ranks.push_back(StoppedProcess::start(programs + asked.program));
        if (!ranks.back()) {
            std::fprintf(stderr, "%s does not run\n", asked.program.c_str());
            return false;
        }
    }
    std::vector<Times> ours;
    for (const Question& question : asked.questions)
        ours.push_back(timesOfOurs(ranks, asked, question.text));
    ranks.clear(); // their memory is large
    const std::vector<Times> gdbs = timesOf(Other::Gdb, programs, asked, count);
    const std::vector<Times> lldbs = timesOf(Other::Lldb, programs, asked, count);
    for (std::size_t i = 0; i < asked.questions.size(); ++i)
        std::printf("%5u %-25s %10.3f %10.3f %10.3f %8.4f %10.3f %8.4f %12.3f %12.3f\n", count,
                    asked.questions[i].text.c_str(), ours[i].median, ours[i].processor, gdbs[i].median,
                    ratio(ours[i].median, gdbs[i].median), lldbs[i].median, ratio(ours[i].median, lldbs[i].median),
                    ours[i].first, gdbs[i].first);
    std::fflush(stdout);
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    const auto build = std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
    const std::string programs = (build / "debuggees").string() + "/";
    std::vector<unsigned> counts;
    for (int i = 1; i < argc; ++i)
        counts.push_back(static_cast<unsigned>(std::atoi(argv[i])));
    if (counts.empty())
        counts = {1, 16, 64, 128};
    std::printf("%5s %-25s %10s %10s %10s %8s %10s %8s %12s %12s\n", "ranks", "question", "ours, ms", "processor",
                "gdb, ms", "ratio", "lldb, ms", "ratio", "ours first", "gdb first");
    for (const unsigned count : counts) {
        for (const Asked& asked : kAsked) {
            if (!std::filesystem::exists(programs + asked.program))
                continue; // there is no compiler of Fortran
            if (!measure(programs, asked, count))
                return 1;
        }
    }
    return 0;
}
