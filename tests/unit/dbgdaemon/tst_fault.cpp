// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of crashes, by facts that no program of ours can make at will.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "dbgdaemon/engine/fault.h"
#include "tests/support/run/test_class.h"

#include <csignal>
#include <map>
#include <vector>

namespace tst_fault {

using namespace dbgr::daemon;

namespace {

constexpr std::uint64_t kStackBegin = 0x7ffc00000000;
constexpr std::uint64_t kStackEnd = 0x7ffc00100000;

/// A process with little memory.
struct Process
{
    std::vector<MemoryArea> areas; ///< ascending
    std::map<std::string, std::uint64_t, std::less<>> registers;
    std::optional<std::uint64_t> caller;

    [[nodiscard]] std::optional<MemoryArea> at(std::uint64_t address) const
    {
        MemoryArea hole{0, ~std::uint64_t{0}};
        for (const MemoryArea& area : areas) {
            if (address >= area.begin && address < area.end)
                return area;
            if (area.end <= address)
                hole.begin = area.end;
            else
                hole.end = std::min(hole.end, area.begin);
        }
        return hole;
    }
    [[nodiscard]] Fault fault(std::string words, std::uint64_t stackPointer = kStackBegin + 0x1000,
                              Instruction instruction = {}) const
    {
        return {.signal = SIGSEGV,
                .words = std::move(words),
                .pc = 0x401000,
                .stackPointer = stackPointer,
                .instruction = std::move(instruction),
                .callersStack = [this] { return caller; },
                .registerOf =
                    [this](std::string_view name) {
                        const auto found = registers.find(name);
                        return found == registers.end() ? std::nullopt : std::optional(found->second);
                    },
                .areaAt = [this](std::uint64_t address) { return at(address); }};
    }
};

Process withStack()
{
    return {
        {{0x401000, 0x402000, true, true, false, "/bin/app"}, {kStackBegin, kStackEnd, true, true, true, "[stack]"}},
        {},
        kStackBegin + 0x2000};
}

std::string notMapped(std::uint64_t address)
{
    return "address not mapped to object (fault address=0x" + QString::number(address, 16).toStdString() + ")";
}

std::string said(const Fault& fault)
{
    const FaultWords words = explain(fault);
    return words.why + (words.address ? " " + QString::number(*words.address, 16).toStdString() : "");
}

} // namespace

class TstFault : public QObject
{
    Q_OBJECT

private slots:
    void operandsAreRead_data();
    void operandsAreRead();
    void theStackEndsBelow();
    void whatOnlyLooksLikeAStackIsNone();
    void whatIsNotKnownIsNotSaid();
    void theProcessorDoesNotSayTheAddress_data();
    void theProcessorDoesNotSayTheAddress();
};

void TstFault::operandsAreRead_data()
{
    QTest::addColumn<QString>("operands");
    QTest::addColumn<QString>("read"); // base index scale displacement; "" nothing
    const auto row = [](const char* operands, const char* read) { QTest::newRow(operands) << operands << read; };
    row("(%rax), %eax", "rax  1 0");
    row("0x18(%rax), %eax", "rax  1 24");
    row("-0x8(%rbp), %rax", "rbp  1 -8");
    row("%eax, -0x14(%rbp,%rcx,4)", "rbp rcx 4 -20");
    row("(,%r9,8)", " r9 8 0");
    row("$0x1, (%rdx,%rcx)", "rdx rcx 1 0");
    row("*0x18(%rax)", "rax  1 24");
    row("*(%rax,%rbx,8)", "rax rbx 8 0");
    row("0xffffffffffffffff(%rax)", "rax  1 -1");
    row("0x2ee4(%rip), %rax", "");
    row("%fs:0x28, %rax", "");
    row("%fs:(%rax), %rax", "");
    row("%gs:0x8(%rax), %rax", "");
    row("(%rsi), %es:(%rdi)", "");
    row("%rax, %rbx", "");
    row("*%rax", "");
    row("0x401136", "");
    row("$0x8, %rsp", "");
    row("", "");
    row("(", "");
    row("0x(%rax)", "");
    row("(%rax,%rcx,3)", "");
    QTest::newRow("long") << QString(1 << 20, '(') << "";
}

void TstFault::operandsAreRead()
{
    QFETCH(QString, operands);
    const auto operand = memoryOperandOf(operands.toStdString());
    const QString read = operand ? QString("%1 %2 %3 %4")
                                       .arg(QString::fromStdString(operand->base))
                                       .arg(QString::fromStdString(operand->index))
                                       .arg(operand->scale)
                                       .arg(operand->displacement)
                                 : QString();
    QTEST(read, "read");
}

void TstFault::theStackEndsBelow()
{
    const Process process = withStack();
    const std::uint64_t begin = kStackBegin;
    // A push at the very end, a leaf's red zone, and a frame that is larger than what is left.
    QVERIFY(said(process.fault(notMapped(begin - 8), begin)).starts_with("stack overflow "));
    QVERIFY(said(process.fault(notMapped(begin - 128), begin)).starts_with("stack overflow "));
    QVERIFY(said(process.fault(notMapped(begin - 100), begin - (64 << 20))).starts_with("stack overflow "));
    QVERIFY(said(process.fault(notMapped(begin - (64 << 20)), begin - (64 << 20))).starts_with("stack overflow "));

    Process guarded = withStack();
    guarded.areas.insert(guarded.areas.end() - 1, {begin - 0x1000, begin, true, false, false, ""});
    QVERIFY(said(guarded.fault("invalid permissions for mapped object (fault address=0x7ffbfffffff8)", begin))
                .starts_with("stack overflow "));
    QVERIFY(said(guarded.fault(notMapped(begin - 0x5000), begin - 0x6000)).starts_with("stack overflow "));
}

void TstFault::whatOnlyLooksLikeAStackIsNone()
{
    Process process = withStack();
    const std::uint64_t begin = kStackBegin;
    // Below where the stack pointer is; the stack has room left; the caller's frame is elsewhere, or nobody knows.
    QCOMPARE(said(process.fault(notMapped(begin - 0x1000), begin)), std::string("no memory there 7ffbfffff000"));
    QCOMPARE(said(process.fault(notMapped(begin - 8), begin + 0x1000)), std::string("no memory there 7ffbfffffff8"));
    process.caller = 0x1000;
    QCOMPARE(said(process.fault(notMapped(begin - 8), begin)), std::string("no memory there 7ffbfffffff8"));
    process.caller.reset();
    QCOMPARE(said(process.fault(notMapped(begin - 8), begin)), std::string("no memory there 7ffbfffffff8"));
}

void TstFault::whatIsNotKnownIsNotSaid()
{
    Process process = withStack();
    process.areas.push_back({kStackEnd, kStackEnd + 0x1000, true, true, true, ""});
    // Memory that can be used: its rights are of another kind, or have changed since.
    QCOMPARE(said(process.fault("invalid permissions for mapped object (fault address=0x7ffc00100010)")),
             std::string("memory that may not be used so 7ffc00100010"));
    QCOMPARE(said(process.fault("some other reason")), std::string("some other reason"));
    QCOMPARE(said(process.fault("address not mapped to object")), std::string("no memory there"));
    QCOMPARE(said(process.fault("")), std::string());
    // A page more than what the memory before it ends with, and memory that is only read.
    QCOMPARE(said(process.fault(notMapped(kStackEnd + 0x1fff))),
             std::string("just behind the end of memory 7ffc00101fff"));
    QCOMPARE(said(process.fault(notMapped(kStackEnd + 0x2000))), std::string("no memory there 7ffc00102000"));
    QCOMPARE(said(process.fault(notMapped(0x402000))), std::string("no memory there 402000"));
    Fault blind = process.fault(notMapped(kStackEnd + 0x1000));
    blind.areaAt = [](std::uint64_t) { return std::nullopt; };
    QCOMPARE(said(blind), std::string("no memory there 7ffc00101000"));
    blind.signal = SIGBUS;
    blind.words = "illegal address (fault address=0x10)";
    QCOMPARE(said(blind), std::string("no page there: a mapped file is shorter, or its file system is full 10"));
    blind.words = "illegal alignment (fault address=0x11)";
    QCOMPARE(said(blind), std::string("illegal alignment 11"));
}

void TstFault::theProcessorDoesNotSayTheAddress_data()
{
    QTest::addColumn<QString>("mnemonic");
    QTest::addColumn<QString>("operands");
    QTest::addColumn<quint64>("rax");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* mnemonic, const char* operands, quint64 rax, const char* said) {
        QTest::addRow("%s %s 0x%llx", mnemonic, operands, rax) << mnemonic << operands << rax << said;
    };
    constexpr quint64 kLowest = quint64(1) << 47; // that no program has
    row("movl", "(%rax), %eax", kLowest, "impossible address 800000000000");
    row("movl", "(%rax), %eax", kLowest - 1, "refused by the processor");
    row("movl", "0x1(%rax), %eax", kLowest - 1, "impossible address 800000000000");
    row("movl", "-0x1(%rax), %eax", ~quint64(0) << 47, "impossible address ffff7fffffffffff");
    row("movl", "(%rbx), %eax", kLowest, "refused by the processor"); // a register that is not known
    row("movl", "%fs:(%rax), %eax", kLowest, "refused by the processor");
    row("callq", "*%rax", kLowest, "call of an impossible address 800000000000");
    row("jmpq", "*0x8(%rax)", kLowest, "impossible address 800000000008");
    row("retq", "", 0, "return to an impossible address: the stack was overwritten");
    row("movaps", "%xmm0, (%rax)", 0x1008, "address that is not aligned as movaps needs it 1008");
    row("vmovdqa64", "(%rax), %zmm0", 0x1008, "address that is not aligned as vmovdqa64 needs it 1008");
    row("movntdq", "%xmm0, (%rax)", 0x1008, "address that is not aligned as movntdq needs it 1008");
    row("movaps", "%xmm0, (%rax)", 0x1010, "refused by the processor");
    row("movups", "%xmm0, (%rax)", 0x1008, "refused by the processor");
    row("hlt", "", 0, "refused by the processor");
    row("", "", 0, "refused by the processor");
}

void TstFault::theProcessorDoesNotSayTheAddress()
{
    QFETCH(QString, mnemonic);
    QFETCH(QString, operands);
    QFETCH(quint64, rax);
    Process process = withStack();
    process.registers["rax"] = rax;
    for (const char* const words : {"address access protected (fault address=0x0)", "address access protected",
                                    "sent by kernel (SI_KERNEL)", "invalid address (fault address=0x0)"}) {
        const Fault fault =
            process.fault(words, kStackBegin + 0x1000, {mnemonic.toStdString(), operands.toStdString()});
        QTEST(QString::fromStdString(said(fault)), "said");
    }
}

DBGR_TEST(TstFault, QCoreApplication);

} // namespace tst_fault

#include "tst_fault.moc"
