// SPDX-License-Identifier: GPL-3.0-or-later
// What an expression in many ranks costs: our reader over N processes that stand still, as after a stop, beside one gdb
// that has the same N programs and is asked for each of them. In milliseconds for all ranks; the first time, in which
// debug information is read, by itself. Of x86-64 only. Usage: value_ranks [N ...]
#include "tests/support/values/stopped_process.h"
#include "values/expr/parser.h"
#include "values/print/printer.h"
#include "values/reader.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
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
const char* const kAllLocals = "all locals";
const std::vector<std::string> kQuestions{"x", "x*2+arr[3]", "cell", kAllLocals};

struct Times
{
    double first = 0;
    double median = 0; ///< of the rounds after it
};

double millisecondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// In one rank, whose reader is made anew as at each stop. \return how long the text is, so that it is made
std::size_t answered(values::DebugFileStore& store, StoppedProcess& process, const std::string& question,
                     const values::Tree& tree)
{
    values::Reader reader(store, process, process);
    const values::FrameRef frame{&process.innermost(), 0};
    values::Printer printer(reader.values(), {});
    if (question != kAllLocals) {
        const auto answer = reader.evaluate(frame, tree);
        return answer ? printer.text(*answer, values::Language::Cxx).size() : 0;
    }
    std::size_t length = 0;
    const auto variables = reader.variables(frame);
    for (const values::Value& value : variables.value_or(std::vector<values::Value>()))
        length += printer.text(value).size();
    return length;
}

Times timesOfOurs(std::vector<std::unique_ptr<StoppedProcess>>& ranks, const std::string& question)
{
    const auto tree = values::parse(question == kAllLocals ? "0" : question, values::Language::Cxx);
    values::DebugFileStore store;
    std::vector<double> rounds;
    for (int round = 0; round <= kRounds && tree; ++round) {
        const auto start = std::chrono::steady_clock::now();
        for (const auto& rank : ranks) {
            if (answered(store, *rank, question, *tree) == 0)
                return {};
        }
        rounds.push_back(millisecondsSince(start));
    }
    std::sort(rounds.begin() + 1, rounds.end());
    return {rounds.front(), rounds[1 + kRounds / 2]};
}

/// In the order of the questions. Empty: there is no gdb.
std::vector<Times> timesOfGdb(const std::string& program, unsigned ranks)
{
    char name[] = "/tmp/value_ranks.XXXXXX";
    if (!::mkdtemp(name))
        return {};
    const std::filesystem::path folder(name);
    std::ofstream script(folder / "ask.py");
    script
        << "import gdb, time\n"
           "run = lambda text: gdb.execute(text, to_string=True)\n"
           "for setting in ('pagination off', 'confirm off', 'schedule-multiple off', 'print inferior-events off'):\n"
           "    run('set ' + setting)\n"
           "run('file "
        << program << "')\n"
        << "if " << ranks << " > 1: run('add-inferior -exec " << program << " -copies " << ranks - 1 << "')\n"
        << "for rank in range(1, " << ranks + 1 << "):\n"
        << "    run('inferior %d' % rank)\n"
           "    run('run')\n"
           "for question in [";
    for (const std::string& question : kQuestions)
        script << "'" << question << "', ";
    script << "]:\n"
              "    rounds = []\n"
              "    for round in range("
           << kRounds + 1 << "):\n"
           << "        start = time.perf_counter()\n"
              "        for rank in range(1, "
           << ranks + 1 << "):\n"
           << "            run('inferior %d' % rank)\n"
              "            if question == '"
           << kAllLocals
           << "': run('info locals')\n"
              "            else: str(gdb.parse_and_eval(question))\n"
              "        rounds.append((time.perf_counter() - start) * 1e3)\n"
              "    print('TIMES', rounds[0], sorted(rounds[1:])["
           << kRounds / 2
           << "])\n"
              "run('kill inferiors %s' % ' '.join(map(str, range(1, "
           << ranks + 1 << "))))\n";
    script.close();
    const std::string said = (folder / "said").string();
    const std::string command =
        "gdb -nx -nh -batch -x " + (folder / "ask.py").string() + " >" + said + " 2>&1 </dev/null";
    const bool isGood = std::system(command.c_str()) == 0;
    std::vector<Times> result;
    std::ifstream lines(said);
    for (std::string line; isGood && std::getline(lines, line);) {
        std::istringstream words(line);
        std::string mark;
        Times times;
        if (words >> mark >> times.first >> times.median && mark == "TIMES")
            result.push_back(times);
    }
    std::filesystem::remove_all(folder);
    return result;
}

} // namespace

int main(int argc, char** argv)
{
    const std::string program =
        (std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "debuggees/sums").string();
    std::vector<unsigned> counts;
    for (int i = 1; i < argc; ++i)
        counts.push_back(static_cast<unsigned>(std::atoi(argv[i])));
    if (counts.empty())
        counts = {1, 16, 64, 128};
    std::printf("%5s %-12s %10s %10s %8s %12s %12s\n", "ranks", "question", "ours, ms", "gdb, ms", "ratio",
                "ours first", "gdb first");
    for (const unsigned count : counts) {
        std::vector<std::unique_ptr<StoppedProcess>> ranks;
        for (unsigned i = 0; i < count; ++i) {
            ranks.push_back(StoppedProcess::start(program));
            if (!ranks.back()) {
                std::fprintf(stderr, "%s does not run\n", program.c_str());
                return 1;
            }
        }
        const std::vector<Times> gdbs = timesOfGdb(program, count);
        for (std::size_t i = 0; i < kQuestions.size(); ++i) {
            const Times ours = timesOfOurs(ranks, kQuestions[i]);
            const Times gdb = i < gdbs.size() ? gdbs[i] : Times{};
            std::printf("%5u %-12s %10.3f %10.3f %8.4f %12.3f %12.3f\n", count, kQuestions[i].c_str(), ours.median,
                        gdb.median, gdb.median > 0 ? ours.median / gdb.median : 0, ours.first, gdb.first);
        }
    }
    return 0;
}
