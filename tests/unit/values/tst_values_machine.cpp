// SPDX-License-Identifier: GPL-3.0-or-later
// The stack machine of DWARF's location descriptions: what each operation does, and that none does harm.
#include "tests/support/run/test_class.h"
#include "values/location/machine.h"
#include "values/values_error.h"

#include <dwarf.h>

#include <QtTest>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tst_values_machine {

using namespace dbgr;
using namespace dbgr::values;

namespace {

using Kind = StackType::Kind;

constexpr std::uint64_t kBias = 0x10000;
constexpr std::uint64_t kOperationBytes = 3; // as many as a jump has, so that distances count operations
constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();

/// How the operations here name a type; 0 is the generic one.
std::uint64_t named(const StackType& type)
{
    return static_cast<std::uint64_t>(type.kind) * 256 + type.bytes;
}

class FakeHost final : public MachineHost
{
public:
    util::Result<std::uint64_t> registerValue(unsigned number) override
    {
        if (number == 99)
            return util::fail(Errc::OptimizedOut, "not kept");
        return 0x1000 + number;
    }
    util::Result<Address> frameBase() override { return Address{0x7000}; }
    util::Result<Address> cfa() override { return util::fail(Errc::Unreadable, "no frame"); }
    util::Result<Address> object() override { return Address{0x8000}; }
    util::Result<std::uint64_t> load(Address address, unsigned bytes) override
    {
        if (address.isNull())
            return util::fail(Errc::Unreadable, "null");
        const std::uint64_t all = 0x8182'8384'8586'8788;
        return bytes == 8 ? all : all & ((std::uint64_t{1} << (8 * bytes)) - 1);
    }
    Address inProcess(FileAddress address) override { return Address{address.value + kBias}; }
    util::Result<std::uint64_t> indexed(Dwarf_Op& op) override { return 0x100 * op.number; }
    util::Result<std::vector<std::byte>> block(Dwarf_Op& op) override
    {
        const std::size_t bytes = op.atom == DW_OP_implicit_value ? op.number : op.number % 256;
        const auto raw = std::as_bytes(std::span(&op.number2, 1)).first(bytes);
        return std::vector<std::byte>(raw.begin(), raw.end());
    }
    util::Result<StackType> type(Dwarf_Op& op) override
    {
        const bool isSecond = op.atom == DW_OP_deref_type || op.atom == DW_OP_GNU_deref_type ||
                              op.atom == DW_OP_regval_type || op.atom == DW_OP_GNU_regval_type;
        const std::uint64_t name = isSecond ? op.number2 : op.number;
        return StackType{static_cast<Kind>(name / 256), static_cast<unsigned>(name % 256)};
    }
    util::Result<std::uint64_t> entryValue(Dwarf_Op& op) override { return op.number + 0xE000; }
    util::Result<std::uint64_t> variableValue(Dwarf_Op& op) override { return op.number + 0xF000; }
    util::Result<Address> implicitPointer(Dwarf_Op& op) override { return Address{op.number}; }
    util::Result<Address> threadLocal(std::uint64_t offset) override { return Address{0x7700 + offset}; }
};

struct Ops
{
    std::vector<Dwarf_Op> list;

    friend Ops operator+(Ops left, const Ops& right)
    {
        left.list.insert(left.list.end(), right.list.begin(), right.list.end());
        return left;
    }
};

Ops op(unsigned atom, std::uint64_t number = 0, std::uint64_t number2 = 0)
{
    return {{Dwarf_Op{static_cast<std::uint8_t>(atom), number, number2, 0}}};
}

Ops number(std::int64_t value)
{
    return op(DW_OP_consts, static_cast<std::uint64_t>(value));
}

Ops jump(unsigned atom, int operations)
{
    return op(atom, static_cast<std::uint64_t>(operations * static_cast<int>(kOperationBytes)));
}

Ops times(unsigned count, const Ops& ops)
{
    Ops all;
    for (unsigned i = 0; i < count; ++i)
        all.list.insert(all.list.end(), ops.list.begin(), ops.list.end());
    return all;
}

/// An integer of a type, by conversion.
Ops integer(Kind kind, unsigned bytes, std::int64_t value)
{
    return number(value) + op(DW_OP_convert, named({kind, bytes}));
}

Ops real8(double value)
{
    return op(DW_OP_const_type, named({Kind::Real, 8}), std::bit_cast<std::uint64_t>(value));
}

Ops real4(float value)
{
    return op(DW_OP_const_type, named({Kind::Real, 4}), std::bit_cast<std::uint32_t>(value));
}

std::string hex(std::uint64_t value)
{
    return textOf(Address{value});
}

std::string bits(double value)
{
    return "number " + hex(std::bit_cast<std::uint64_t>(value));
}

std::string bits(float value)
{
    return "number " + hex(std::bit_cast<std::uint32_t>(value));
}

std::string bits(std::int64_t value)
{
    return "number " + hex(static_cast<std::uint64_t>(value));
}

std::string textOf(const Piece& piece)
{
    static constexpr const char* kKinds[] = {"nothing", "memory", "register", "number", "bytes"};
    std::string text = kKinds[static_cast<std::size_t>(piece.kind)];
    if (piece.kind == Piece::Kind::Bytes) {
        for (const std::byte byte : piece.bytes)
            text += " " + std::to_string(std::to_integer<unsigned>(byte));
    } else if (piece.kind != Piece::Kind::Nothing) {
        text += " " + hex(piece.value);
    }
    if (piece.size != 0)
        text += " size " + std::to_string(piece.size);
    if (piece.skip != 0)
        text += " skip " + std::to_string(piece.skip);
    return text;
}

std::string textOf(const util::Result<Location>& location)
{
    if (!location) {
        if (location.error().code == Errc::NotRecorded)
            return "! NotRecorded";
        if (location.error().code == Errc::OptimizedOut)
            return "! OptimizedOut";
        if (location.error().code == Errc::NotOurs)
            return "! NotOurs";
        return location.error().code == Errc::Unreadable ? "! Unreadable" : "! another error";
    }
    if (location->address)
        return location->pieces.empty() ? "at " + hex(location->address->value) : "both an address and pieces";
    std::string text;
    for (const Piece& piece : location->pieces)
        text += (text.empty() ? "" : ", ") + textOf(piece);
    return text;
}

std::string ran(Ops ops, std::optional<std::uint64_t> initial = std::nullopt)
{
    for (std::size_t i = 0; i < ops.list.size(); ++i)
        ops.list[i].offset = i * kOperationBytes;
    FakeHost host;
    return textOf(runMachine(ops.list, host, initial));
}

void columns()
{
    QTest::addColumn<Ops>("ops");
    QTest::addColumn<std::string>("expected");
}

void row(const char* rule, const Ops& ops, const std::string& expected)
{
    QTest::newRow(rule) << ops << expected;
}

void check()
{
    QFETCH(const Ops, ops);
    QFETCH(const std::string, expected);
    const std::string got = ran(ops);
    QCOMPARE(QString::fromStdString(got), QString::fromStdString(expected));
}

const Ops kValue = op(DW_OP_stack_value);
constexpr const char* kSenseless = "! NotRecorded";

} // namespace

class TestValuesMachine : public QObject
{
    Q_OBJECT

private slots:
    void pushes_data()
    {
        columns();
        row("lit0 is 0", op(DW_OP_lit0), "at 0x0");
        row("lit31 is 31", op(DW_OP_lit31), "at 0x1f");
        row("const1u has no sign", op(DW_OP_const1u, 0xff), "at 0xff");
        row("const1s has one", op(DW_OP_const1s, static_cast<std::uint64_t>(-2)), "at 0xfffffffffffffffe");
        row("const8u has all bits", op(DW_OP_const8u, UINT64_MAX), "at 0xffffffffffffffff");
        row("constu", op(DW_OP_constu, 300), "at 0x12c");
        row("consts", number(-1), "at 0xffffffffffffffff");
        row("addr moves with the file", op(DW_OP_addr, 0x234), "at 0x10234");
        row("addrx moves with the file", op(DW_OP_addrx, 2), "at 0x10200");
        row("GNU_addr_index as well", op(DW_OP_GNU_addr_index, 2), "at 0x10200");
        row("constx does not move", op(DW_OP_constx, 2), "at 0x200");
        row("GNU_const_index neither", op(DW_OP_GNU_const_index, 2), "at 0x200");
        row("the last number is the address", op(DW_OP_lit1) + op(DW_OP_lit2), "at 0x2");
    }
    void pushes() { check(); }

    void asksTheProcess_data()
    {
        columns();
        row("breg0", op(DW_OP_breg0, 4), "at 0x1004");
        row("breg31 with a negative offset", op(DW_OP_breg31, static_cast<std::uint64_t>(-0x20)), "at 0xfff");
        row("bregx", op(DW_OP_bregx, 40, 8), "at 0x1030");
        row("fbreg", op(DW_OP_fbreg, static_cast<std::uint64_t>(-16)), "at 0x6ff0");
        row("push_object_address", op(DW_OP_push_object_address), "at 0x8000");
        row("entry_value", op(DW_OP_entry_value, 5), "at 0xe005");
        row("GNU_entry_value", op(DW_OP_GNU_entry_value, 5), "at 0xe005");
        row("GNU_parameter_ref", op(DW_OP_GNU_parameter_ref, 6), "at 0xe006");
        row("GNU_variable_value", op(DW_OP_GNU_variable_value, 7), "at 0xf007");
        row("a register that nobody knows", op(DW_OP_bregx, 99), "! OptimizedOut");
        row("the host's error is the answer", op(DW_OP_call_frame_cfa), "! Unreadable");
        row("and ends it", op(DW_OP_call_frame_cfa) + op(DW_OP_drop) + op(DW_OP_lit1), "! Unreadable");
        row("form_tls_address", number(8) + op(DW_OP_form_tls_address), "at 0x7708");
        row("GNU_push_tls_address", number(8) + op(DW_OP_GNU_push_tls_address), "at 0x7708");
        row("thread-local without an offset", op(DW_OP_form_tls_address), "! NotRecorded");
    }
    void asksTheProcess() { check(); }

    void shuffles_data()
    {
        columns();
        const Ops three = op(DW_OP_lit1) + op(DW_OP_lit2) + op(DW_OP_lit3);
        const Ops sum = op(DW_OP_const1u, 10) + op(DW_OP_mul) + op(DW_OP_plus); // tens on top
        row("dup", op(DW_OP_lit4) + op(DW_OP_dup) + op(DW_OP_plus), "at 0x8");
        row("drop", three + op(DW_OP_drop), "at 0x2");
        row("over copies the second", three + op(DW_OP_over), "at 0x2");
        row("over leaves the others", three + op(DW_OP_over) + op(DW_OP_drop), "at 0x3");
        row("pick 0 is dup", three + op(DW_OP_pick, 0), "at 0x3");
        row("pick 2 is the third", three + op(DW_OP_pick, 2), "at 0x1");
        row("swap", three + op(DW_OP_swap) + sum, "at 0x17");
        row("rot: the second is on top", three + op(DW_OP_rot), "at 0x2");
        row("rot: the third is second", three + op(DW_OP_rot) + op(DW_OP_drop), "at 0x1");
        row("rot: the top is third", three + op(DW_OP_rot) + op(DW_OP_drop) + op(DW_OP_drop), "at 0x3");
        row("what is below rot stays", op(DW_OP_lit9) + three + op(DW_OP_rot) + times(3, op(DW_OP_drop)), "at 0x9");
        row("dup of nothing", op(DW_OP_dup), kSenseless);
        row("drop of nothing", op(DW_OP_drop), kSenseless);
        row("over of one", op(DW_OP_lit1) + op(DW_OP_over), kSenseless);
        row("swap of one", op(DW_OP_lit1) + op(DW_OP_swap), kSenseless);
        row("rot of two", op(DW_OP_lit1) + op(DW_OP_lit1) + op(DW_OP_rot), kSenseless);
        row("pick of one too many", three + op(DW_OP_pick, 3), kSenseless);
        row("pick of the largest number", three + op(DW_OP_pick, UINT64_MAX), kSenseless);
        row("an operator of nothing", op(DW_OP_neg), kSenseless);
        row("an operator of one", op(DW_OP_lit1) + op(DW_OP_plus), kSenseless);
        row("plus_uconst of nothing", op(DW_OP_plus_uconst, 1), kSenseless);
        row("stack_value of nothing", kValue, kSenseless);
        row("deref of nothing", op(DW_OP_deref), kSenseless);
        row("bra of nothing", op(DW_OP_bra), kSenseless);
        row("convert of nothing", op(DW_OP_convert), kSenseless);
        row("256 numbers fit", times(256, op(DW_OP_lit1)), "at 0x1");
        row("257 do not", times(257, op(DW_OP_lit1)), kSenseless);
        row("nor by dup", times(256, op(DW_OP_lit1)) + op(DW_OP_dup), kSenseless);
    }
    void shuffles() { check(); }

    void computesGeneric_data()
    {
        columns();
        const auto both = [](const char* rule, std::int64_t a, unsigned atom, std::int64_t b, std::int64_t result) {
            row(rule, number(a) + number(b) + op(atom) + kValue, bits(result));
        };
        both("plus", 5, DW_OP_plus, 3, 8);
        both("plus wraps around", kHighest, DW_OP_plus, 1, kLowest);
        both("minus is in the order of the stack", 5, DW_OP_minus, 3, 2);
        both("minus wraps around", kLowest, DW_OP_minus, 1, kHighest);
        both("mul", -5, DW_OP_mul, 3, -15);
        both("mul wraps around", kLowest, DW_OP_mul, 2, 0);
        both("div is signed", -7, DW_OP_div, 2, -3);
        both("the lowest by -1 stays", kLowest, DW_OP_div, -1, kLowest);
        both("div by -1", 7, DW_OP_div, -1, -7);
        both("mod is unsigned", -1, DW_OP_mod, 16, 15);
        both("mod by a large number", 5, DW_OP_mod, -1, 5);
        both("mod of the lowest by -1", kLowest, DW_OP_mod, -1, kLowest);
        both("and", 12, DW_OP_and, 10, 8);
        both("or", 12, DW_OP_or, 10, 14);
        both("xor", 12, DW_OP_xor, 10, 6);
        both("shl", 1, DW_OP_shl, 63, kLowest);
        both("shl by 64 is 0", 1, DW_OP_shl, 64, 0);
        both("shl by a negative number is 0", 1, DW_OP_shl, -1, 0);
        both("shr fills up with 0", -1, DW_OP_shr, 63, 1);
        both("shr by 64 is 0", -1, DW_OP_shr, 64, 0);
        both("shra keeps the sign", -8, DW_OP_shra, 1, -4);
        both("shra by 64 is the sign", -8, DW_OP_shra, 64, -1);
        both("shra by 2^63 is the sign", 8, DW_OP_shra, kLowest, 0);
        both("eq", 3, DW_OP_eq, 3, 1);
        both("ne", 3, DW_OP_ne, 3, 0);
        both("lt is signed", -1, DW_OP_lt, 1, 1);
        both("le", 2, DW_OP_le, 2, 1);
        both("gt is signed", 1, DW_OP_gt, -1, 1);
        both("ge", 1, DW_OP_ge, 2, 0);
        row("div by zero", number(1) + number(0) + op(DW_OP_div), kSenseless);
        row("mod by zero", number(1) + number(0) + op(DW_OP_mod), kSenseless);
        row("abs", number(-5) + op(DW_OP_abs) + kValue, bits(std::int64_t{5}));
        row("abs of what has none", number(kLowest) + op(DW_OP_abs) + kValue, bits(kLowest));
        row("abs of 5", number(5) + op(DW_OP_abs) + kValue, bits(std::int64_t{5}));
        row("neg", number(5) + op(DW_OP_neg) + kValue, bits(std::int64_t{-5}));
        row("neg of what has none", number(kLowest) + op(DW_OP_neg) + kValue, bits(kLowest));
        row("not", number(0) + op(DW_OP_not) + kValue, bits(std::int64_t{-1}));
        row("plus_uconst", number(-1) + op(DW_OP_plus_uconst, 5), "at 0x4");
        row("nop and GNU_uninit do nothing", op(DW_OP_lit1) + op(DW_OP_nop) + op(DW_OP_GNU_uninit), "at 0x1");
    }
    void computesGeneric() { check(); }

    void computesIntegersOfEachWidth_data()
    {
        columns();
        for (const unsigned bytes : {1U, 2U, 4U, 8U}) {
            const std::int64_t lowest = kLowest >> (64 - 8 * bytes);
            const std::int64_t highest = -(lowest + 1);
            const auto unsignedHighest = static_cast<std::int64_t>(UINT64_MAX >> (64 - 8 * bytes));
            const auto add = [&](const char* rule, Kind kind, std::int64_t a, unsigned atom, std::int64_t b,
                                 std::int64_t result) {
                const Ops ops = integer(kind, bytes, a) + integer(kind, bytes, b) + op(atom) + kValue;
                QTest::addRow("%u bytes: %s", bytes, rule) << ops << bits(result);
            };
            const Kind s = Kind::Signed;
            const Kind u = Kind::Unsigned;
            add("signed plus wraps", s, highest, DW_OP_plus, 1, lowest);
            add("unsigned plus wraps", u, -1, DW_OP_plus, 1, 0);
            add("unsigned minus wraps", u, 0, DW_OP_minus, 1, unsignedHighest);
            add("signed mul wraps", s, lowest, DW_OP_mul, -1, lowest);
            add("signed div", s, -7, DW_OP_div, 2, -3);
            add("the lowest by -1 stays", s, lowest, DW_OP_div, -1, lowest);
            add("unsigned div", u, -1, DW_OP_div, 2, highest);
            add("signed mod has the sign of the first", s, -7, DW_OP_mod, 4, -3);
            add("the lowest mod -1 is 0", s, lowest, DW_OP_mod, -1, 0);
            add("unsigned mod", u, -1, DW_OP_mod, 16, 15);
            add("signed lt", s, -1, DW_OP_lt, 1, 1);
            add("unsigned lt", u, -1, DW_OP_lt, 1, 0);
            add("unsigned gt", u, -1, DW_OP_gt, 1, 1);
            add("signed shra", s, -2, DW_OP_shra, 1, -1);
            add("signed shr fills up with 0", s, -1, DW_OP_shr, 1, highest);
            add("unsigned shr", u, -1, DW_OP_shr, 1, highest);
            add("unsigned shra keeps the highest bit", u, unsignedHighest - highest, DW_OP_shra, 1,
                static_cast<std::int64_t>(static_cast<std::uint64_t>(unsignedHighest - highest) +
                                          (static_cast<std::uint64_t>(unsignedHighest - highest) >> 1)));
            add("shl by the width is 0", u, 1, DW_OP_shl, static_cast<std::int64_t>(8) * bytes, 0);
            const auto one = [&](const char* rule, Kind kind, unsigned atom, std::int64_t a, std::int64_t result) {
                QTest::addRow("%u bytes: %s", bytes, rule)
                    << integer(kind, bytes, a) + op(atom) + kValue << bits(result);
            };
            one("signed neg", s, DW_OP_neg, 5, -5);
            one("signed abs", s, DW_OP_abs, -5, 5);
            one("abs of the lowest stays", s, DW_OP_abs, lowest, lowest);
            one("unsigned neg wraps", u, DW_OP_neg, 1, unsignedHighest);
            one("unsigned not", u, DW_OP_not, 0, unsignedHighest);
            one("unsigned abs is the number", u, DW_OP_abs, -1, unsignedHighest);
            for (const unsigned atom : {DW_OP_div, DW_OP_mod}) {
                for (const Kind kind : {s, u}) {
                    const Ops ops = integer(kind, bytes, 1) + integer(kind, bytes, 0) + op(atom);
                    QTest::addRow("%u bytes: kind %d by zero, operation %u", bytes, static_cast<int>(kind), atom)
                        << ops << std::string(kSenseless);
                }
            }
        }
    }
    void computesIntegersOfEachWidth() { check(); }

    void computesReals_data()
    {
        columns();
        row("8: plus", real8(1.5) + real8(2) + op(DW_OP_plus) + kValue, bits(3.5));
        row("8: minus", real8(1.5) + real8(2) + op(DW_OP_minus) + kValue, bits(-0.5));
        row("8: mul", real8(1.5) + real8(-2) + op(DW_OP_mul) + kValue, bits(-3.0));
        row("8: div", real8(1) + real8(4) + op(DW_OP_div) + kValue, bits(0.25));
        row("8: div by zero is infinite", real8(1) + real8(0) + op(DW_OP_div) + kValue,
            bits(std::numeric_limits<double>::infinity()));
        row("4: plus", real4(1.5F) + real4(2) + op(DW_OP_plus) + kValue, bits(3.5F));
        row("4: rounds to its own kind", real4(1) + real4(3) + op(DW_OP_div) + kValue, bits(1.0F / 3.0F));
        row("4: mul beyond its range", real4(3e38F) + real4(10) + op(DW_OP_mul) + kValue,
            bits(std::numeric_limits<float>::infinity()));
        row("8: neg", real8(2.5) + op(DW_OP_neg) + kValue, bits(-2.5));
        row("4: abs", real4(-2.5F) + op(DW_OP_abs) + kValue, bits(2.5F));
        row("lt", real8(-1) + real8(0.5) + op(DW_OP_lt) + kValue, bits(std::int64_t{1}));
        row("eq of zeros", real8(-0.0) + real8(0.0) + op(DW_OP_eq) + kValue, bits(std::int64_t{1}));
        row("NaN equals nothing", real8(NAN) + real8(NAN) + op(DW_OP_eq) + kValue, bits(std::int64_t{0}));
        row("a comparison's result is generic", real8(1) + real8(2) + op(DW_OP_lt) + number(4) + op(DW_OP_plus),
            "at 0x5");
        row("mod is of integers", real8(1) + real8(2) + op(DW_OP_mod), kSenseless);
        row("shl is of integers", real8(1) + real8(2) + op(DW_OP_shl), kSenseless);
        row("xor is of integers", real4(1) + real4(2) + op(DW_OP_xor), kSenseless);
        row("not is of integers", real8(1) + op(DW_OP_not) + kValue, kSenseless);
        row("a real and an integer do not add up", real8(2) + number(1) + op(DW_OP_plus) + kValue, kSenseless);
        row("an integer and a real neither", number(1) + real8(2) + op(DW_OP_plus) + kValue, kSenseless);
    }
    void computesReals() { check(); }

    void converts_data()
    {
        columns();
        const auto to = [](Kind kind, unsigned bytes) { return op(DW_OP_convert, named({kind, bytes})); };
        const auto as = [](Kind kind, unsigned bytes) { return op(DW_OP_reinterpret, named({kind, bytes})); };
        row("to fewer bytes, signed", number(0x1ff) + to(Kind::Signed, 1) + kValue, bits(std::int64_t{-1}));
        row("to fewer bytes, unsigned", number(0x1ff) + to(Kind::Unsigned, 1) + kValue, bits(std::int64_t{0xff}));
        row("signed to more bytes", integer(Kind::Signed, 2, -2) + to(Kind::Unsigned, 8) + kValue,
            bits(std::int64_t{-2}));
        row("unsigned to more bytes", integer(Kind::Unsigned, 2, -2) + to(Kind::Signed, 8) + kValue,
            bits(std::int64_t{0xfffe}));
        row("0 is the generic type", integer(Kind::Signed, 1, -1) + op(DW_OP_convert, 0) + kValue,
            bits(std::int64_t{-1}));
        row("integer to real", integer(Kind::Signed, 4, -3) + to(Kind::Real, 8) + kValue, bits(-3.0));
        row("unsigned to real", integer(Kind::Unsigned, 8, -1) + to(Kind::Real, 8) + kValue,
            bits(18446744073709551615.0));
        row("real to integer cuts", real8(-3.9) + to(Kind::Signed, 4) + kValue, bits(std::int64_t{-3}));
        row("real to real", real8(0.1) + to(Kind::Real, 4) + kValue, bits(0.1F));
        row("real 4 to real 8", real4(0.5F) + to(Kind::Real, 8) + kValue, bits(0.5));
        row("NaN is no integer: 0", real8(NAN) + to(Kind::Signed, 8) + kValue, bits(std::int64_t{0}));
        row("infinity is no integer: 0", real8(INFINITY) + to(Kind::Signed, 8) + kValue, bits(std::int64_t{0}));
        row("the largest real below 2^63", real8(9223372036854774784.0) + to(Kind::Signed, 8) + kValue,
            bits(std::int64_t{9223372036854774784}));
        row("2^63 to unsigned fits", real8(9223372036854775808.0) + to(Kind::Unsigned, 8) + kValue, bits(kLowest));
        row("2^64 to unsigned does not: 0", real8(18446744073709551616.0) + to(Kind::Unsigned, 8) + kValue,
            bits(std::int64_t{0}));
        row("reinterpret keeps a real's bits", real8(1) + as(Kind::Signed, 8) + kValue, bits(1.0));
        row("reinterpret makes a real of bits", number(0x3f80'0000) + as(Kind::Real, 4) + to(Kind::Signed, 4) + kValue,
            bits(std::int64_t{1}));
        row("GNU_convert", number(0x1ff) + op(DW_OP_GNU_convert, named({Kind::Signed, 1})) + kValue,
            bits(std::int64_t{-1}));
        row("GNU_reinterpret", real8(1) + op(DW_OP_GNU_reinterpret, 0) + kValue, bits(1.0));
        const Ops minusOne = op(DW_OP_const_type, named({Kind::Signed, 1}), 0xff);
        row("const_type has its type's sign", minusOne + kValue, bits(std::int64_t{-1}));
        row("so that it can be compared", minusOne + integer(Kind::Signed, 1, 0) + op(DW_OP_lt), "at 0x1");
        row("const_type of no bytes is 0", op(DW_OP_const_type, named({Kind::Signed, 0})) + kValue,
            bits(std::int64_t{0}));
        row("GNU_const_type of an unsigned type", op(DW_OP_GNU_const_type, named({Kind::Unsigned, 2}), 0xfffe) + kValue,
            bits(std::int64_t{0xfffe}));
        row("regval_type is cut to its type", op(DW_OP_regval_type, 0xff, named({Kind::Signed, 1})) + kValue,
            bits(std::int64_t{-1}));
        row("GNU_regval_type", op(DW_OP_GNU_regval_type, 1, named({Kind::Unsigned, 2})) + kValue,
            bits(std::int64_t{0x1001}));
        row("regval_type of an unknown register", op(DW_OP_regval_type, 99, named({Kind::Signed, 4})),
            "! OptimizedOut");
    }
    void converts() { check(); }

    void jumps_data()
    {
        columns();
        const Ops five = op(DW_OP_lit5);
        row("skip forwards", five + jump(DW_OP_skip, 1) + op(DW_OP_drop) + op(DW_OP_lit6), "at 0x6");
        row("skip to the next one", five + jump(DW_OP_skip, 0) + op(DW_OP_lit6), "at 0x6");
        row("skip to the end", five + jump(DW_OP_skip, 1) + op(DW_OP_lit6), "at 0x5");
        row("bra of 0 goes on", five + op(DW_OP_lit0) + jump(DW_OP_bra, 1) + op(DW_OP_lit6), "at 0x6");
        row("bra of 1 jumps", five + op(DW_OP_lit1) + jump(DW_OP_bra, 1) + op(DW_OP_lit6), "at 0x5");
        row("bra of -1 jumps", five + number(-1) + jump(DW_OP_bra, 1) + op(DW_OP_lit6), "at 0x5");
        row("backwards: counts down from 5", five + number(1) + op(DW_OP_minus) + op(DW_OP_dup) + jump(DW_OP_bra, -4),
            "at 0x0");
        row("skip to itself never ends", five + jump(DW_OP_skip, -1), kSenseless);
        row("skip to the beginning never ends", op(DW_OP_nop) + jump(DW_OP_skip, -2), kSenseless);
        row("a loop that pushes ends", five + jump(DW_OP_skip, -2), kSenseless);
        row("a loop that pops ends", five + op(DW_OP_drop) + jump(DW_OP_skip, -2), kSenseless);
        row("before the beginning is nowhere", five + jump(DW_OP_skip, -3), kSenseless);
        row("amid an operation is nowhere", five + op(DW_OP_skip, 1) + op(DW_OP_lit6) + op(DW_OP_lit7), kSenseless);
        row("back amid an operation is nowhere", five + op(DW_OP_skip, static_cast<std::uint64_t>(-1)), kSenseless);
        row("distances have 16 bits", five + op(DW_OP_skip, 0x10003) + op(DW_OP_drop) + op(DW_OP_lit6), "at 0x6");
    }
    void jumps() { check(); }

    void endsAfterSoManySteps()
    {
        QCOMPARE(ran(times(kMaxSteps, op(DW_OP_nop)) + op(DW_OP_lit1)), std::string(kSenseless));
        QCOMPARE(ran(times(kMaxSteps - 1, op(DW_OP_nop)) + op(DW_OP_lit1)), std::string("at 0x1"));
    }

    void loads_data()
    {
        columns();
        row("deref", op(DW_OP_lit1) + op(DW_OP_deref), "at 0x8182838485868788");
        for (unsigned bytes = 1; bytes <= 8; ++bytes) {
            const std::uint64_t loaded = 0x8182'8384'8586'8788 & (UINT64_MAX >> (64 - 8 * bytes));
            QTest::addRow("deref_size of %u bytes", bytes)
                << op(DW_OP_lit1) + op(DW_OP_deref_size, bytes) << "at " + hex(loaded);
        }
        row("of no bytes", op(DW_OP_lit1) + op(DW_OP_deref_size, 0), kSenseless);
        row("of nine bytes", op(DW_OP_lit1) + op(DW_OP_deref_size, 9), kSenseless);
        row("of 2^32 + 9 bytes", op(DW_OP_lit1) + op(DW_OP_deref_size, (std::uint64_t{1} << 32) + 9), kSenseless);
        row("deref_type with its sign", op(DW_OP_lit1) + op(DW_OP_deref_type, 2, named({Kind::Signed, 2})) + kValue,
            bits(static_cast<std::int64_t>(0xffff'ffff'ffff'8788)));
        row("GNU_deref_type", op(DW_OP_lit1) + op(DW_OP_GNU_deref_type, 2, named({Kind::Unsigned, 2})) + kValue,
            bits(std::int64_t{0x8788}));
        row("deref_type of 16 bytes", op(DW_OP_lit1) + op(DW_OP_deref_type, 16, named({Kind::Real, 16})), kSenseless);
        row("null cannot be read", op(DW_OP_lit0) + op(DW_OP_deref), "! Unreadable");
    }
    void loads() { check(); }

    void tellsWhereAndWhat_data()
    {
        columns();
        row("nothing is optimised out", {}, "! OptimizedOut");
        row("nop is nothing, too", op(DW_OP_nop), "! OptimizedOut");
        row("what is dropped is nothing", op(DW_OP_lit1) + op(DW_OP_drop), "! OptimizedOut");
        row("reg0", op(DW_OP_reg0), "register 0x0");
        row("reg31", op(DW_OP_reg31), "register 0x1f");
        row("regx", op(DW_OP_regx, 77), "register 0x4d");
        row("stack_value is a number", op(DW_OP_lit7) + kValue, "number 0x7");
        row("implicit_value is bytes", op(DW_OP_implicit_value, 3, 0x030201), "bytes 1 2 3");
        row("implicit_value of no bytes", op(DW_OP_implicit_value, 0), "bytes");
        row("implicit_pointer with its offset", op(DW_OP_implicit_pointer, 0x100, 8), "number 0x108");
        row("GNU_implicit_pointer", op(DW_OP_GNU_implicit_pointer, 0x100, static_cast<std::uint64_t>(-8)),
            "number 0xf8");
    }
    void tellsWhereAndWhat() { check(); }

    void takesPieces_data()
    {
        columns();
        const Ops eight = op(DW_OP_piece, 8);
        row("of nothing", op(DW_OP_piece, 4), "nothing size 4");
        row("of memory", op(DW_OP_addr, 0x20) + eight, "memory 0x10020 size 8");
        row("of a register", op(DW_OP_reg3) + eight, "register 0x3 size 8");
        row("of a number", op(DW_OP_lit9) + kValue + op(DW_OP_piece, 4), "number 0x9 size 4");
        row("of bytes", op(DW_OP_implicit_value, 2, 0x0201) + op(DW_OP_piece, 2), "bytes 1 2 size 2");
        row("of several kinds", op(DW_OP_reg3) + eight + op(DW_OP_piece, 4) + op(DW_OP_fbreg, 0) + eight,
            "register 0x3 size 8, nothing size 4, memory 0x7000 size 8");
        row("a piece is not of the next one", op(DW_OP_reg3) + eight + eight, "register 0x3 size 8, nothing size 8");
        row("bits that are bytes", op(DW_OP_reg3) + op(DW_OP_bit_piece, 16, 8), "register 0x3 size 2 skip 1");
        row("a size that is bits", op(DW_OP_reg3) + op(DW_OP_bit_piece, 12, 0), kSenseless);
        row("an offset that is bits", op(DW_OP_reg3) + op(DW_OP_bit_piece, 16, 4), kSenseless);
        row("of no size", op(DW_OP_reg3) + op(DW_OP_piece, 0) + op(DW_OP_reg4) + eight,
            "register 0x3, register 0x4 size 8");
        row("of an absurd size", op(DW_OP_piece, UINT64_MAX), "nothing size 18446744073709551615");
    }
    void takesPieces() { check(); }

    void doesNotGuess_data()
    {
        columns();
        for (const unsigned atom :
             {0x00U, 0x01U, 0x02U, 0x04U, 0x05U, 0x07U, unsigned{DW_OP_xderef}, unsigned{DW_OP_xderef_size},
              unsigned{DW_OP_call2}, unsigned{DW_OP_call4}, unsigned{DW_OP_call_ref}, 0xaaU, 0xbfU, 0xe1U, 0xffU})
            QTest::addRow("operation %#x", atom) << number(1) + number(1) + op(atom) << std::string(kSenseless);
    }
    void doesNotGuess() { check(); }

    void beginsWithWhatItIsGiven()
    {
        QCOMPARE(ran({}, 7), std::string("at 0x7"));
        QCOMPARE(ran(op(DW_OP_plus_uconst, 8), 0x100), std::string("at 0x108"));
        QCOMPARE(ran(times(255, op(DW_OP_lit1)), 7), std::string("at 0x1"));
        QCOMPARE(ran(times(256, op(DW_OP_lit1)), 7), std::string(kSenseless));
    }
};

DBGR_TEST(TestValuesMachine);

} // namespace tst_values_machine

#include "tst_values_machine.moc"
