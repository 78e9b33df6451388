// SPDX-License-Identifier: GPL-3.0-or-later
// Why a rank crashed: each way of it, in a process and in its core file.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "tests/contract/lldb_rig.h"
#include "tests/support/corefile/core_maker.h"
#include "tests/support/run/test_class.h"

#include <QRegularExpression>
#include <QTemporaryDir>

#include <sys/resource.h>

#include <csignal>

namespace tst_lldb_crashes {

using namespace dbgr;
using debug::StopReason;
using test::LldbRig;

namespace {

const QString kProgram = DBGR_DEBUGGEE_DIR "/crashes";

enum class Address
{
    None,
    Null, ///< on the first page
    Impossible,
    Some
};

/// LLDB does not know what memory in core files belongs to.
QString withoutNames(QString why)
{
    why.replace(" of /tmp/dbgr-cut-* there: the file", " there: a mapped file");
    why.replace("the memory of [heap]", "memory");
    return why.remove(" of crashes");
}

} // namespace

class TstLldbCrashes : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_rig = std::make_unique<LldbRig>(); }
    void cleanup() { m_rig.reset(); }

    void aCrashIsExplained_data() { addWays(); }
    void aCrashIsExplained();
    void soIsOneInACoreFile_data() { addWays(); }
    void soIsOneInACoreFile();
    void aSignalOfSomebodyElseIsNoCrashOfAnInstruction();
    void limitsAreThoseOfTheProcess();

private:
    static void addWays();
    [[nodiscard]] std::optional<debug::StopCause> inCore(const QString& way);
    static void check(const debug::StopCause& cause, const QString& why);

    std::unique_ptr<LldbRig> m_rig;
};

void TstLldbCrashes::addWays()
{
    QTest::addColumn<QString>("way");
    QTest::addColumn<int>("signal");
    QTest::addColumn<QString>("why"); // "*" in it: anything
    QTest::addColumn<Address>("address");
    QTest::addColumn<QString>("function");    // of the frame that counts
    QTest::addColumn<QString>("instruction"); // its beginning; "" there is none
    const auto row = [](const char* way, int signal, const char* why, Address address, const char* function,
                        const char* instruction) {
        QTest::newRow(way) << way << signal << why << address << function << instruction;
    };
    row("null-member", SIGSEGV, "null pointer", Address::Null, "member", "movq 0x8(%rax), %rax");
    row("null-function", SIGSEGV, "call of a null function pointer", Address::Null, "call", "");
    row("nowhere", SIGSEGV, "no memory there", Address::Some, "use", "movq (%rax), %rax");
    row("impossible", SIGSEGV, "impossible address", Address::Impossible, "use", "movq (%rax), %rax");
    row("impossible-call", SIGSEGV, "call of an impossible address", Address::Impossible, "call", "callq *%rax");
    row("nowhere-call", SIGSEGV, "no code there", Address::Some, "call", "");
    row("impossible-return", SIGSEGV, "return to an impossible address: the stack was overwritten", Address::None,
        "returnTo", "retq");
    row("data-call", SIGSEGV, "no code there", Address::Some, "call", "*");
    row("constant", SIGSEGV, "write to read-only memory of crashes", Address::Some, "write", "movb $0x1, (%rax)");
    row("nobody", SIGSEGV, "memory that nobody may use", Address::Some, "use", "movq (%rax), %rax");
    row("behind", SIGSEGV, "just behind the end of memory", Address::Some, "use", "movq (%rax), %rax");
    row("heap", SIGSEGV, "just behind the end of the memory of [heap]", Address::Some, "runOffHeap",
        "movb $0x1, (%rax)");
    row("recursion", SIGSEGV, "stack overflow", Address::Some, "descend", "*");
    row("frame", SIGSEGV, "stack overflow", Address::Some, "fillLargeFrame", "*");
    row("thread-recursion", SIGSEGV, "stack overflow", Address::Some, "descend", "*");
    row("misaligned", SIGSEGV, "address that is not aligned as movaps needs it", Address::Some, "misalign",
        "movaps (%rax), %xmm0");
    row("cut", SIGBUS, "no page of /tmp/dbgr-cut-* there: the file is shorter, or its file system is full",
        Address::Some, "use", "movq (%rax), %rax");
    row("divide", SIGFPE, "integer divide by zero", Address::None, "main", "idivl");
    row("trap", SIGILL, "illegal operand", Address::None, "main", "ud2");
}

void TstLldbCrashes::check(const debug::StopCause& cause, const QString& why)
{
    QFETCH(int, signal);
    QFETCH(Address, address);
    QFETCH(QString, instruction);
    QCOMPARE(cause.reason, StopReason::Signal);
    QCOMPARE(cause.signal, signal);
    const QString said = QString::fromStdString(cause.description);
    const QStringList parts = why.split('*');
    QVERIFY2(said.startsWith(parts.first()) && said.endsWith(parts.last()), cause.description.c_str());
    QFETCH(QString, function);
    const std::string& place = cause.place().function;
    QVERIFY2(QString::fromStdString(place).contains(QRegularExpression("(^|::)" + function + "($|\\()")),
             place.c_str());
    if (signal != SIGBUS) // LLDB has it of processes only
        QCOMPARE(cause.address.has_value(), address != Address::None);
    if (address == Address::Null)
        QVERIFY(*cause.address < 4096);
    if (address == Address::Impossible)
        QCOMPARE(*cause.address, std::uint64_t(0xdeadbeefdeadbee8));
    QVERIFY(cause.instruction);
    const QString text = QString::fromStdString(cause.instruction->text);
    QVERIFY2(instruction == "*" || (instruction.isEmpty() ? text.isEmpty() : text.startsWith(instruction)),
             qPrintable(text));
}

void TstLldbCrashes::aCrashIsExplained()
{
    QFETCH(QString, way);
    m_rig->start("crashes", {way.toStdString()});
    QVERIFY(m_rig->attach());
    QFETCH(QString, why);
    check(m_rig->resume().cause, why);
}

void TstLldbCrashes::soIsOneInACoreFile()
{
    QFETCH(QString, way);
    QFETCH(QString, why);
    const auto cause = inCore(way);
    QVERIFY2(cause, "no core file: neither the kernel nor gdb made one");
    check(*cause, withoutNames(why));
}

std::optional<debug::StopCause> TstLldbCrashes::inCore(const QString& way)
{
    const QTemporaryDir folder;
    const QString core = test::makeRealCore(folder.path(), kProgram, {}, {way});
    if (core.isEmpty())
        return std::nullopt;
    std::vector<daemon::AttachTarget> targets(1);
    targets.front().executable = kProgram.toStdString();
    targets.front().core = core.toStdString();
    m_rig->client().attach(std::move(targets));
    const auto stop = m_rig->client().next<debug::StopEvent>();
    return stop ? std::optional(stop->cause) : std::nullopt;
}

void TstLldbCrashes::aSignalOfSomebodyElseIsNoCrashOfAnInstruction()
{
    m_rig->start("crashes", {"raise"});
    QVERIFY(m_rig->attach());
    const debug::StopCause cause = m_rig->resume().cause;
    QCOMPARE(cause.signal, SIGSEGV);
    QCOMPARE(cause.description, std::string());
    QVERIFY(!cause.address && !cause.instruction);
    m_rig = std::make_unique<LldbRig>();
    const auto then = inCore("raise");
    QVERIFY(then && then->signal == SIGSEGV);
    QVERIFY(!then->address && !then->instruction);
}

void TstLldbCrashes::limitsAreThoseOfTheProcess()
{
    m_rig->start("crashes", {"raise"});
    QVERIFY(m_rig->attach());
    rlimit files{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &files), 0); // which it has inherited
    const debug::Describe question{debug::Describe::What::Limits, ""};
    const auto reply = m_rig->client().get<debug::DescriptionsReply>(m_rig->all(), question);
    QCOMPARE(reply.descriptions.size(), std::size_t(1));
    bool found = false;
    for (const debug::DescribedName& one : reply.descriptions.front().names)
        found |= one.name == "open files" && one.type == std::to_string(files.rlim_cur) + " files";
    QVERIFY(found);
}

DBGR_TEST(TstLldbCrashes, QCoreApplication);

} // namespace tst_lldb_crashes

#include "tst_lldb_crashes.moc"
