// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that are made to do something else, as whoever is left finds them when the keeper is dead: at each moment it
// is written down what they are to have again, and they stand where nothing happens.
#include "keeper/target/process_files.h"
#include "keeper/text/sent_ledger.h"
#include "tests/support/keeper/fake_tracer.h"
#include "tests/support/keeper/process_rig.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <algorithm>
#include <cstring>
#include <link.h>
#include <memory>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace tst_sent_threads {

using namespace dbgr;
using namespace dbgr::keeper;
using namespace dbgr::test;

namespace {

constexpr util::ThreadId kOne(1), kTwo(2);
constexpr std::uint64_t kFileBytes = 5000;
constexpr std::uint64_t kPlace = 5008; // the next one

SentLedger::Sent sentOf(util::ThreadId thread, unsigned char mark)
{
    return {
        util::Pid(7), thread, 0x1000_at, {RegisterBytes(2, std::byte{mark}), RegisterBytes(3, std::byte{'x'})}, false};
}

/// "1:a 2:c!": threads, what they are to have, and whether they may be anywhere.
QString wordsOf(const SentLedger& ledger)
{
    QStringList words;
    for (const SentLedger::Sent& one : ledger.sent())
        words += QString("%1:%2%3")
                     .arg(one.thread.value())
                     .arg(QChar(std::to_integer<int>(one.state.general.at(0))))
                     .arg(one.isAnywhere ? "!" : "");
    return words.join(' ');
}

/// The kernel's library of this process, of which a test says how long it is.
class Vdso final : public util::ProcessMemory
{
public:
    explicit Vdso(std::shared_ptr<std::vector<std::byte>> bytes) : m_bytes(std::move(bytes)) {}
    bool read(RemoteAddress address, std::span<std::byte> out) override
    {
        const std::uint64_t at = address - m_begin;
        if (at > m_bytes->size() || out.size() > m_bytes->size() - at)
            return false;
        std::copy_n(m_bytes->begin() + static_cast<std::ptrdiff_t>(at), out.size(), out.begin());
        return true;
    }
    bool write(RemoteAddress address, std::span<const std::byte> bytes) override
    {
        const std::uint64_t at = address - m_begin;
        if (at > m_bytes->size() || bytes.size() > m_bytes->size() - at)
            return false;
        std::ranges::copy(bytes, m_bytes->begin() + static_cast<std::ptrdiff_t>(at));
        return true;
    }
    void reopen() override {}

private:
    const RemoteAddress m_begin = vdsoOf(util::Pid(::getpid()));
    const std::shared_ptr<std::vector<std::byte>> m_bytes;
};

/// A rank of one thread, which stands.
struct Stand
{
    explicit Stand(std::uint64_t fileBytes = kFileBytes)
    {
        ElfW(Ehdr) header{};
        header.e_shoff = fileBytes;
        std::memcpy(bytes->data(), &header, sizeof header);
        std::ranges::copy(arch->systemCall(), bytes->begin() + 512);
        Process::Listener listener;
        listener.onStopped = [] {};
        listener.onThread = listener.onThreadGone = [](Tid) {};
        listener.onReleased = [] {};
        process = std::make_unique<Process>(util::Pid(::getpid()), tracer, *arch, ledger, std::make_unique<Vdso>(bytes),
                                            listener);
        tracer.setPc(1, 0x4000);
        if (!process->seize())
            qFatal("it cannot be seized");
        tell(Kind::Interrupted);
        while (!process->stands()) // it makes calls for the handler of traps
            endCall();
        static_cast<void>(tracer.taken());
    }
    void endCall()
    {
        tell(Kind::AtCall);
        tell(Kind::AtCall);
        tell(Kind::Interrupted);
    }
    void tell(Kind kind, int number = 0) { process->onNews({kOne, kind, number, 0}); }
    std::uint64_t place() const { return (vdsoOf(util::Pid(::getpid())) + kPlace).value(); }
    /// As a debugger writes it.
    bool setRegister(const char* name, std::uint64_t value)
    {
        const auto& all = arch->registers().all();
        const auto spec = std::ranges::find(all, name, &RegisterSpec::name);
        const auto bytesOfValue = std::as_bytes(std::span(&value, 1));
        return process->setRegister(kOne, *spec, bytesOfValue);
    }
    std::uint64_t shownPc() { return arch->pc(process->registers(kOne, false)->general).value(); }

    std::shared_ptr<const Arch> arch = x86_64::make({});
    FakeTracer tracer{arch};
    TextLedger ledger = TextLedger::create().value();
    std::shared_ptr<std::vector<std::byte>> bytes = std::make_shared<std::vector<std::byte>>(8192);
    std::unique_ptr<Process> process;
};

} // namespace

class TestSentThreads : public QObject
{
    Q_OBJECT

private slots:
    void thoseThatAreBackAreNotInTheLedger()
    {
        SentLedger ledger = SentLedger::create().value();
        {
            const auto one = ledger.add(sentOf(kOne, 'a'));
            auto two = ledger.add(sentOf(kTwo, 'b'));
            QCOMPARE(wordsOf(ledger), QString("1:a 2:b"));
            two.isAnywhere();
            QCOMPARE(wordsOf(ledger), QString("1:a 2:b!"));
            two.isAtPlace();
            const auto moved = std::move(two);
            QCOMPARE(wordsOf(ledger), QString("1:a 2:b"));
        }
        QCOMPARE(wordsOf(ledger), QString());
        const auto again = ledger.add(sentOf(kTwo, 'c'));
        QCOMPARE(ledger.sent().size(), std::size_t{1});
        const SentLedger::Sent found = ledger.sent().front();
        QVERIFY(found.pid == util::Pid(7) && found.place == 0x1000_at && found.thread == kTwo);
        QCOMPARE(found.state.general, RegisterBytes(2, std::byte{'c'}));
        QCOMPARE(found.state.extended, RegisterBytes(3, std::byte{'x'}));
    }

    void theOutermostCountsWhereverItsLineIs()
    {
        SentLedger ledger = SentLedger::create().value();
        auto free = ledger.add(sentOf(kTwo, 'z'));
        const auto outer = ledger.add(sentOf(kOne, 'a'));
        free = SentLedger::Line();
        const auto inner = ledger.add(sentOf(kOne, 'b')); // in front of it
        QCOMPARE(wordsOf(ledger), QString("1:a"));
    }

    void whatHasNoRoomIsNotWrittenDown()
    {
        SentLedger ledger = SentLedger::create().value();
        std::vector<SentLedger::Line> lines;
        for (std::uint32_t i = 0; i < SentLedger::kMaxLines; ++i)
            lines.push_back(ledger.add(sentOf(util::ThreadId(i + 10), 'a')));
        auto none = ledger.add(sentOf(kOne, 'b'));
        none.isAnywhere();
        QCOMPARE(ledger.sent().size(), std::size_t(SentLedger::kMaxLines));
        lines.clear();
        SentLedger::Sent large = sentOf(kOne, 'c');
        large.state.extended.resize(SentLedger::kMostBytes);
        const auto tooLarge = ledger.add(large);
        QVERIFY(ledger.sent().empty());
    }

    void aSystemCallIsMadeWhereTheThreadWaits()
    {
        Stand rank;
        std::optional<std::int64_t> result;
        rank.process->call(SYS_getpid, {}, [&](std::optional<std::int64_t> made) { result = made; });
        QCOMPARE(rank.tracer.pc(1), rank.place());
        QVERIFY(std::ranges::equal(std::span(*rank.bytes).subspan(kPlace, rank.arch->callAndWait().size()),
                                   rank.arch->callAndWait()));
        QCOMPARE(rank.ledger.sent().sent().size(), std::size_t{1});
        const SentLedger::Sent sent = rank.ledger.sent().sent().front();
        QVERIFY(sent.place.value() == rank.place() && !sent.isAnywhere &&
                rank.arch->pc(sent.state.general) == 0x4000_at);
        rank.tell(Kind::AtCall);
        rank.tell(Kind::AtCall);
        QVERIFY(!result);
        QCOMPARE(QString::fromStdString(rank.tracer.taken()), QString("call 1; call 1; step 1; "));
        rank.tell(Kind::Signal, SIGTRAP); // where the kernel heeds that another call was interrupted
        QVERIFY(result);
        QCOMPARE(rank.tracer.pc(1), std::uint64_t{0x4000});
        QVERIFY(rank.ledger.sent().sent().empty());
        rank.process->release();
        while (!rank.process->hasEnded()) // the handler goes
            rank.endCall();
        QCOMPARE((*rank.bytes)[kPlace], std::byte{0});
    }

    void whereThereIsNoRoomTheKernelsOwnIsTaken()
    {
        Stand rank(8192); // to the end of its page
        rank.process->call(SYS_getpid, {}, [](std::optional<std::int64_t>) {});
        QCOMPARE(rank.tracer.pc(1), rank.place() - kPlace + 512);
    }

    void aThreadWaitsWhileItsDebuggerSendsIt()
    {
        Stand rank;
        const auto saved = rank.process->saveRegisters(kOne);
        QVERIFY(saved);
        QCOMPARE(rank.tracer.pc(1), std::uint64_t{0x4000}); // nothing has been changed yet
        const std::uint64_t waits = rank.place() + rank.arch->systemCall().size();
        QVERIFY(rank.setRegister("rdi", 3));
        QCOMPARE(rank.tracer.pc(1), waits);
        QCOMPARE(rank.shownPc(), std::uint64_t{0x4000});
        QVERIFY(rank.setRegister("rip", 0x5000));
        QCOMPARE(rank.tracer.pc(1), waits);
        QCOMPARE(rank.shownPc(), std::uint64_t{0x5000});
        QVERIFY(!rank.ledger.sent().sent().front().isAnywhere);

        rank.process->resume({}, kRun);
        QCOMPARE(rank.tracer.pc(1), std::uint64_t{0x5000});
        QVERIFY(rank.ledger.sent().sent().front().isAnywhere);
        rank.tell(Kind::Interrupted);
        rank.process->interrupt();
        rank.tracer.setPc(1, 0x5010);
        rank.tell(Kind::Interrupted);
        QCOMPARE(rank.shownPc(), std::uint64_t{0x5010});
        QCOMPARE(rank.tracer.pc(1), waits);
        QVERIFY(!rank.ledger.sent().sent().front().isAnywhere);

        QVERIFY(rank.process->restoreRegisters(*saved));
        QCOMPARE(rank.tracer.pc(1), std::uint64_t{0x4000});
        QVERIFY(rank.ledger.sent().sent().empty());
    }

    void aRegisterThatAUserSetsIsSetAtOnce()
    {
        Stand rank;
        QVERIFY(rank.setRegister("rip", 0x6000));
        QCOMPARE(rank.tracer.pc(1), std::uint64_t{0x6000});
        QVERIFY(rank.ledger.sent().sent().empty());
    }

    void aCallInTheMidstOfACallLeadsBackToWaiting()
    {
        Stand rank;
        QVERIFY(rank.process->saveRegisters(kOne));
        QVERIFY(rank.setRegister("rip", 0x5000));
        rank.process->call(SYS_getpid, {}, [](std::optional<std::int64_t>) {});
        QCOMPARE(rank.tracer.pc(1), rank.place());
        rank.endCall();
        QCOMPARE(rank.tracer.pc(1), rank.place() + rank.arch->systemCall().size());
        QCOMPARE(rank.shownPc(), std::uint64_t{0x5000});
        QCOMPARE(rank.arch->pc(rank.ledger.sent().sent().front().state.general).value(), std::uint64_t{0x4000});
        rank.process->release();
        while (!rank.process->hasEnded())
            rank.endCall();
        QCOMPARE(rank.tracer.pc(1), std::uint64_t{0x4000});
    }
};

DBGR_TEST(TestSentThreads);

} // namespace tst_sent_threads

#include "tst_sent_threads.moc"
