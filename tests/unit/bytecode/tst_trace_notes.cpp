// SPDX-License-Identifier: GPL-3.0-or-later
// Notes of tracepoints: what programs have read is there later, as it was; their bytes, whoever wrote them; and their
// way through the ring, around its ends, when it is full, and when somebody writes nonsense there.
#include "bytecode/code.h"
#include "bytecode/trace_note.h"
#include "bytecode/trace_ring.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <algorithm>
#include <deque>
#include <memory>
#include <random>
#include <vector>

namespace tst_trace_notes {

using namespace dbgr::bytecode;

namespace {

using Bytes = std::vector<std::byte>;

constexpr std::uint64_t kBegin = 0x1000;

/// Memory from kBegin on; each register is its number times ten.
class Thread final : public Target
{
public:
    std::optional<std::uint64_t> registerValue(unsigned number) override
    {
        return number < 50 ? std::optional(std::uint64_t{number} * 10) : std::nullopt;
    }
    bool read(std::uint64_t address, std::span<std::byte> out) override
    {
        longest = std::max(longest, out.size());
        if (address < kBegin || address - kBegin > memory.size() || out.size() > memory.size() - (address - kBegin))
            return false;
        std::copy_n(memory.begin() + static_cast<std::ptrdiff_t>(address - kBegin), out.size(), out.begin());
        return true;
    }

    Bytes memory = Bytes(2 * TraceNote::kMostMemory, std::byte{7});
    std::size_t longest = 0;
};

bool runs(const Code& code, Target& thread)
{
    const auto program = Program::read(code.program());
    if (!program)
        qFatal("it is no program");
    return run(*program, thread).has_value();
}

Code bytesOf(std::uint64_t address, std::uint64_t count)
{
    return Code::constant(address).then(Code::constant(count)).op(Op::Bytes).then(Code::constant(0));
}

Code lettersOf(std::uint64_t address, std::uint64_t most, unsigned unit = 1)
{
    return Code::constant(address).then(Code::constant(most)).op(Op::Letters, {unit, false}).then(Code::constant(0));
}

/// How many bytes from the address on were noted.
std::size_t noted(const TraceNote& note, std::uint64_t address)
{
    NotedTarget target(note);
    std::size_t count = 0;
    for (std::byte one{}; target.read(address + count, std::span(&one, 1));)
        ++count;
    return count;
}

Bytes numbered(std::size_t size, unsigned number)
{
    Bytes bytes(size);
    for (std::size_t i = 0; i < size; ++i)
        bytes[i] = static_cast<std::byte>(number + i);
    return bytes;
}

const auto kAll = [](std::span<const std::byte>) { return true; };
const auto kNone = [](std::span<const std::byte>) { return false; };

std::shared_ptr<TraceRing::Memory> emptyMemory()
{
    return std::make_shared<TraceRing::Memory>();
}

} // namespace

class TestTraceNotes : public QObject
{
    Q_OBJECT

private slots:
    void whatWasReadIsThereLater()
    {
        Thread thread;
        TraceNote note;
        NotingTarget noting(thread, note);
        QVERIFY(runs(Code::ofRegister(3).then(Code::constant(kBegin)).op(Op::Load, {4, false}).op(Op::Add, {8, false}),
                     noting));
        std::ranges::fill(thread.memory, std::byte{9});
        NotedTarget later(note);
        QCOMPARE(later.registerValue(3), std::optional<std::uint64_t>(30));
        std::array<std::byte, 4> four{};
        QVERIFY(later.read(kBegin, four));
        QVERIFY(four[0] == std::byte{7} && four[3] == std::byte{7});
        std::array<std::byte, 2> inside{};
        QVERIFY(later.read(kBegin + 1, inside) && !later.hasMissed());
        QVERIFY(!later.read(kBegin + 3, inside)); // one of them was never read
        QVERIFY(later.hasMissed());
        NotedTarget other(note);
        QVERIFY(!other.registerValue(4) && other.hasMissed());
    }

    void whatWasReadOnceStaysAsItWas()
    {
        Thread thread;
        TraceNote note;
        NotingTarget noting(thread, note);
        QVERIFY(runs(bytesOf(kBegin, 16), noting));
        std::ranges::fill(thread.memory, std::byte{9}); // by another thread
        std::array<std::byte, 8> again{};
        QVERIFY(noting.read(kBegin + 4, again));
        QVERIFY(again[0] == std::byte{7});
        QCOMPARE(note.memory.size(), std::size_t{1});
    }

    void bytesAreReadAsFarAsProgramsMay_data()
    {
        QTest::addColumn<quint64>("count");
        QTest::addColumn<bool>("isGood");
        for (const std::size_t count : {std::size_t{0}, std::size_t{1}, kMaxBytes - 1, kMaxBytes})
            QTest::addRow("%zu", count) << quint64(count) << true;
        QTest::newRow("one more") << quint64(kMaxBytes + 1) << false;
        QTest::newRow("below 0") << ~quint64{0} << false;
        QTest::newRow("around the end") << ~quint64{0} - kBegin + 2 << false;
    }
    void bytesAreReadAsFarAsProgramsMay()
    {
        QFETCH(quint64, count);
        QFETCH(bool, isGood);
        Thread thread;
        TraceNote note;
        NotingTarget noting(thread, note);
        QCOMPARE(runs(bytesOf(kBegin, count), noting), isGood);
        if (isGood)
            QCOMPARE(noted(note, kBegin), std::size_t(count));
    }

    void notesHaveAnEnd()
    {
        Thread thread;
        TraceNote note;
        NotingTarget noting(thread, note);
        QVERIFY(runs(bytesOf(kBegin, kMaxBytes), noting));
        QVERIFY(runs(bytesOf(kBegin + kMaxBytes, kMaxBytes), noting));
        QVERIFY(runs(bytesOf(kBegin + 5, kMaxBytes), noting)); // that is there
        QVERIFY(!runs(bytesOf(kBegin + 2 * kMaxBytes, 1), noting));
        const Bytes bytes = encode(note);
        QVERIFY(decodeNote(bytes) == note);
        note.memory.push_back({1, Bytes(1)});
        QVERIFY(!decodeNote(encode(note)));
    }

    void lettersEndAtTheirZero_data()
    {
        QTest::addColumn<quint64>("begin");
        QTest::addColumn<unsigned>("unit");
        QTest::addColumn<int>("letters");
        for (const unsigned unit : {1U, 2U, 4U}) {
            for (const quint64 begin : {quint64{0}, quint64{1}, quint64{63}, quint64{64}}) {
                for (const int letters : {0, 1, 15, 16, 17, 63, 64, 65, 200})
                    QTest::addRow("%d of %u at %d", letters, unit, int(begin)) << begin << unit << letters;
            }
        }
    }
    void lettersEndAtTheirZero()
    {
        QFETCH(quint64, begin);
        QFETCH(unsigned, unit);
        QFETCH(int, letters);
        Thread thread;
        const std::size_t end = begin + std::size_t(letters) * unit;
        std::fill_n(thread.memory.begin() + std::ptrdiff_t(end), unit, std::byte{0});
        thread.memory.resize(std::max<std::size_t>(end + unit, (end + unit + 63) / 64 * 64)); // as far as its page
        for (const std::uint64_t most : {std::uint64_t(letters), std::uint64_t(letters) + 1, std::uint64_t{1000}}) {
            TraceNote note;
            NotingTarget noting(thread, note);
            QVERIFY(runs(lettersOf(kBegin + begin, most, unit), noting));
            const std::size_t needed = std::min<std::size_t>(std::size_t(letters) + 1, most) * unit;
            QVERIFY(noted(note, kBegin + begin) >= needed);
            QVERIFY(thread.longest <= 64);
        }
    }

    void lettersWithoutAZeroAreToldWhereMemoryEnds()
    {
        Thread thread;
        thread.memory.resize(128);
        TraceNote note;
        NotingTarget noting(thread, note);
        QVERIFY(runs(lettersOf(kBegin, 128), noting));
        QVERIFY(!runs(lettersOf(kBegin, 129), noting));
        QVERIFY(!runs(lettersOf(kBegin, kMaxBytes + 1), noting));
        QVERIFY(!runs(lettersOf(kBegin, kMaxBytes / 4 + 1, 4), noting));
        QVERIFY(!runs(lettersOf(kBegin - 1, 1), noting));
    }

    void bytesThatAreNoNoteAreNone()
    {
        TraceNote note;
        note.place = 7;
        note.thread = 99;
        note.time = std::chrono::microseconds(1234567);
        note.registers = {{6, 1}, {17, ~std::uint64_t{0}}};
        note.memory = {{kBegin, numbered(9, 3)}, {0, {}}};
        const Bytes all = encode(note);
        QVERIFY(decodeNote(all) == note);
        for (std::size_t size = 0; size < all.size(); ++size)
            QVERIFY(!decodeNote(std::span(all).first(size)));
        Bytes more = all;
        more.push_back({});
        QVERIFY(!decodeNote(more));
        note.registers.resize(TraceNote::kMostRegisters + 1);
        QVERIFY(!decodeNote(encode(note)));
    }

    void notesComeInTheirOrder()
    {
        const TraceRing ring(emptyMemory());
        std::mt19937 random(7);
        std::deque<Bytes> waiting;
        unsigned number = 0;
        for (int round = 0; round < 20'000; ++round) { // some hundred times around
            const Bytes note = numbered(random() % 900, ++number);
            if (ring.hasRoom(TraceRing::wordsFor(note.size()))) {
                ring.settle(ring.put(note));
                waiting.push_back(note);
            }
            if (random() % 40 != 0)
                continue;
            const auto taken = ring.take(kNone);
            QVERIFY(!taken.isBroken);
            QVERIFY(std::ranges::equal(taken.notes, waiting));
            waiting.clear();
        }
    }

    void aFullRingTakesNoMore()
    {
        const TraceRing ring(emptyMemory());
        const std::uint64_t whole = TraceRing::kWords;
        QVERIFY(ring.hasRoom(whole) && !ring.hasRoom(whole + 1));
        const Bytes first((whole - 2 - 3) * 4); // all but three words
        ring.settle(ring.put(first));
        QVERIFY(ring.hasRoom(3) && !ring.hasRoom(4));
        ring.settle(ring.put(Bytes(4)));
        QVERIFY(!ring.hasRoom(2) && ring.hasRoom(0));
        QCOMPARE(ring.take(kNone).notes.size(), std::size_t{2});
        QVERIFY(ring.hasRoom(whole));
        QVERIFY(!TraceRing().hasRoom(1));
    }

    void openNotesWaitAndCanBeTakenBack()
    {
        const TraceRing ring(emptyMemory());
        const std::uint64_t first = ring.put(numbered(5, 1));
        const std::uint64_t second = ring.put(numbered(6, 2));
        ring.settle(second);
        QVERIFY(ring.take(kNone).notes.empty()); // nor those behind an open one
        QVERIFY(ring.takeBack(first));
        QVERIFY(ring.take(kNone).notes == std::vector<Bytes>{numbered(6, 2)});
        const std::uint64_t third = ring.put(numbered(7, 3));
        QVERIFY(ring.take(kAll).notes == std::vector<Bytes>{numbered(7, 3)});
        QVERIFY(!ring.takeBack(third)); // it has been told
        ring.settle(third);
        QVERIFY(ring.take(kAll).notes.empty());
    }

    void settlingWhatIsLongGoneChangesNothing()
    {
        const TraceRing ring(emptyMemory());
        const std::uint64_t old = ring.put(Bytes(4));
        static_cast<void>(ring.take(kAll));
        const Bytes ones(TraceRing::kWords * 4 - 8, std::byte{1}); // in each byte of the ring
        ring.settle(ring.put(ones));
        ring.settle(old);
        QVERIFY(!ring.takeBack(old));
        QVERIFY(ring.take(kNone).notes == std::vector<Bytes>{ones});
    }

    void nonsenseIsGivenUp_data()
    {
        QTest::addColumn<quint64>("written");
        QTest::addColumn<quint64>("taken");
        QTest::addColumn<unsigned>("length");
        QTest::newRow("more than there is") << quint64(TraceRing::kWords + 1) << quint64(0) << 0U;
        QTest::newRow("taken before it was written") << quint64(3) << quint64(4) << 0U;
        QTest::newRow("half a head") << quint64(1) << quint64(0) << 0U;
        QTest::newRow("longer than what is there") << quint64(4) << quint64(0) << 9U;
        QTest::newRow("endless") << quint64(4) << quint64(0) << ~0U;
    }
    void nonsenseIsGivenUp()
    {
        QFETCH(quint64, written);
        QFETCH(quint64, taken);
        QFETCH(unsigned, length);
        const auto memory = emptyMemory();
        memory->written = written;
        memory->taken = taken;
        memory->words[1] = length;
        const TraceRing ring(memory);
        const auto found = ring.take(kAll);
        QVERIFY(found.isBroken && found.notes.empty());
        QVERIFY(ring.hasRoom(TraceRing::kWords)); // it goes on from there
        ring.settle(ring.put(numbered(5, 5)));
        QVERIFY(ring.take(kNone).notes == std::vector<Bytes>{numbered(5, 5)});
    }
};

DBGR_TEST(TestTraceNotes, QCoreApplication);

} // namespace tst_trace_notes

#include "tst_trace_notes.moc"
