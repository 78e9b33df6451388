// SPDX-License-Identifier: GPL-3.0-or-later
// Which bytes are programs, and which are not, whoever wrote them.
#include "bytecode/code.h"
#include "bytecode/hit_counts.h"
#include "bytecode/judged_place.h"
#include "bytecode/machine.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <vector>

namespace tst_bytecode_program {

using namespace dbgr::bytecode;

namespace {

using Bytes = std::vector<std::byte>;

Bytes bytes(std::initializer_list<unsigned> numbers)
{
    Bytes result;
    for (const unsigned number : numbers)
        result.push_back(static_cast<std::byte>(number));
    return result;
}

unsigned number(Op op)
{
    return static_cast<unsigned>(op);
}

Code sample()
{
    const Code value = Code::ofRegister(6).then(Code::constant(8)).op(Op::Add, {8, false}).op(Op::Load, {4, true});
    Code truth = value;
    truth.then(Code::constant(5)).compare(Relation::Less, Domain::Signed);
    return Code::choice(truth, Code::constant(1), Code::constant(0));
}

bool isProgram(const Bytes& bytes)
{
    return Program::read(bytes).has_value();
}

class Nothing final : public Target
{
public:
    std::optional<std::uint64_t> registerValue(unsigned) override { return 0; }
    bool read(std::uint64_t, std::span<std::byte>) override { return true; }
};

} // namespace

class TestBytecodeProgram : public QObject
{
    Q_OBJECT

private slots:
    void aCutProgramIsNone()
    {
        const Bytes whole = sample().program();
        QVERIFY(isProgram(whole));
        std::size_t end = 1; // of the operation that is cut
        for (std::size_t size = 0; size < whole.size(); ++size) {
            if (size == end) { // what is before it may be a program, too
                for (const Operand operand : factsOf(static_cast<std::uint8_t>(whole[end++]))->operands)
                    end += sizeOf(operand);
                continue;
            }
            QVERIFY2(!isProgram({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}),
                     std::to_string(size).c_str());
        }
        QCOMPARE(end, whole.size());
    }

    void anotherVersionIsNone()
    {
        Bytes whole = sample().program();
        whole.front() = static_cast<std::byte>(kVersion + 1);
        QVERIFY(!isProgram(whole));
    }

    void eachOperationHasFactsAndNoOtherOneHas()
    {
        for (unsigned op = 0; op < 256; ++op)
            QCOMPARE(factsOf(static_cast<std::uint8_t>(op)) != nullptr, op > 0 && op <= number(kLastOp));
    }

    void operandsAreLookedAt_data()
    {
        QTest::addColumn<Bytes>("tail");
        const unsigned load = number(Op::Load);
        QTest::newRow("no operation") << bytes({0});
        QTest::newRow("an unknown operation") << bytes({number(kLastOp) + 1});
        QTest::newRow("an integer without bytes") << bytes({load, 0});
        QTest::newRow("an integer of nine bytes") << bytes({load, 9});
        QTest::newRow("a real number of two bytes") << bytes({number(Op::LoadReal), 2});
        QTest::newRow("a field of no bits") << bytes({number(Op::Field), 0, 0, 0});
        QTest::newRow("a field of too many bits") << bytes({number(Op::Field), 0, 65, 0});
        QTest::newRow("a field beyond all bits") << bytes({number(Op::Field), 64, 1, 0});
        QTest::newRow("a flag that is none") << bytes({number(Op::Field), 0, 1, 2});
        QTest::newRow("an unknown relation") << bytes({number(Op::Duplicate), number(Op::Compare), 6, 0});
        QTest::newRow("an unknown domain") << bytes({number(Op::Duplicate), number(Op::Compare), 0, 3});
        QTest::newRow("keeps too many") << bytes({number(Op::Duplicate), number(Op::Keep), kMaxKept});
        QTest::newRow("recalls what cannot be kept") << bytes({number(Op::Drop), number(Op::Recall), kMaxKept});
        QTest::newRow("keeps what there is not") << bytes({number(Op::Drop), number(Op::Keep), 0});
        QTest::newRow("takes more than there is") << bytes({number(Op::Add), 8});
        QTest::newRow("leaves two") << bytes({number(Op::Duplicate)});
        QTest::newRow("leaves nothing") << bytes({number(Op::Drop)});
        QTest::newRow("a jump beyond the end") << bytes({number(Op::Jump), 1, 0});
        QTest::newRow("a jump into an operation") << bytes({number(Op::Jump), 1, 0, load, 8});
        QTest::newRow("a jump that leaves less")
            << bytes({number(Op::Duplicate), number(Op::JumpIfFalse), 1, 0, number(Op::Drop)});
    }
    void operandsAreLookedAt()
    {
        QFETCH(Bytes, tail);
        Bytes whole = Code::constant(1).program();
        QVERIFY(isProgram(whole));
        whole.insert(whole.end(), tail.begin(), tail.end());
        QVERIFY(!isProgram(whole));
    }

    void theStackHasAnEnd()
    {
        Code code = Code::constant(1);
        for (std::size_t i = 1; i < kMaxStack; ++i)
            code.op(Op::Duplicate);
        Code whole = code;
        for (std::size_t i = 1; i < kMaxStack; ++i)
            whole.op(Op::Drop);
        QVERIFY(isProgram(whole.program()));
        code.op(Op::Duplicate);
        for (std::size_t i = 0; i < kMaxStack; ++i)
            code.op(Op::Drop);
        QVERIFY(!isProgram(code.program()));
    }

    void aProgramThatIsTooLongIsNone()
    {
        Code code = Code::constant(1);
        while (code.program().size() < kMaxProgramBytes)
            code.op(Op::Not);
        QVERIFY(isProgram(code.program()));
        QVERIFY(!isProgram(code.op(Op::Not).program()));
    }

    /// Each byte of a program with each value: it is refused, or it ends.
    void changedProgramsDoNoHarm()
    {
        Nothing thread;
        const Bytes whole = sample().program();
        std::size_t programs = 0;
        for (std::size_t at = 0; at < whole.size(); ++at) {
            for (unsigned value = 0; value < 256; ++value) {
                Bytes changed = whole;
                changed[at] = static_cast<std::byte>(value);
                const auto program = Program::read(changed);
                programs += program ? 1 : 0;
                if (program)
                    static_cast<void>(run(*program, thread));
            }
        }
        QVERIFY(programs > whole.size());
    }

    void noQuotientStopsTheProcessor()
    {
        Nothing thread;
        for (const unsigned bytes : {1U, 2U, 4U, 8U}) {
            Code code = Code::constant(std::uint64_t{1} << 63); // not of a kind with fewer bytes
            code.then(Code::constant(~std::uint64_t{0})).op(Op::Divide, {bytes, true});
            const auto found = run(*Program::read(code.program()), thread);
            QCOMPARE(found.has_value(), bytes != 8);
        }
    }

    void placesComeBackAsTheyWere()
    {
        const std::vector<JudgedPlace> places{
            {0x401000, {{sample().program()}, {Code::constant(0).program(), HitCounts::kMost - 1}}},
            {~std::uint64_t{0}, {{}}},
            {8, {{{}, {}, Tracing{~0U, {}}}, {sample().program(), 3, Tracing{5, {sample().program(), {}}}}}},
            {7, {}}};
        const Bytes all = encode(places, 4096);
        QVERIFY(decodePlaces(all) == places);
        QVERIFY(decodePlaces(encode({}, 4096)) == std::vector<JudgedPlace>());
        for (std::size_t size = 0; size < all.size(); ++size)
            QVERIFY(!decodePlaces(std::span(all).first(size)));
        Bytes more = all;
        more.push_back({});
        QVERIFY(!decodePlaces(more));
    }

    void aCountThatThereIsNotMakesNoSense()
    {
        const std::vector<JudgedPlace> places{{1, {{{}, HitCounts::kMost}}}};
        QVERIFY(!decodePlaces(encode(places, 4096)));
    }

    void placesWithoutRoomAreLeftOut()
    {
        const JudgedPlace large{1, {{Bytes(100)}}};
        const JudgedPlace small{2, {{Bytes(10)}}};
        const std::vector<JudgedPlace> places{large, small};
        const std::size_t needed = encode(places, 4096).size();
        QVERIFY(decodePlaces(encode(places, needed)) == places);
        QVERIFY(decodePlaces(encode(places, needed - 1)) == std::vector{large});
        QVERIFY(decodePlaces(encode(places, 60)) == std::vector{small});
        QVERIFY(decodePlaces(encode(places, 4)) == std::vector<JudgedPlace>());
        QVERIFY(decodePlaces(encode(std::vector{JudgedPlace{1, {{Bytes(1 << 16)}}}}, 1 << 20)) ==
                std::vector<JudgedPlace>());
        const JudgedPlace tooMany{1, {{{}, {}, Tracing{1, std::vector<Bytes>(255)}}}};
        QVERIFY(decodePlaces(encode(std::vector{tooMany, small}, 1 << 20)) == std::vector{small});
    }
};

DBGR_TEST(TestBytecodeProgram, QCoreApplication);

} // namespace tst_bytecode_program

#include "tst_bytecode_program.moc"
