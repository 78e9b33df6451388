// SPDX-License-Identifier: GPL-3.0-or-later
// Between the bytes of a program and numbers: every kind and width there and back, and what does not fit is refused.
#include "tests/support/run/test_class.h"
#include "values/expr/number.h"
#include "values/expr/raw_bytes.h"
#include "values/print/scalar_text.h"
#include "values/values_error.h"

#include <QtTest>

#include <complex>
#include <limits>
#include <memory>

namespace tst_values_number {

using namespace dbgr;
using namespace dbgr::values;

namespace {

std::unique_ptr<Type> typeOf(TypeKind kind, std::uint64_t bytes, const char* name, Language language = Language::Cxx)
{
    auto type = std::make_unique<Type>();
    type->kind = kind;
    type->bytes = bytes;
    type->name = name;
    type->language = language;
    type->letters = language == Language::Fortran ? Letters::None : lettersNamed(name, bytes);
    return type;
}

template <class T>
std::vector<std::byte> bytesOf(const T& value, std::size_t count = sizeof(T))
{
    std::vector<std::byte> bytes;
    appendBytes(bytes, value, count);
    return bytes;
}

std::string decoded(const Type& type, std::span<const std::byte> bytes, std::optional<BitField> field = {})
{
    const auto number = numberOf(type, bytes, field);
    return number ? scalarText(*number, type.language) : "! " + number.error().message();
}

template <class T>
std::string decodedAs(TypeKind kind, const char* name, const T& value)
{
    return decoded(*typeOf(kind, sizeof value, name), bytesOf(value));
}

std::string encoded(const Number& number, const Type& type, const Room& room = {})
{
    const auto bytes = encode(number, type, room);
    return bytes ? decoded(type, *bytes) : "! " + bytes.error().message();
}

template <class T>
bool survives(const Type& type, const T& value, std::size_t meaningful = sizeof(T))
{
    const auto before = bytesOf(value, type.bytes);
    const auto number = numberOf(type, before);
    const auto after = number ? encode(*number, type) : util::fail(number.error());
    return after && after->size() == before.size() &&
           std::equal(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(meaningful), after->begin());
}

} // namespace

class TestValuesNumber : public QObject
{
    Q_OBJECT

private slots:
    void readsIntegersOfEveryWidth()
    {
        const auto s = TypeKind::Signed;
        const auto u = TypeKind::Unsigned;
        QCOMPARE(decodedAs(s, "short", std::int16_t{INT16_MIN}), std::string("-32768"));
        QCOMPARE(decodedAs(u, "unsigned short", std::uint16_t{UINT16_MAX}), std::string("65535"));
        QCOMPARE(decodedAs(s, "int", std::int32_t{INT32_MIN}), std::string("-2147483648"));
        QCOMPARE(decodedAs(u, "unsigned int", std::uint32_t{UINT32_MAX}), std::string("4294967295"));
        QCOMPARE(decodedAs(s, "long", std::int64_t{INT64_MIN}), std::string("-9223372036854775808"));
        QCOMPARE(decodedAs(u, "unsigned long", std::uint64_t{UINT64_MAX}), std::string("18446744073709551615"));
        QCOMPARE(decodedAs(s, "__int128", Int128{1} << 126), std::string("85070591730234615865843651857942052864"));
        QCOMPARE(decodedAs(s, "__int128", static_cast<Int128>(UInt128{1} << 127)),
                 std::string("-170141183460469231731687303715884105728"));
        QCOMPARE(decodedAs(u, "unsigned __int128", ~UInt128{0}),
                 std::string("340282366920938463463374607431768211455"));
    }

    void readsCharactersWithTheSignOfTheirType()
    {
        const auto c = TypeKind::Character;
        QCOMPARE(decodedAs(c, "signed char", std::int8_t{-1}), std::string("-1 '\\xff'"));
        QCOMPARE(decodedAs(c, "unsigned char", std::uint8_t{255}), std::string("255 '\\xff'"));
        QCOMPARE(decodedAs(c, "char8_t", std::uint8_t{'a'}), std::string("u8'a'"));
        QCOMPARE(decodedAs(c, "char32_t", std::uint32_t{0x1F600}), std::string("U'😀'"));
    }

    void readsRealsOfEveryFormat()
    {
        const auto real = TypeKind::Real;
        QCOMPARE(decodedAs(real, "float", 0.1F), std::string("0.1"));
        QCOMPARE(decodedAs(real, "double", 0.1), std::string("0.1"));
        QCOMPARE(decodedAs(real, "long double", 0.1L), std::string("0.1"));
        QCOMPARE(decodedAs(real, "_Float128", Quad(1) / 3), std::string("0.3333333333333333333333333333333333"));
        QCOMPARE(decodedAs(real, "_Float16", std::uint16_t{0x3C00}), std::string("1"));
        QCOMPARE(decodedAs(real, "_Float16", std::uint16_t{0x0001}), std::string("6e-08"));
        QCOMPARE(decodedAs(real, "_Float16", std::uint16_t{0xFC00}), std::string("-Inf"));
        QCOMPARE(decodedAs(real, "_Float16", std::uint16_t{0x7E00}), std::string("NaN"));
        QCOMPARE(decodedAs(real, "__bf16", std::uint16_t{0x3F80}), std::string("1"));
        QCOMPARE(decodedAs(TypeKind::Complex, "complex double", std::complex(1.5, -2.0)), std::string("1.5 - 2i"));
    }

    void extendedOnesWithoutALeadingDigitAreNone()
    {
        const auto type = typeOf(TypeKind::Real, 16, "long double");
        const auto bits = [&](std::uint16_t exponent, std::uint64_t significand) {
            auto bytes = bytesOf(significand);
            appendBytes(bytes, exponent, 8);
            return decoded(*type, bytes);
        };
        QCOMPARE(bits(0x3FFF, std::uint64_t{1} << 63), std::string("1"));
        QCOMPARE(bits(0x3FFF, std::uint64_t{1} << 62), std::string("NaN"));
        QCOMPARE(bits(0xFFFF, 0), std::string("NaN"));
        QCOMPARE(bits(0x7FFF, std::uint64_t{1} << 63), std::string("+Inf"));
        QCOMPARE(bits(0, 0), std::string("0"));
        QVERIFY(bits(0, 1).ends_with("e-4951"));
    }

    void tellsExtendedFromQuadByTheName()
    {
        QVERIFY(isExtended(*typeOf(TypeKind::Real, 16, "long double")));
        QVERIFY(isExtended(*typeOf(TypeKind::Real, 16, "real(kind=10)")));
        QVERIFY(!isExtended(*typeOf(TypeKind::Real, 16, "real(kind=16)")));
        QVERIFY(!isExtended(*typeOf(TypeKind::Real, 16, "_Float128")));
    }

    void keepsEachHalfFloat()
    {
        const auto type = typeOf(TypeKind::Real, 2, "_Float16");
        for (unsigned bits = 0; bits < 0x10000; ++bits) {
            const bool isNan = (bits & 0x7C00) == 0x7C00 && (bits & 0x3FF) != 0;
            if (!isNan)
                QVERIFY2(survives(*type, static_cast<std::uint16_t>(bits)), std::to_string(bits).c_str());
        }
    }

    void keepsWhatItReads()
    {
        QVERIFY(survives(*typeOf(TypeKind::Real, 4, "float"), std::numeric_limits<float>::denorm_min()));
        QVERIFY(survives(*typeOf(TypeKind::Real, 8, "double"), std::numeric_limits<double>::max()));
        QVERIFY(survives(*typeOf(TypeKind::Real, 8, "double"), -0.0));
        QVERIFY(survives(*typeOf(TypeKind::Real, 16, "long double"), 1.0L / 3, 10));
        QVERIFY(survives(*typeOf(TypeKind::Real, 16, "_Float128"), Quad(1) / 3));
        QVERIFY(survives(*typeOf(TypeKind::Complex, 8, "complex float"), std::complex(1.5F, -0.1F)));
        QVERIFY(survives(*typeOf(TypeKind::Signed, 8, "long"), std::int64_t{INT64_MIN}));
        QVERIFY(survives(*typeOf(TypeKind::Pointer, 8, ""), std::uint64_t{0x7fff12345678}));
        QVERIFY(survives(*typeOf(TypeKind::Real, 2, "__bf16"), std::uint16_t{0xC049}));
    }

    void readsBitFields()
    {
        const auto word = bytesOf(std::uint32_t{0b1111'0101'0000});
        const auto u = typeOf(TypeKind::Unsigned, 4, "unsigned int");
        const auto s = typeOf(TypeKind::Signed, 4, "int");
        QCOMPARE(decoded(*u, word, BitField{3, 4}), std::string("5"));
        QCOMPARE(decoded(*s, word, BitField{3, 4}), std::string("-3"));
        QCOMPARE(decoded(*s, word, BitField{2, 4}), std::string("1"));
        QCOMPARE(decoded(*u, word, BitField{1, 8}), std::string("1"));
        QCOMPARE(decoded(*s, word, BitField{1, 8}), std::string("-1"));
        QCOMPARE(decoded(*u, bytesOf(UInt128{0xFF} << 60), BitField{8, 60}), std::string("255"));
        QCOMPARE(decoded(*typeOf(TypeKind::Boolean, 1, "bool"), word, BitField{1, 4}), std::string("true"));
        for (const BitField wrong : {BitField{0, 0}, BitField{33, 0}, BitField{1, 32}, BitField{200, 0}})
            QCOMPARE(decoded(*u, word, wrong), std::string("! the bit field lies outside of its bytes"));
    }

    void refusesWhatIsNoScalar()
    {
        const auto four = bytesOf(std::uint32_t{1});
        QCOMPARE(decoded(*typeOf(TypeKind::Signed, 8, "long"), four), std::string("! only 4 of its 8 bytes are known"));
        QCOMPARE(decoded(*typeOf(TypeKind::Structure, 4, "point"), four), std::string("! point is no single number"));
        QCOMPARE(decoded(*typeOf(TypeKind::Signed, 0, "odd"), four),
                 std::string("! integers of 0 bytes are not known"));
        QCOMPARE(decoded(*typeOf(TypeKind::Real, 3, "odd"), four), std::string("! reals of 3 bytes are not known"));
        QCOMPARE(decoded(*typeOf(TypeKind::Real, 4, "float"), {}), std::string("! only 0 of its 4 bytes are known"));
    }

    void readsTextsOfBothKinds()
    {
        auto type = typeOf(TypeKind::Text, 3, "character", Language::Fortran);
        QCOMPARE(decoded(*type, bytesOf(std::array{'a', '\'', ' '})), std::string("'a'' '"));
        type->characterBytes = 4;
        QCOMPARE(decoded(*type, bytesOf(std::array<std::uint32_t, 3>{'x', 0xE4, 0x1F600})), std::string("'xä😀'"));
        QCOMPARE(decoded(*type, {}), std::string("''"));
    }

    void storesOnlyWhatFits()
    {
        const auto byte = typeOf(TypeKind::Character, 1, "unsigned char");
        const auto integer = typeOf(TypeKind::Signed, 4, "int");
        const auto single = typeOf(TypeKind::Real, 4, "float");
        QCOMPARE(encoded(integerNumber(255), *byte), std::string("255 '\\xff'"));
        QCOMPARE(encoded(integerNumber(256), *byte),
                 std::string("! the number does not fit: unsigned char has 8 bits, and no sign"));
        QCOMPARE(encoded(integerNumber(-1), *byte),
                 std::string("! the number does not fit: unsigned char has 8 bits, and no sign"));
        QCOMPARE(encoded(integerNumber(Int128{1} << 31, 8), *integer),
                 std::string("! the number does not fit: int has 32 bits, one of them the sign"));
        QCOMPARE(encoded(integerNumber(4), *integer, Room{3, {}}),
                 std::string("! the number does not fit: int has 3 bits, one of them the sign"));
        QCOMPARE(encoded(integerNumber(3), *integer, Room{3, {}}), std::string("3"));
        QCOMPARE(encoded(realNumber(-2.9), *integer), std::string("-2"));
        QCOMPARE(encoded(realNumber(std::numeric_limits<double>::quiet_NaN()), *integer),
                 std::string("! a number beyond all integers cannot be stored as int"));
        QCOMPARE(encoded(realNumber(1e300), *single),
                 std::string("! a number as large as that cannot be stored as float"));
        QCOMPARE(encoded(realNumber(std::numeric_limits<double>::infinity()), *single), std::string("+Inf"));
        QCOMPARE(encoded(integerNumber(3), *single), std::string("3"));
        QCOMPARE(encoded(textNumber("3"), *single), std::string("! a text cannot be stored as float"));
        QCOMPARE(encoded(complexNumber(1, 2), *integer), std::string("! a complex number cannot be stored as int"));
        QCOMPARE(encoded(integerNumber(1), *typeOf(TypeKind::Structure, 4, "point")),
                 std::string("! only numbers and texts can be changed, and point is neither"));
    }

    void storesTruths()
    {
        const auto ofC = typeOf(TypeKind::Boolean, 1, "bool");
        const auto ofFortran = typeOf(TypeKind::Boolean, 4, "logical(kind=4)", Language::Fortran);
        QCOMPARE(encoded(integerNumber(5), *ofC), std::string("true"));
        QCOMPARE(encoded(logicalNumber(true), *ofFortran), std::string(".true."));
        QCOMPARE(encoded(integerNumber(5), *ofFortran), std::string("! a number cannot be stored as logical(kind=4)"));
    }

    void fillsTextsWithBlanks()
    {
        auto type = typeOf(TypeKind::Text, 4, "character", Language::Fortran);
        type->length.constant = 4;
        QCOMPARE(encoded(textNumber("ab"), *type), std::string("'ab  '"));
        QCOMPARE(encoded(textNumber("abcd  "), *type), std::string("'abcd'"));
        QCOMPARE(encoded(textNumber("abcde"), *type),
                 std::string("! the text has 5 characters, and there is room for 4"));
        QCOMPARE(encoded(textNumber(""), *type, Room{0, 2}), std::string("'  '"));
        QCOMPARE(encoded(integerNumber(1), *type), std::string("! a number cannot be stored as character"));
    }

    void readsEnumerationsWithTheirSign()
    {
        const auto underlying = typeOf(TypeKind::Unsigned, 4, "unsigned int");
        auto type = typeOf(TypeKind::Enumeration, 4, "Color");
        type->enumerators = {{"Red", 0}, {"Green", 1}, {"Last", -1}};
        QCOMPARE(decoded(*type, bytesOf(std::int32_t{-1})), std::string("Last"));
        QCOMPARE(decoded(*type, bytesOf(std::int32_t{-2})), std::string("(Color) -2"));
        type->target = underlying.get();
        QCOMPARE(decoded(*type, bytesOf(std::int32_t{-1})), std::string("Last"));
        QCOMPARE(decoded(*type, bytesOf(std::int32_t{-2})), std::string("(Color) 4294967294"));
    }
};

DBGR_TEST(TestValuesNumber);

} // namespace tst_values_number

#include "tst_values_number.moc"
