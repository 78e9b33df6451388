// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/app_error.h"
#include "app/dbgr/command_language.h"
#include "app/dbgr/escapes.h"
#include "tests/support/run/test_class.h"
#include "util/overloaded.h"

#include <QtTest>

namespace tst_command_language {

using namespace dbgr;
using namespace dbgr::app;

namespace {

std::string show(Until until)
{
    const char* const words[] = {"", " --all", " --any", " &"};
    return words[int(until)];
}

std::string show(const RankSelector& ranks)
{
    return ranks.text();
}

std::string show(const debug::SourceLine& line)
{
    return "<" + line.file + ">" + std::to_string(line.line);
}

std::string show(const session::GroupLine& line)
{
    const char* const signs[] = {" = ", " := ", " where "};
    return "group " + line.name + signs[int(line.how)] + "(" + line.text + ")";
}

std::string show(const debug::RunTo& run)
{
    const auto* const line = std::get_if<debug::SourceLine>(&run.where);
    const bool isBare = line && line->file.empty();
    return isBare ? "advance " + std::to_string(line->line) : debug::asTyped(run);
}

std::string show(const BreakCommand& c)
{
    const debug::BreakpointSpec& spec = c.typed.spec;
    const auto* line = std::get_if<debug::SourceLine>(&spec.where);
    std::string behind;
    for (const std::string& expression : spec.traced)
        behind += ", (" + expression + ")";
    behind += (spec.ranks ? " on " + spec.ranks->toString() : "") +
              (c.typed.rankNames.empty() ? "" : " on {" + c.typed.rankNames + "}") +
              (spec.condition.empty() ? "" : " if (" + spec.condition + ")");
    if (!debug::placeOf(spec.where))
        return "(" + debug::textOf(spec.where) + ")" + behind;
    return (c.temporary      ? "tbreak "
            : c.barrier      ? "barrier "
            : spec.isTrace() ? "trace "
                             : "break ") +
           (line ? show(*line) : "(" + std::get<debug::FunctionName>(spec.where).name + ")") + behind;
}

std::string show(const std::vector<util::BreakpointId>& ids)
{
    std::string text;
    for (const auto id : ids)
        text += " " + std::to_string(id.value());
    return text;
}

std::string show(const std::vector<std::string>& groups)
{
    std::string text;
    for (const std::string& group : groups)
        text += " " + group;
    return text;
}

std::string show(const BreakpointGroupCommand& c)
{
    return c.ids.empty() ? "bgroup" : "bgroup " + (c.name.empty() ? "none" : c.name) + show(c.ids);
}

std::string show(const EnableCommand& c)
{
    std::string text = c.enable ? "enable" : "disable";
    for (const session::BreakpointKey& key : c.which)
        text += " " + session::numberText(key);
    return text + show(c.groups);
}

std::string show(const TracesCommand& c)
{
    return std::string(c.clear ? "traces clear" : "traces") + (c.allDigits ? " all digits" : "") +
           (c.every ? " every" : "") + show(c.ids);
}

std::string show(const SaveCommand& c)
{
    return "save session (" + c.file + ")";
}

std::string show(const SaveTracesCommand& c)
{
    return "save traces (" + c.file + ")";
}

std::string show(const SaveBreakpointsCommand& c)
{
    return "save breakpoints (" + c.file + ")";
}

std::string show(const LoadBreakpointsCommand& c)
{
    return "load breakpoints (" + c.file + ")";
}

std::string show(const HandleCommand& c)
{
    std::string text = "handle";
    for (const int signal : c.which)
        text += " " + std::to_string(signal);
    return text +
           (c.stop ? *c.stop  ? " stop"
                     : c.tell ? " tell"
                              : " nostop"
                   : "") +
           (c.pass ? *c.pass ? " pass" : " nopass" : "");
}

std::string show(const IgnoreCommand& c)
{
    return "ignore " + std::to_string(c.id.value()) + " " + std::to_string(c.count);
}

std::string show(const FloatTrapsCommand& c)
{
    return "float-traps" + (c.traps ? " " + c.traps->text() : "") + (c.ranks ? " " + show(*c.ranks) : "");
}

std::string show(const MapCommand& c)
{
    return "map " + c.folder.from + " " + c.folder.to;
}

std::string show(const ThreadCommand& c)
{
    return "thread" + (c.index ? " " + std::to_string(c.index->value) : "");
}

std::string show(const StacksCommand& c)
{
    return std::string(c.all ? "stacks all" : "stacks") + (c.by == debug::StacksBy::Thread ? " by thread" : "");
}

std::string show(const PrintCommand& c)
{
    return (c.calls ? "call (" : "print (") + c.expression + ")" + (c.allDigits ? " all" : "") +
           (c.style.format ? std::string(" as ") + c.style.format : "") +
           (c.style.elements ? " elements " + std::to_string(c.style.elements) : "") +
           (c.style.depth ? " depth " + std::to_string(c.style.depth) : "") + (c.inThreads ? " in threads" : "");
}

std::string show(const MoveCommand& command)
{
    const auto* const jump = std::get_if<debug::Jump>(&command.what);
    const bool isBare = jump && jump->where.file.empty();
    return isBare ? "jump " + std::to_string(jump->where.line) : debug::asTyped(command.what);
}

/// A command as one line, so that tables can compare it.
std::string show(const Command& command)
{
    return std::visit(
        util::Overloaded{
            [](const NoCommand&) -> std::string { return "nothing"; },
            [](const HoldCommand& c) { return (c.on ? "hold " : "unhold ") + show(c.ranks); },
            [](const DeleteCommand& c) { return "delete" + show(c.ids) + show(c.groups); },
            [](const ConditionCommand& c) {
                return "condition " + std::to_string(c.id.value()) + " (" + c.condition + ")";
            },
            [](const BreakpointsCommand&) -> std::string { return "breakpoints"; },
            [](const ContinueCommand& c) { return "continue" + show(c.until); },
            [](const StepCommand& c) {
                return debug::asTyped(debug::Step{c.kind, c.count, c.alone, c.team}) +
                       (c.together ? " --together" : "") + show(c.until);
            },
            [](const AdvanceCommand& c) { return show(c.to) + show(c.until); },
            [](const InterruptCommand&) -> std::string { return "interrupt"; },
            [](const WaitCommand& c) {
                return "wait" + show(c.until) + (c.limit ? " " + std::to_string(c.limit->count()) + " ms" : "");
            },
            [](const SetCommand& c) {
                return std::string("set") +
                       (!c.stopAll   ? ""
                        : *c.stopAll ? " stop-all on"
                                     : " stop-all off") +
                       (!c.catchReports   ? ""
                        : *c.catchReports ? " catch-reports on"
                                          : " catch-reports off");
            },
            [](const FocusCommand& c) { return "focus" + (c.ranks ? " " + show(*c.ranks) : ""); },
            [](const GroupCommand& c) { return show(c.line); },
            [](const DeleteGroupCommand& c) { return "group delete (" + c.name + ")"; },
            [](const RenameGroupCommand& c) { return "group rename (" + c.from + ") (" + c.to + ")"; },
            [](const GroupsCommand&) -> std::string { return "groups"; },
            [](const StacksCommand& c) { return show(c); },
            [](const SampleCommand& c) {
                return std::string(c.all ? "sample all " : "sample ") + std::to_string(c.samples) + " times every " +
                       std::to_string(c.every.count()) + " ms";
            },
            [](const WhereCommand&) -> std::string { return "where"; },
            [](const ThreadsCommand&) -> std::string { return "threads"; },
            [](const FreezeCommand& c) { return debug::asTyped(c.what); },
            [](const LocalsCommand&) -> std::string { return "locals"; },
            [](const AssignCommand& c) { return "assign (" + c.target + ") (" + c.value + ")"; },
            [](const UndoCommand&) -> std::string { return "undo"; },
            [](const DescribeCommand& c) {
                return debug::name(debug::Describe{c.what, c.text}) + (" (" + c.text + ")");
            },
            [](const StatsCommand& c) {
                return std::string("stats") + (c.allDigits ? " all" : "") + " (" + c.expression + ")";
            },
            [](const CommandsCommand& c) {
                return "commands " + std::to_string(c.id.value()) + (c.commands ? " (" + *c.commands + ")" : "");
            },
            [](const SearchCommand& c) { return "search (" + c.pattern + ")"; },
            [](const RanksCommand&) -> std::string { return "ranks"; },
            [](const FrameCommand& c) {
                return "frame" + (c.index ? " " + std::to_string(*c.index) : "") +
                       (c.move ? " by " + std::to_string(c.move) : "");
            },
            [](const ListCommand& c) { return "list" + (c.where ? " " + show(*c.where) : ""); },
            [](const InputCommand& c) { return "input " + show(c.ranks) + " (" + visible(c.bytes) + ")"; },
            [](const EofCommand& c) { return "eof " + show(c.ranks); },
            [](const DetachCommand&) -> std::string { return "detach"; },
            [](const KillCommand&) -> std::string { return "kill"; },
            [](const ReattachCommand&) -> std::string { return "reattach"; },
            [](const RestartCommand&) -> std::string { return "restart"; },
            [](const QuitCommand&) -> std::string { return "quit"; },
            [](const HelpCommand& c) { return "help (" + c.topic + ")"; },
            [](const auto& c) { return show(c); },
        },
        command);
}

/// What makes rows of a line and the command that it is.
auto lines()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("command");
    return [](const char* line, const char* command) { QTest::newRow(line) << line << command; };
}

/// What makes rows of a line and why it is no command.
auto refusals()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("detail");
    QTest::addColumn<QString>("advice");
    return [](const char* line, const char* detail, const char* advice) {
        QTest::newRow(line) << line << detail << advice;
    };
}

} // namespace

class TestCommandLanguage : public QObject
{
    Q_OBJECT

private slots:
    void readsWhatIsAboutValues_data();
    void readsWhatIsAboutValues();
    void reads_data();
    void reads();
    void readsSteps_data();
    void readsSteps() { reads(); }
    void readsSamples_data();
    void readsSamples() { reads(); }
    void readsGroups_data();
    void readsGroups() { reads(); }
    void refusesNewerOnes_data();
    void refusesNewerOnes() { refuses(); }
    void refuses_data();
    void refuses();
    void refusesSteps_data();
    void refusesSteps() { refuses(); }
    void refusesSamples_data();
    void refusesSamples() { refuses(); }
    void refusesGroups_data();
    void refusesGroups() { refuses(); }
    void everyCommandIsFoundByItsNameAndAlias();
    void refusesAnEndlessLine();
    void controlBytesAreMadeVisible();
};

void TestCommandLanguage::reads_data()
{
    const auto row = lines();
    row("", "nothing");
    row("   ", "nothing");
    row("# break main", "nothing");
    row("  #x", "nothing");
    row("break ring.cpp:41", "break <ring.cpp>41");
    row("b /a b/c:d.cpp:7", "break </a b/c:d.cpp>7");
    row("b 41", "break <>41");
    row("break work", "break (work)");
    row("break ns::work(int, char *)", "break (ns::work(int, char *))");
    row("break ns::41", "break (ns::41)");
    row("break ring.cpp:41 if rank == 2 && x", "break <ring.cpp>41 if (rank == 2 && x)");
    row("break diff if(a<b)", "break (diff) if ((a<b))");
    row("delete 1 3", "delete 1 3");
    row("delete all", "delete");
    row("enable", "enable");
    row("enable 2", "enable 2");
    row("disable all", "disable");
    row("dis 1 2", "disable 1 2");
    row("condition 2 rank == 1 && x", "condition 2 (rank == 1 && x)");
    row("condition 2", "condition 2 ()");
    row("breakpoints", "breakpoints");
    row("info b", "breakpoints");
    row("u", "frame by 1");
    row("i threads", "threads");
    row("continue", "continue");
    row("c &", "continue &");
    row("step", "step");
    row("s &", "step &");
    row("n", "next");
    row("fin", "finish");
    row("  int  ", "interrupt");
    row("wait", "wait");
    for (const char* const same : {"continue --any", "finish --all", "wait --any", "set", "set stop-all on",
                                   "set catch-reports off", "restart", "reattach"})
        row(same, same);
    row("c --all", "continue --all");
    row("wait 10", "wait 10000 ms");
    row("wait --any 0.5s", "wait --any 500 ms");
    row("focus", "focus");
    row("focus all", "focus all");
    row("focus 0-3, 7", "focus 0-3,7");
    row("stacks", "stacks");
    row("where", "where");
    row("bt", "where");
    row("threads", "threads");
    row("frame", "frame");
    row("f 3", "frame 3");
    row("up", "frame by 1");
    row("up 2", "frame by 2");
    row("down", "frame by -1");
    row("locals", "locals");
    row("print state.samples[0] # 1", "print (state.samples[0] # 1)");
    row("p  a ", "print (a)");
    row("list", "list");
    row("l 12", "list <>12");
    row("l ring.cpp:12", "list <ring.cpp>12");
    row("ranks", "ranks");
    row("input 0 torch", "input 0 (torch\\x0a)");
    row("input all   two  blanks ", "input all (  two  blanks \\x0a)");
    row("input 0", "input 0 (\\x0a)");
    row("input 0 ", "input 0 (\\x0a)");
    row("input 0-2 a\\nb", "input 0-2 (a\\nb\\x0a)");
    row("input -e 0 a\\nb\\x41\\\\", "input 0 (a\\x0abA\\\\x0a)");
    row("input -n 0 half", "input 0 (half)");
    row("input -e -n 1 x\\0", "input 1 (x\\x00)");
    row("input 0 -n", "input 0 (-n\\x0a)");
    row("eof 0-3", "eof 0-3");
    row("eof *", "eof all");
    row("detach", "detach");
    row("kill", "kill");
    row("k", "kill");
    row("q", "quit");
    row("help", "help ()");
    row("h bt", "help (where)");
}

void TestCommandLanguage::readsWhatIsAboutValues_data()
{
    const auto row = lines();
    row("info globals", "info globals ()");
    row("info types field", "info types (field)");
    row("info stat x y", "info statics (x y)");
    row("info func sweep", "info functions (sweep)");
    row("info sources .f90", "info sources (.f90)");
    row("info s", "where");
    row("info l", "locals");
    row("disable 1.2 3 1.10", "disable 1.2 3 1.10");
    row("enable 2.1", "enable 2.1");
    row("commands 3", "commands 3");
    row("commands 3 none", "commands 3 ()");
    row("commands 3 print x;  p/x y ; c", "commands 3 (print x;  p/x y ; c)");
    row("info li", "info limits ()");
    row("search  a( b ", "search (a( b)");
    row("search /^ *call/", "search (/^ *call/)");
    row("ptype type(field)", "ptype (type(field))");
    row("whatis a(1:2)", "whatis (a(1:2))");
    row("stats f%u(2,:) * 2", "stats (f%u(2,:) * 2)");
    row("stats /all u", "stats all (u)");
    row("print/x n", "print (n) as x");
    row("p/t f%u(1,1)", "print (f%u(1,1)) as t");
    row("print /x n", "print (n) as x");
    row("print/all x", "print (x) all");
    row("print --elements 500 --depth 5 a", "print (a) elements 500 depth 5");
    row("p/x --elements 3 a", "print (a) as x elements 3");
    row("print --elements", "print (--elements)");
    row("print --threads mine", "print (mine) in threads");
    row("p/x --threads --elements 3 *p", "print (*p) as x elements 3 in threads");
    row("print --threads", "print (--threads)");
    row("print --depth - 1", "print (--depth - 1)");
    row("print a/x", "print (a/x)");
    row("set n = 3", "assign (n) (3)");
    row("set n=3", "assign (n) (3)");
    row("set f%u(1, :) = 2 * f%u(2, :)", "assign (f%u(1, :)) (2 * f%u(2, :))");
    row("set yes = a == b", "assign (yes) (a == b)");
    row("set yes = a /= b", "assign (yes) (a /= b)");
    row("set a[i == 2 ? 0 : 1] = 3", "assign (a[i == 2 ? 0 : 1]) (3)");
    row("set m[\"a=b\"] = 3", "assign (m[\"a=b\"]) (3)");
    row("set m[\"a\\\"=b\"] = 3", "assign (m[\"a\\\"=b\"]) (3)");
    row("set c = '='", "assign (c) ('=')");
    row("set name = 'it''s = ='", "assign (name) ('it''s = =')");
    row("set f(x=1)%n = 2", "assign (f(x=1)%n) (2)");
    row("set *p = q", "assign (*p) (q)");
    row("set p->n = 1", "assign (p->n) (1)");
    row("set a<b>::c = 1", "assign (a<b>::c) (1)");
    row("set x = (y <= z)", "assign (x) ((y <= z))");
    row("set var n = 3", "assign (n) (3)");
    row("set variable *p = 3", "assign (*p) (3)");
    row("set var = 3", "assign (var) (3)");
    row("set var(1) = 3", "assign (var(1)) (3)");
    row("undo", "undo");
}

void TestCommandLanguage::readsWhatIsAboutValues()
{
    reads();
}

void TestCommandLanguage::readsGroups_data()
{
    const auto row = lines();
    row("focus 0-3 - 2", "focus 0-1,3");
    row("focus *", "focus all");
    row("focus none", "focus none");
    row("focus all - (bad & host:n-1.x)", "focus all - (bad & host:n-1.x)");
    row("group bad = crashed | 3-5", "group bad = (crashed | 3-5)");
    row("group now:=stopped", "group now := (stopped)");
    row("group slow where step < 10", "group slow where (step < 10)");
    row("group here where stopped", "group here = (stopped)");
    row("group delete bad", "group delete (bad)");
    row("group rename bad worse", "group rename (bad) (worse)");
    row("groups", "groups");
    row("save session my ring.dbgr ", "save session (my ring.dbgr)");
    row("save breakpoints my ring.dbgr ", "save breakpoints (my ring.dbgr)");
    row("load breakpoints my ring.dbgr ", "load breakpoints (my ring.dbgr)");
    row("input bad|3 text", "input bad|3 (text\\x0a)");
    row("input (bad | 3)&!0 more (text)", "input (bad | 3)&!0 (more (text)\\x0a)");
    row("eof bad & 3", "eof bad & 3");
}

void TestCommandLanguage::readsSamples_data()
{
    const auto row = lines();
    row("stacks all", "stacks all");
    row("stacks --threads", "stacks by thread");
    row("stacks  all --threads", "stacks all by thread");
    row("stacks --threads all", "stacks all by thread");
    row("call check(a, 7)", "call (check(a, 7))");
    row("call --threads", "call (--threads)");
    row("sample", "sample 1 times every 100 ms");
    row("sample all", "sample all 1 times every 100 ms");
    row("sample 10", "sample 10 times every 100 ms");
    row("sample all 3 times", "sample all 3 times every 100 ms");
    row("sample 10000 times every 0.02", "sample 10000 times every 20 ms");
    row("sample 2 every 1s", "sample 2 times every 1000 ms");
}

void TestCommandLanguage::refusesSamples_data()
{
    const auto row = refusals();
    const char* const sample = "Usage: sample [all] [N times [every SECONDS]]";
    row("sample x", "sample: column 8: 'x' is not a number of samples, from 1 to 10000", sample);
    row("sample 0", "sample: column 8: '0' is not a number of samples, from 1 to 10000", sample);
    row("sample 10001", "sample: column 8: '10001' is not a number of samples, from 1 to 10000", sample);
    row("sample 3 times often", "sample: column 16: 'often' is too much here; only every SECONDS may follow", sample);
    row("sample 3 every", "sample: column 15: '' is not a number of seconds", sample);
    row("sample 3 every 0", "sample: column 16: '0' is not a number of seconds", sample);
    row("sample 3 every 1 2", "sample: column 18: '2' is too much here", sample);
}

void TestCommandLanguage::reads()
{
    QFETCH(QString, line);
    QFETCH(QString, command);
    const auto parsed = parseCommand(line.toStdString());
    QVERIFY2(parsed, parsed ? "" : parsed.error().detail.c_str());
    QCOMPARE(QString::fromStdString(show(*parsed)), command);
}

void TestCommandLanguage::readsSteps_data()
{
    const auto row = lines();
    row("n 3", "next 3");
    row("step 1000000 &", "step 1000000 &");
    row("next --alone", "next --alone");
    row("si 3 --alone --any", "stepi 3 --alone --any");
    row("n 2 --threads", "next 2 --threads");
    row("finish --together --threads &", "finish --threads --together &");
    row("finish --alone &", "finish --alone &");
    row("n 3 --together", "next 3 --together");
    row("step --together --alone --any", "step --alone --together --any");
    row("finish --together", "finish --together");
    row("thread", "thread");
    row("thread 3", "thread 3");
    row("freeze 2 3", "freeze 2 3");
    row("freeze others", "freeze others");
    row("thaw 12", "thaw 12");
    row("thaw all", "thaw all");
    row("next 1", "next");
    row("si", "stepi");
    row("stepi 4 --any", "stepi 4 --any");
    row("ni 2", "nexti 2");
    row("tb work if n == 2", "tbreak (work) if (n == 2)");
    row("watch a[3] if x > 2", "(watch a[3]) if (x > 2)");
    row("watch --slow u on 0-3", "(watch --slow u) on 0-3");
    row("rwatch p->x", "(rwatch p->x)");
    row("awatch total", "(awatch total)");
    row("catch throw", "(catch throw)");
    row("catch mpi-error MPI_Send on 2", "(catch mpi-error MPI_Send) on 2");
    row("trace ring.cpp:41, lap", "trace <ring.cpp>41, (lap)");
    row("trace 41, a[1, 2], b on 0-1 if x", "trace <>41, (a[1, 2]), (b) on 0-1 if (x)");
    row("trace work, x on slow", "trace (work), (x) on {slow}");
    row("traces", "traces");
    row("traces /all --every 3 4", "traces all digits every 3 4");
    row("traces clear", "traces clear");
    row("save traces a b.csv", "save traces (a b.csv)");
    row("catch catch std::bad_alloc", "(catch catch std::bad_alloc)");
    row("ignore 2 5", "ignore 2 5");
    row("barrier ring.cpp:41", "barrier <ring.cpp>41");
    row("hold 0-2", "hold 0-2");
    row("float-traps", "float-traps");
    row("float-traps off", "float-traps off");
    row("float-traps on 0-2", "float-traps invalid,divide-by-zero,overflow 0-2");
    row("float-traps inexact,invalid crashed", "float-traps invalid,inexact crashed");
    row("unhold all", "unhold all");
    row("handle", "handle");
    row("handle SIGUSR1 usr2 stop nopass", "handle 10 12 stop nopass");
    row("handle sigrtmin+2 RTMAX stop", "handle 36 64 stop");
    row("handle 34 nostop", "handle 34 nostop");
    row("handle USR1 tell", "handle 10 tell");
    row("handle USR1 tell stop pass", "handle 10 stop pass");
    row("handle USR1 stop tell", "handle 10 tell");
    row("bgroup", "bgroup");
    row("bgroup solver 1 3", "bgroup solver 1 3");
    row("bgroup none 2", "bgroup none 2");
    row("delete 1 solver 2", "delete 1 2 solver");
    row("disable solver 2.1", "disable 2.1 solver");
    row("enable io-1.b", "enable io-1.b");
    row("advance ring.cpp:41", "advance ring.cpp:41");
    row("adv 41 --any", "advance 41 --any");
    row("advance work(int, int) &", "advance work(int, int) &");
    row("until work  --all", "until work --all");
    row("break work on 0-3,7", "break (work) on 0-3,7");
    row("tbreak work on slow | 3 if x", "tbreak (work) on {slow | 3} if (x)");
    row("b ring.cpp:41 on all", "break <ring.cpp>41");
    row("watch total on 2 if x", "(watch total) on 2 if (x)");
    row("catch throw int on crashed", "(catch throw int) on {crashed}");
    row("jump ring.cpp:41", "jump ring.cpp:41");
    row("j 41", "jump 41");
    row("return", "return");
    row("ret  x + 1 ", "return x + 1");
}

void TestCommandLanguage::refusesNewerOnes_data()
{
    const auto row = refusals();
    row("enable 1.0", "enable: column 8: '1.0' is not the number of a place of a breakpoint",
        "Usage: enable [N[.PLACE]|GROUP...|all]");
    row("enable 1.2.3", "enable: column 8: '1.2.3' is not the number of a place of a breakpoint",
        "Usage: enable [N[.PLACE]|GROUP...|all]");
    row("delete 1.2", "delete: column 8: '1.2' is not the number of a breakpoint", "Usage: delete N|GROUP...|all");
    const char* const commands = "Usage: commands N [COMMAND; COMMAND...|none]";
    row("commands", "commands: column 9: the number of a breakpoint is missing", commands);
    row("commands 1 print x; frob", "commands: column 12: 'frob' is no command: there is no command 'frob'", commands);
    row("commands 1 commands 2 where", "commands: column 12: commands of a breakpoint give none to others", commands);
    row("search", "search: column 7: nothing is said of what is to be looked for", "Usage: search TEXT|/REGEX/");
    row("search /(/", "search: column 8: /(/ is no regular expression: Unmatched ( or \\(",
        "Usage: search TEXT|/REGEX/");
    row("info limits x", "info: column 13: 'x' is too much here", "Usage: info WORD [TEXT]");
    row("watch", "watch: column 6: an expression is missing",
        "Usage: watch [--write|--slow] EXPR [on RANKS] [if EXPR]");
    row("tbreak watch x", "tbreak: column 8: only a place in the code can do that",
        "Usage: tbreak [FILE:]LINE|FUNCTION [on RANKS] [if EXPR]");
    row("catch",
        "catch: column 6: what is to be caught is missing: throw, catch, rethrow, mpi-error, mpi-abort, "
        "exit, fork, exec, load, syscall or sanitizer",
        "Usage: catch throw|catch|rethrow [CLASS]|mpi-error [CALL]|mpi-abort|exit|fork|exec|load [LIBRARY]|"
        "syscall [NAME|NUMBER...]|sanitizer [on RANKS]");
    row("catch syscall wriet", "catch: column 7: there is no system call 'wriet'; the nearest is 'write'",
        "Usage: catch throw|catch|rethrow [CLASS]|mpi-error [CALL]|mpi-abort|exit|fork|exec|load [LIBRARY]|"
        "syscall [NAME|NUMBER...]|sanitizer [on RANKS]");
    row("handle SIGFOO stop",
        "handle: column 8: 'SIGFOO' is neither a signal nor one of stop, tell, nostop, pass, nopass",
        "Usage: handle [SIGNAL... stop|tell|nostop|pass|nopass...]");
    row("float-traps nan 0",
        "float-traps: column 13: 'nan' is neither on, off nor some of invalid, divide-by-zero, overflow, underflow, "
        "inexact, parted by commas",
        "Usage: float-traps [on|off|EXCEPTION,... [RANKS]]");
    row("float-traps on nobody-",
        "float-traps: column 16: 'nobody-' is not a set of ranks such as 0-3,7 or all: a rank or the name of a group "
        "is "
        "missing at the end",
        "Usage: float-traps [on|off|EXCEPTION,... [RANKS]]");
    row("handle stop", "handle: column 8: a signal is missing, such as SIGUSR1",
        "Usage: handle [SIGNAL... stop|tell|nostop|pass|nopass...]");
    row("handle HUP", "handle: column 8: what is to become of it is missing: stop, tell, nostop, pass, nopass",
        "Usage: handle [SIGNAL... stop|tell|nostop|pass|nopass...]");
    row("ignore 1", "ignore: column 9: how many times is missing", "Usage: ignore N COUNT");
    row("ignore 1 x", "ignore: column 10: 'x' is not a number of times", "Usage: ignore N COUNT");
}

void TestCommandLanguage::refuses_data()
{
    const auto row = refusals();
    row("advance work on 3", "advance: column 9: ranks are too much here: those of the focus run",
        "Usage: advance [FILE:]LINE|FUNCTION [--any|--all|&]");
    const auto breakUsage = "Usage: break [FILE:]LINE|FUNCTION [thread N] [on RANKS] [group NAME] [if EXPR]";
    row("frob 3", "there is no command 'frob'", "'help' lists the commands.");
    row("contniue", "there is no command 'contniue'; the nearest is 'continue'", "'help' lists the commands.");
    row("st", "'st' could be step, stepi, stacks, stats", "Type some more letters.");
    row("break", "break: column 6: a place is missing: FILE:LINE, LINE or FUNCTION", breakUsage);
    row("break if x", "break: column 7: a place is missing: FILE:LINE, LINE or FUNCTION", breakUsage);
    row("break f if", "break: column 7: an expression is missing after 'if'", breakUsage);
    row("break ring.cpp:", "break: column 7: a line number is missing after 'ring.cpp:'", breakUsage);
    row("break ring.cpp:0", "break: column 7: lines count from 1", breakUsage);
    row("delete", "delete: column 7: the number of a breakpoint is missing, or a group, or all",
        "Usage: delete N|GROUP...|all");
    row("disable 1x", "disable: column 9: '1x' is not the number of a breakpoint",
        "Usage: disable [N[.PLACE]|GROUP...|all]");
    row("condition", "condition: column 10: the number of a breakpoint is missing", "Usage: condition N [EXPR]");
    row("condition rank", "condition: column 11: 'rank' is not the number of a breakpoint",
        "Usage: condition N [EXPR]");
    row("delete 1 -2", "delete: column 10: '-2' is not the number of a breakpoint", "Usage: delete N|GROUP...|all");
    row("continue 3", "continue: column 10: '3' is too much here; one of --any, --all and & may follow",
        "Usage: continue [--any|--all|&]");
    row("continue --any &", "continue: column 16: '&' is too much here; one of --any, --all and & may follow",
        "Usage: continue [--any|--all|&]");
    row("wait &", "wait: column 6: '&' is neither --any, --all nor a number of seconds",
        "Usage: wait [--any|--all] [SECONDS]");
    row("wait 0", "wait: column 6: '0' is neither --any, --all nor a number of seconds",
        "Usage: wait [--any|--all] [SECONDS]");
    row("wait 1 2", "wait: column 8: '2' is too much here", "Usage: wait [--any|--all] [SECONDS]");
    const char* const set = "Usage: set [EXPR = VALUE|stop-all on|off|catch-reports on|off]";
    row("set all", "set: column 5: 'all' is neither stop-all on|off, catch-reports on|off nor EXPR = VALUE", set);
    row("set stop-all", "set: column 13: on or off is missing", set);
    row("set stop-all yes", "set: column 14: 'yes' is neither on nor off", set);
    row("set stop-all = 3", "set: column 14: '=' is neither on nor off", set);
    row("set x == 3", "set: column 5: 'x == 3' is neither stop-all on|off, catch-reports on|off nor EXPR = VALUE", set);
    row("set x += 3", "set: column 5: '+=' is not known here: write x = x + VALUE", set);
    row("set = 3", "set: column 5: what is to be changed is missing in front of the =", set);
    row("set x =", "set: column 5: the value is missing behind the =", set);
    row("set p => q", "set: column 5: 'p => q' is neither stop-all on|off, catch-reports on|off nor EXPR = VALUE", set);
    row("undo 1", "undo: column 6: '1' is too much here", "Usage: undo");
    row("where 0", "where: column 7: '0' is too much here", "Usage: where");
    row("focus 3-",
        "focus: column 7: '3-' is not a set of ranks such as 0-3,7 or all: a rank or the name of a group is missing at "
        "the end",
        "Usage: focus [RANKS] [leading RANK]");
    row("frame x", "frame: column 7: 'x' is not a number of frames", "Usage: frame [N]");
    row("call", "call: column 5: what to call is missing, as in: call check(7)", "Usage: call EXPR");
    row("print", "print: column 6: an expression is missing",
        "Usage: print [/FORMAT] [--elements N] [--depth N] [--threads] EXPR");
    row("print/x", "print: column 8: an expression is missing",
        "Usage: print [/FORMAT] [--elements N] [--depth N] [--threads] EXPR");
    row("print/q n",
        "print: column 6: '/q' is none of /x (hexadecimal), /d (decimal), /u (unsigned), /o (octal), /t (binary), "
        "/c (character), /f (fixed), /e (scientific), /a (address), /s (as it is) and /all (all digits)",
        "Usage: print [/FORMAT] [--elements N] [--depth N] [--threads] EXPR");
    row("print --elements 0 a", "print: column 18: a number from 1 to 100000 follows --elements",
        "Usage: print [/FORMAT] [--elements N] [--depth N] [--threads] EXPR");
    row("print --depth 21 a", "print: column 15: a number from 1 to 20 follows --depth",
        "Usage: print [/FORMAT] [--elements N] [--depth N] [--threads] EXPR");
    row("stats", "stats: column 6: an expression is missing", "Usage: stats [/all] EXPR");
    row("stats /all", "stats: column 11: an expression is missing", "Usage: stats [/all] EXPR");
    row("ptype", "ptype: column 6: an expression is missing", "Usage: ptype EXPR|TYPE");
    row("list ring.cpp", "list: column 6: 'ring.cpp' is neither LINE nor FILE:LINE", "Usage: list [[FILE:]LINE]");
    row("input", "input: column 6: a set of ranks is missing, such as 0-3,7 or all",
        "Usage: input [-e] [-n] RANKS [TEXT]");
    row("input -e 0 a\\q", "input: column 12: '\\q' is no escape; a backslash is \\\\",
        "Usage: input [-e] [-n] RANKS [TEXT]");
    row("help frob", "help: column 6: there is no command 'frob'", "Usage: help [COMMAND]");
    row("info x",
        "info: column 6: 'x' is none of breakpoints, frame, functions, globals, limits, locals, modules, ranks, "
        "sources, stack, statics, threads, types",
        "Usage: info WORD [TEXT]");
}

void TestCommandLanguage::refusesSteps_data()
{
    const auto row = refusals();
    const auto stepUsage = "Usage: step [N] [--alone|--threads] [--together] [--any|--all|&]";
    row("next --alone 3", "next: column 14: '3' is too much here; one of --any, --all and & may follow",
        "Usage: next [N] [--alone|--threads] [--together] [--any|--all|&]");
    row("next --threads --alone",
        "next: column 16: one thread is alone, or threads step together: one of --alone and --threads",
        "Usage: next [N] [--alone|--threads] [--together] [--any|--all|&]");
    row("stepi --threads", "stepi: column 7: --threads is for steps of lines",
        "Usage: stepi [N] [--alone] [--any|--all|&]");
    row("thread x", "thread: column 8: 'x' is not the number of a thread, as 'threads' shows it", "Usage: thread [N]");
    row("thread 0", "thread: column 8: '0' is not the number of a thread, as 'threads' shows it", "Usage: thread [N]");
    row("freeze", "freeze: column 7: the number of a thread is missing, or others", "Usage: freeze N...|others");
    row("thaw 1 all", "thaw: column 8: 'all' is not the number of a thread, as 'threads' shows it",
        "Usage: thaw N...|all");
    row("step 0", "step: column 6: '0' is not a number of steps, from 1 to 1000000", stepUsage);
    row("step -3", "step: column 6: '-3' is not a number of steps, from 1 to 1000000", stepUsage);
    row("step 1000001", "step: column 6: '1000001' is not a number of steps, from 1 to 1000000", stepUsage);
    row("step 99999999999999999999",
        "step: column 6: '99999999999999999999' is not a number of steps, from 1 to 1000000", stepUsage);
    row("step two", "step: column 6: 'two' is not a number of steps, from 1 to 1000000", stepUsage);
    row("step 2 3", "step: column 8: '3' is too much here; one of --any, --all and & may follow", stepUsage);
    const auto advanceUsage = "Usage: advance [FILE:]LINE|FUNCTION [--any|--all|&]";
    row("advance", "advance: column 8: a place is missing: FILE:LINE, LINE or FUNCTION", advanceUsage);
    row("advance --any", "advance: column 9: a place is missing: FILE:LINE, LINE or FUNCTION", advanceUsage);
    row("advance ring.cpp:0", "advance: column 9: lines count from 1", advanceUsage);
    row("jump", "jump: column 5: the line to go on at is missing", "Usage: jump [FILE:]LINE");
    row("jump work", "jump: column 6: 'work' is neither LINE nor FILE:LINE", "Usage: jump [FILE:]LINE");
    row("jump 0", "jump: column 6: '0' is neither LINE nor FILE:LINE", "Usage: jump [FILE:]LINE");
    row("advance f if x", "advance: column 9: a condition is too much here; a breakpoint can have one", advanceUsage);
    row("finish 2", "finish: column 8: '2' is too much here; one of --any, --all and & may follow",
        "Usage: finish [--alone|--threads] [--together] [--any|--all|&]");
}

void TestCommandLanguage::refusesGroups_data()
{
    const auto row = refusals();
    row("group", "group: column 6: the name of the group is missing",
        "Usage: group NAME = RANKS|NAME := RANKS|NAME where CONDITION|delete NAME|rename NAME NEW");
    row("group bad = 3 |",
        "group: column 7: '3 |' is not a set of ranks such as 0-3,7 or all: a rank or the name of a group is missing "
        "at "
        "the end",
        "Usage: group NAME = RANKS|NAME := RANKS|NAME where CONDITION|delete NAME|rename NAME NEW");
    row("group delete", "group: column 13: the name of a group is missing",
        "Usage: group NAME = RANKS|NAME := RANKS|NAME where CONDITION|delete NAME|rename NAME NEW");
    row("group rename a b c", "group: column 18: 'c' is too much here",
        "Usage: group NAME = RANKS|NAME := RANKS|NAME where CONDITION|delete NAME|rename NAME NEW");
    row("input (3 text",
        "input: column 7: '(3 text' is not a set of ranks such as 0-3,7 or all: a ')' is missing at character 4",
        "Usage: input [-e] [-n] RANKS [TEXT]");
}

void TestCommandLanguage::refuses()
{
    QFETCH(QString, line);
    QFETCH(QString, detail);
    QFETCH(QString, advice);
    const auto parsed = parseCommand(line.toStdString());
    QVERIFY(!parsed);
    QCOMPARE(QString::fromStdString(parsed.error().detail), detail);
    QCOMPARE(QString::fromStdString(parsed.error().advice), advice);
}

void TestCommandLanguage::everyCommandIsFoundByItsNameAndAlias()
{
    for (const CommandInfo& info : commandTable()) {
        QVERIFY(findCommand(info.name).value() == &info);
        if (!info.alias.empty())
            QVERIFY(findCommand(info.alias).value() == &info);
        QVERIFY(!info.summary.empty());
    }
}

void TestCommandLanguage::refusesAnEndlessLine()
{
    QVERIFY(!parseCommand("input 0 " + std::string(kMaxCommandBytes, 'x')));
}

void TestCommandLanguage::controlBytesAreMadeVisible()
{
    QCOMPARE(visible("a\tb\x1b[31mred\r"), std::string("a\tb\\x1b[31mred\\x0d"));
    QCOMPARE(visible("gr\xc3\xbc\xc3\x9f"), std::string("gr\xc3\xbc\xc3\x9f"));
}

DBGR_TEST(TestCommandLanguage);

} // namespace tst_command_language

#include "tst_command_language.moc"
