// SPDX-License-Identifier: GPL-3.0-or-later
// What programs compute: each operation in every width and sign, against wide integers, and what makes them fail.
#include "bytecode/code.h"
#include "bytecode/machine.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

namespace tst_bytecode_machine {

using namespace dbgr::bytecode;

namespace {

__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 UnsignedWide;

constexpr IntegerKind kWord{8, false};
constexpr unsigned kWidths[] = {1, 2, 3, 4, 5, 6, 7, 8};

class Thread final : public Target
{
public:
    std::optional<std::uint64_t> registerValue(unsigned number) override
    {
        const auto found = registers.find(number);
        return found == registers.end() ? std::nullopt : std::optional(found->second);
    }
    std::optional<std::uint64_t> threadNumber() override { return number; }
    bool read(std::uint64_t address, std::span<std::byte> out) override
    {
        ++reads;
        for (std::byte& byte : out) {
            const auto found = memory.find(address++);
            if (found == memory.end())
                return false;
            byte = found->second;
        }
        return true;
    }
    void put(std::uint64_t address, std::uint64_t value, unsigned bytes)
    {
        for (unsigned i = 0; i < bytes; ++i)
            memory[address + i] = static_cast<std::byte>(value >> (8 * i));
    }

    std::map<unsigned, std::uint64_t> registers;
    std::map<std::uint64_t, std::byte> memory;
    unsigned reads = 0;
    std::optional<std::uint64_t> number;
};

std::optional<std::uint64_t> resultOf(const Code& code, Target& thread)
{
    const auto program = Program::read(code.program());
    if (!program)
        qFatal("it is no program");
    return run(*program, thread);
}

std::optional<std::uint64_t> resultOf(const Code& code)
{
    Thread thread;
    return resultOf(code, thread);
}

/// The bits as an integer of that kind has them on the stack.
Wide valueOf(UnsignedWide bits, IntegerKind kind)
{
    const unsigned unused = 128 - 8 * kind.bytes;
    const UnsignedWide high = bits << unused;
    return kind.isSigned ? static_cast<Wide>(high) >> unused : static_cast<Wide>(high >> unused);
}

std::vector<std::uint64_t> edgesOf(IntegerKind kind)
{
    std::vector<std::uint64_t> values;
    for (const UnsignedWide bits : {UnsignedWide{0}, UnsignedWide{1}, UnsignedWide{2}, UnsignedWide{7},
                                    UnsignedWide{100}, (UnsignedWide{1} << (8 * kind.bytes - 1)) - 1,
                                    UnsignedWide{1} << (8 * kind.bytes - 1), ~UnsignedWide{0}, ~UnsignedWide{0} - 1})
        values.push_back(static_cast<std::uint64_t>(valueOf(bits, kind)));
    return values;
}

Wide wide(std::uint64_t bits, IntegerKind kind)
{
    return kind.isSigned ? Wide{static_cast<std::int64_t>(bits)} : Wide{bits};
}

/// What the program itself would have computed; nothing where that is not defined.
std::optional<Wide> expectedOf(Op op, Wide left, Wide right, IntegerKind kind)
{
    const Wide bits = 8 * kind.bytes;
    switch (op) {
    case Op::Add:
        return left + right;
    case Op::Subtract:
        return left - right;
    case Op::Multiply: // the product may have more than 128 bits; its lowest do not depend on them
        return static_cast<Wide>(static_cast<UnsignedWide>(left) * static_cast<UnsignedWide>(right));
    case Op::Divide:
    case Op::Remainder: {
        const bool overflows = right == -1 && left == -(Wide{1} << (8 * kind.bytes - 1));
        if (right == 0 || overflows)
            return std::nullopt;
        return op == Op::Divide ? left / right : left % right;
    }
    case Op::And:
        return left & right;
    case Op::Or:
        return left | right;
    case Op::Xor:
        return left ^ right;
    case Op::ShiftLeft:
        return right < 0 || right >= bits
                   ? std::nullopt
                   : std::optional(static_cast<Wide>(static_cast<UnsignedWide>(left) << static_cast<unsigned>(right)));
    default:
        return right < 0 || right >= bits ? std::nullopt : std::optional(left >> static_cast<unsigned>(right));
    }
}

std::uint64_t bitsOf(double real)
{
    return std::bit_cast<std::uint64_t>(real);
}

Code pair(std::uint64_t left, std::uint64_t right)
{
    return Code::constant(left).then(Code::constant(right));
}

} // namespace

class TestBytecodeMachine : public QObject
{
    Q_OBJECT

private slots:
    void whatIsKeptIsThereLater()
    {
        Code code = Code::constant(5);
        code.keep(0).then(Code::constant(7)).keep(kMaxKept - 1);
        code.then(Code::recalled(0)).then(Code::recalled(kMaxKept - 1)).op(Op::Subtract, kWord);
        code.keep(0).then(Code::recalled(0)).then(Code::recalled(1)).op(Op::Add, kWord); // nothing was kept in 1
        Thread thread;
        Kept kept;
        kept.fill(99); // of another run
        QCOMPARE(run(*Program::read(code.program()), thread, kept), std::optional<std::uint64_t>(-2));
        QCOMPARE(kept[0], static_cast<std::uint64_t>(-2));
        QCOMPARE(kept[1], std::uint64_t{0});
        QCOMPARE(kept[kMaxKept - 1], std::uint64_t{7});
    }

    /// What one of two ways keeps is 0 on the other one.
    void whatIsNotKeptOnAWayIsZero()
    {
        for (const std::uint64_t truth : {0, 1}) {
            Code keeps = Code::constant(3);
            Code code = Code::choice(Code::constant(truth), keeps.keep(2), Code());
            QCOMPARE(resultOf(code.then(Code::recalled(2))), std::optional(3 * truth));
        }
    }

    void memoryIsReadableIfBothEndsAre_data()
    {
        QTest::addColumn<quint64>("address");
        QTest::addColumn<quint64>("bytes");
        QTest::addColumn<bool>("isReadable");
        QTest::newRow("all of it") << quint64{100} << quint64{20} << true;
        QTest::newRow("one byte") << quint64{119} << quint64{1} << true;
        QTest::newRow("begins before") << quint64{99} << quint64{20} << false;
        QTest::newRow("ends behind") << quint64{101} << quint64{20} << false;
        QTest::newRow("no bytes of nothing") << quint64{0} << quint64{0} << true;
        QTest::newRow("around the end of all addresses") << ~quint64{0} - 3 << quint64{120} << false;
        QTest::newRow("more than any object has") << quint64{100} << (quint64{1} << 60) << false;
    }
    void memoryIsReadableIfBothEndsAre()
    {
        QFETCH(quint64, address);
        QFETCH(quint64, bytes);
        QFETCH(bool, isReadable);
        Thread thread;
        for (std::uint64_t at = 100; at < 120; at += 4)
            thread.put(at, 0, 4);
        Code code = pair(address, bytes).op(Op::Readable).then(Code::constant(1));
        QCOMPARE(resultOf(code, thread).has_value(), isReadable);
    }

    void ofOneThreadOnly()
    {
        Thread thread;
        const Code code = Code::ofThread(70'000, Code::constant(9).program());
        QVERIFY(!resultOf(code, thread)); // nobody knows which one it is
        thread.number = 70'000;
        QCOMPARE(resultOf(code, thread), std::optional<std::uint64_t>(9));
        thread.number = 70'001;
        QCOMPARE(resultOf(code, thread), std::optional<std::uint64_t>(0));
        // What is not run cannot fail.
        Code nowhere = Code::constant(0).op(Op::Load, kWord);
        QCOMPARE(resultOf(Code::ofThread(70'000, nowhere.program()), thread), std::optional<std::uint64_t>(0));
    }

    void smallNumbersAreShort()
    {
        for (const std::uint64_t bits : {0ULL, 1ULL, 255ULL, 256ULL, ~0ULL}) {
            QCOMPARE(Code::constant(bits).size(), bits < 256 ? std::size_t{2} : std::size_t{9});
            QCOMPARE(resultOf(Code::constant(bits)), std::optional(bits));
        }
    }

    void integersOfEveryKindAreComputed_data()
    {
        QTest::addColumn<int>("op");
        QTest::addColumn<unsigned>("bytes");
        QTest::addColumn<bool>("isSigned");
        for (int op = static_cast<int>(Op::Add); op <= static_cast<int>(Op::ShiftRight); ++op) {
            for (const unsigned bytes : kWidths) {
                for (const bool isSigned : {false, true})
                    QTest::addRow("%d %u %d", op, bytes, isSigned) << op << bytes << isSigned;
            }
        }
    }
    void integersOfEveryKindAreComputed()
    {
        QFETCH(int, op);
        QFETCH(unsigned, bytes);
        QFETCH(bool, isSigned);
        const IntegerKind kind{bytes, isSigned};
        for (const std::uint64_t left : edgesOf(kind)) {
            for (const std::uint64_t right : edgesOf(kind)) {
                const auto found = resultOf(pair(left, right).op(static_cast<Op>(op), kind));
                const auto exact = expectedOf(static_cast<Op>(op), wide(left, kind), wide(right, kind), kind);
                QCOMPARE(found.has_value(), exact.has_value());
                if (exact)
                    QCOMPARE(*found, static_cast<std::uint64_t>(valueOf(static_cast<UnsignedWide>(*exact), kind)));
            }
        }
    }

    void oneIntegerIsMadeToAnother()
    {
        for (const unsigned bytes : kWidths) {
            for (const bool isSigned : {false, true}) {
                const IntegerKind kind{bytes, isSigned};
                for (const std::uint64_t bits : edgesOf({8, false})) {
                    const auto in = [&](UnsignedWide value) {
                        return static_cast<std::uint64_t>(valueOf(value, kind));
                    };
                    QCOMPARE(resultOf(Code::constant(bits).op(Op::Wrap, kind)), in(bits));
                    QCOMPARE(resultOf(Code::constant(bits).op(Op::Negate, kind)), in(UnsignedWide{0} - bits));
                    QCOMPARE(resultOf(Code::constant(bits).op(Op::Complement, kind)), in(~UnsignedWide{bits}));
                }
            }
        }
    }

    void comparisonsKnowSignsAndNumbersThatAreNone()
    {
        const auto holds = [](std::uint64_t left, std::uint64_t right, Relation relation, Domain domain) {
            return resultOf(pair(left, right).compare(relation, domain)) == std::optional<std::uint64_t>(1);
        };
        const std::uint64_t minusOne = ~std::uint64_t{0};
        QVERIFY(holds(minusOne, 1, Relation::Less, Domain::Signed));
        QVERIFY(!holds(minusOne, 1, Relation::Less, Domain::Unsigned));
        QVERIFY(holds(minusOne, 1, Relation::GreaterEqual, Domain::Unsigned));
        for (const Domain domain : {Domain::Signed, Domain::Unsigned}) {
            QVERIFY(holds(3, 3, Relation::Equal, domain) && !holds(3, 4, Relation::Equal, domain));
            QVERIFY(holds(3, 4, Relation::NotEqual, domain) && !holds(3, 3, Relation::NotEqual, domain));
            QVERIFY(holds(3, 3, Relation::LessEqual, domain) && !holds(4, 3, Relation::LessEqual, domain));
            QVERIFY(holds(4, 3, Relation::Greater, domain) && !holds(3, 3, Relation::Greater, domain));
        }
        const std::uint64_t nan = bitsOf(std::numeric_limits<double>::quiet_NaN());
        for (const Relation relation :
             {Relation::Equal, Relation::Less, Relation::LessEqual, Relation::Greater, Relation::GreaterEqual}) {
            QVERIFY(!holds(nan, nan, relation, Domain::Real));
            QVERIFY(!holds(nan, bitsOf(1), relation, Domain::Real));
        }
        QVERIFY(holds(nan, nan, Relation::NotEqual, Domain::Real));
        QVERIFY(holds(bitsOf(-0.0), bitsOf(0.0), Relation::Equal, Domain::Real));
        QVERIFY(holds(bitsOf(-1.5), bitsOf(0.25), Relation::Less, Domain::Real));
    }

    void realsAreRoundedToTheirWidth()
    {
        const double third = 1.0 / 3.0;
        const double thirdOfFloat = static_cast<double>(1.0F / 3.0F);
        QCOMPARE(resultOf(pair(bitsOf(1), bitsOf(3)).ofWidth(Op::DivideReal, 8)), bitsOf(third));
        QCOMPARE(resultOf(pair(bitsOf(1), bitsOf(3)).ofWidth(Op::DivideReal, 4)), bitsOf(thirdOfFloat));
        QCOMPARE(resultOf(pair(bitsOf(0.1), bitsOf(0.2)).ofWidth(Op::AddReal, 8)), bitsOf(0.1 + 0.2));
        QCOMPARE(resultOf(pair(bitsOf(0.1), bitsOf(0.2)).ofWidth(Op::SubtractReal, 8)), bitsOf(0.1 - 0.2));
        QCOMPARE(resultOf(pair(bitsOf(0.1), bitsOf(0.2)).ofWidth(Op::MultiplyReal, 8)), bitsOf(0.1 * 0.2));
        QCOMPARE(resultOf(Code::constant(bitsOf(2.5)).ofWidth(Op::NegateReal, 8)), bitsOf(-2.5));
        QCOMPARE(resultOf(Code::constant(bitsOf(third)).ofWidth(Op::RoundReal, 4)), bitsOf(thirdOfFloat));
        QCOMPARE(resultOf(pair(bitsOf(1), bitsOf(0)).ofWidth(Op::DivideReal, 8)),
                 bitsOf(std::numeric_limits<double>::infinity()));
        QCOMPARE(resultOf(Code::constant(bitsOf(-0.0)).op(Op::IsTrueReal)), std::uint64_t{0});
        QCOMPARE(resultOf(Code::constant(bitsOf(1e-300)).op(Op::IsTrueReal)), std::uint64_t{1});
    }

    void integersBecomeRealsAtOnce()
    {
        // By way of a double it would be rounded twice, to another float.
        const std::uint64_t number = (std::uint64_t{1} << 54) + (std::uint64_t{1} << 30) + 1;
        QCOMPARE(resultOf(Code::constant(number).toReal({8, true}, 4)),
                 bitsOf(static_cast<double>(static_cast<float>(number))));
        QCOMPARE(resultOf(Code::constant(~std::uint64_t{0}).toReal({8, true}, 8)), bitsOf(-1));
        QCOMPARE(resultOf(Code::constant(~std::uint64_t{0}).toReal({8, false}, 8)), bitsOf(18446744073709551615.0));
    }

    void realsBecomeIntegersWhereTheyFit()
    {
        const auto made = [](double real, IntegerKind kind) {
            return resultOf(Code::constant(bitsOf(real)).op(Op::ToInteger, kind));
        };
        QCOMPARE(made(-1.9, {4, true}), ~std::uint64_t{0});
        QCOMPARE(made(255.9, {1, false}), std::uint64_t{255});
        QVERIFY(!made(256, {1, false}));
        QCOMPARE(made(-0.9, {1, false}), std::uint64_t{0});
        QVERIFY(!made(-1, {1, false}));
        QCOMPARE(made(-128, {1, true}), static_cast<std::uint64_t>(-128));
        QVERIFY(!made(128, {1, true}));
        QVERIFY(!made(9223372036854775808.0, {8, true}));
        QCOMPARE(made(9223372036854775808.0, {8, false}), std::uint64_t{1} << 63);
        QVERIFY(!made(18446744073709551616.0, {8, false}));
        QVERIFY(!made(std::numeric_limits<double>::quiet_NaN(), {8, true}));
        QVERIFY(!made(-std::numeric_limits<double>::infinity(), {8, true}));
    }

    void memoryIsReadInEveryWidth()
    {
        Thread thread;
        thread.put(100, 0xFFEEDDCCBBAA9988, 8);
        for (const unsigned bytes : kWidths) {
            for (const bool isSigned : {false, true}) {
                const IntegerKind kind{bytes, isSigned};
                QCOMPARE(resultOf(Code::constant(100).op(Op::Load, kind), thread),
                         static_cast<std::uint64_t>(valueOf(0xFFEEDDCCBBAA9988, kind)));
            }
        }
        thread.put(200, std::bit_cast<std::uint32_t>(0.1F), 4);
        thread.put(300, bitsOf(0.1), 8);
        QCOMPARE(resultOf(Code::constant(200).ofWidth(Op::LoadReal, 4), thread), bitsOf(static_cast<double>(0.1F)));
        QCOMPARE(resultOf(Code::constant(300).ofWidth(Op::LoadReal, 8), thread), bitsOf(0.1));
        QCOMPARE(
            resultOf(Code::constant(0xABCD00000000 | std::bit_cast<std::uint32_t>(0.1F)).ofWidth(Op::RealOfBits, 4)),
            bitsOf(static_cast<double>(0.1F)));
        QCOMPARE(resultOf(Code::constant(0b1011'0100).field(2, 4, false)), std::uint64_t{0b1101});
        QCOMPARE(resultOf(Code::constant(0b1011'0100).field(2, 4, true)), static_cast<std::uint64_t>(-3));
        QCOMPARE(resultOf(Code::constant(5).field(0, 64, true)), std::uint64_t{5});
        QVERIFY(!resultOf(Code::constant(5).field(60, 5, false)));
    }

    void whatCannotBeKnownFails()
    {
        Thread thread;
        thread.registers[6] = 0x7000;
        thread.put(0x7000, 1, 3);
        QCOMPARE(resultOf(Code::ofRegister(6), thread), std::uint64_t{0x7000});
        QVERIFY(!resultOf(Code::ofRegister(7), thread));
        QVERIFY(!resultOf(Code::ofRegister(6).op(Op::Load, {4, true}), thread)); // its last byte is not there
        QVERIFY(!resultOf(Code::constant(0).op(Op::Load, {1, true}), thread));
        QVERIFY(!resultOf(Code::constant(0).op(Op::Require), thread));
        QCOMPARE(resultOf(Code::constant(3).op(Op::Require), thread), std::uint64_t{3});
    }

    void subscriptsStayWithinTheirBounds()
    {
        const auto offset = [](std::int64_t index, std::int64_t lower, std::int64_t upper, std::int64_t stride,
                               bool isOpen) {
            const auto bits = [](std::int64_t number) { return Code::constant(static_cast<std::uint64_t>(number)); };
            return resultOf(bits(index).then(bits(lower)).then(bits(upper)).then(bits(stride)).subscript(isOpen));
        };
        QCOMPARE(offset(3, 1, 10, 8, false), std::uint64_t{16});
        QCOMPARE(offset(-2, -5, 5, -4, false), static_cast<std::uint64_t>(-12));
        QCOMPARE(offset(10, 1, 10, 8, false), std::uint64_t{72});
        QVERIFY(!offset(11, 1, 10, 8, false));
        QVERIFY(!offset(0, 1, 10, 8, false));
        QVERIFY(!offset(1, 1, 0, 8, false)); // none
        QCOMPARE(offset(1000, 0, -1, 4, true), std::uint64_t{4000});
        QVERIFY(!offset(-1, 0, -1, 4, true));
        const std::int64_t absurd = std::int64_t{1} << 50;
        QVERIFY(!offset(1, 1, absurd, 8, false));
        QVERIFY(!offset(1, -absurd, 10, 8, false));
        QVERIFY(!offset(absurd, 0, 0, 8, true));
    }

    void whatIsDecidedIsNotLookedAt()
    {
        Thread thread;
        const Code unreadable = Code::constant(0).op(Op::Load, {4, true}).op(Op::IsTrue);
        const Code no = Code::constant(0);
        const Code yes = Code::constant(1);
        QCOMPARE(resultOf(Code::choice(no, unreadable, no), thread), std::uint64_t{0});
        QCOMPARE(resultOf(Code::choice(yes, yes, unreadable), thread), std::uint64_t{1});
        QCOMPARE(thread.reads, 0U);
        QVERIFY(!resultOf(Code::choice(yes, unreadable, no), thread));
    }

    void itDoesNotReadForEver()
    {
        Thread thread;
        thread.put(100, 100, 8);
        Code code = Code::constant(100);
        for (unsigned i = 0; i < kMaxReads; ++i)
            code.op(Op::Load, kWord);
        QCOMPARE(resultOf(code, thread), std::uint64_t{100});
        QVERIFY(!resultOf(code.op(Op::Load, kWord), thread));
        QCOMPARE(thread.reads, 2 * kMaxReads);
    }
};

DBGR_TEST(TestBytecodeMachine, QCoreApplication);

} // namespace tst_bytecode_machine

#include "tst_bytecode_machine.moc"
