// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in words and digits: the shortest that read back the same, names of enumerators, formats, texts that are
// safe.
#include "tests/support/run/test_class.h"
#include "values/print/quoted.h"
#include "values/print/real_text.h"
#include "values/print/scalar_text.h"

#include <QtTest>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace tst_values_scalar_text {

using namespace dbgr::values;

namespace {

std::string text(const Number& number, Language language = Language::Cxx, Format format = Format::Natural)
{
    return scalarText(number, language, format);
}

std::string real(double value, unsigned bytes = 8)
{
    return realText(value, bytes);
}

Number enumerator(const Type& type, std::int64_t value)
{
    Number number = integerNumber(value, 4, false);
    number.enumeration = &type;
    return number;
}

} // namespace

class TestValuesScalarText : public QObject
{
    Q_OBJECT

private slots:
    void showsTheShortestDigits()
    {
        QCOMPARE(real(0.1), std::string("0.1"));
        QCOMPARE(real(3), std::string("3"));
        QCOMPARE(real(-0.0), std::string("-0"));
        QCOMPARE(real(100000), std::string("100000"));
        QCOMPARE(real(1234567.25), std::string("1234567.25"));
        QCOMPARE(real(1e15), std::string("1000000000000000"));
        QCOMPARE(real(1e16), std::string("1e+16"));
        QCOMPARE(real(0.00001), std::string("0.00001"));
        QCOMPARE(real(0.000001), std::string("1e-06"));
        QCOMPARE(real(1.5e300), std::string("1.5e+300"));
        QCOMPARE(real(std::numeric_limits<double>::denorm_min()), std::string("5e-324"));
        QCOMPARE(real(0.1F, 4), std::string("0.1"));
        QCOMPARE(real(16777216.0F, 4), std::string("16777216"));
        QCOMPARE(real(65504, 2), std::string("65500")); // the nearest half to it
        QCOMPARE(realText(0.1L, 10), std::string("0.1"));
        QCOMPARE(realText(rounded(Quad(1) / 3, 16), 16), std::string("0.3333333333333333333333333333333333"));
        QCOMPARE(real(NAN), std::string("nan"));
        QCOMPARE(real(INFINITY), std::string("inf"));
        QCOMPARE(real(-INFINITY, 4), std::string("-inf"));
    }

    void digitsReadBackTheSame()
    {
        std::mt19937_64 random(1); // NOLINT(cert-msc32-c,cert-msc51-cpp): always the same
        for (int round = 0; round < 3000; ++round) {
            const std::uint64_t bits = random();
            double value = 0;
            std::memcpy(&value, &bits, sizeof value);
            if (!std::isfinite(value))
                continue;
            QCOMPARE(std::strtod(realText(value, 8).c_str(), nullptr), value);
            QCOMPARE(std::strtod(fixedText(value, 8).c_str(), nullptr), value);
            const auto single = static_cast<float>(value);
            if (std::isfinite(single))
                QCOMPARE(std::strtof(realText(single, 4).c_str(), nullptr), single);
        }
    }

    void showsTruthsInTheirLanguage()
    {
        QCOMPARE(text(logicalNumber(true)), std::string("true"));
        QCOMPARE(text(logicalNumber(false), Language::Fortran), std::string(".false."));
        Number odd = logicalNumber(true, 1);
        odd.integer = 7;
        QCOMPARE(text(odd), std::string("true (7)"));
        odd.integer = -1; // as some compilers of Fortran have it
        QCOMPARE(text(odd, Language::Fortran), std::string(".true."));
    }

    void showsComplexNumbersInTheirLanguage()
    {
        QCOMPARE(text(complexNumber(1.5, -2)), std::string("1.5 - 2i"));
        QCOMPARE(text(complexNumber(1.5, 2)), std::string("1.5 + 2i"));
        QCOMPARE(text(complexNumber(1.5, NAN)), std::string("1.5 + NaNi"));
        QCOMPARE(text(complexNumber(1.5, -2), Language::Fortran), std::string("(1.5, -2)"));
    }

    void namesEnumerators()
    {
        Type color;
        color.name = "Color";
        color.enumerators = {{"Red", 0}, {"Green", 1}, {"Blue", 2}};
        QCOMPARE(text(enumerator(color, 2)), std::string("Blue"));
        QCOMPARE(text(enumerator(color, 3)), std::string("(Color) 3")); // they count, and are no flags
        color.name.clear();
        QCOMPARE(text(enumerator(color, 7)), std::string("7"));
    }

    void namesFlags()
    {
        Type flags;
        flags.name = "Mode";
        flags.enumerators = {{"None", 0}, {"Read", 1}, {"Write", 2}, {"Run", 4}, {"Execute", 4}};
        QCOMPARE(text(enumerator(flags, 0)), std::string("None"));
        QCOMPARE(text(enumerator(flags, 4)), std::string("Run"));
        QCOMPARE(text(enumerator(flags, 5)), std::string("Read | Run"));
        QCOMPARE(text(enumerator(flags, 9)), std::string("(Mode) 9"));
        flags.enumerators = {{"A", 1}, {"B", 2}, {"C", 3}, {"D", 4}};
        QCOMPARE(text(enumerator(flags, 6)), std::string("(Mode) 6")); // C is no flag, so that none is
    }

    void quotesTexts()
    {
        QCOMPARE(quotedFortran("it's"), std::string("'it''s'"));
        QCOMPARE(quotedFortran("a\x1b[31m"), std::string("'a\\x1b[31m'"));
        QCOMPARE(quotedFortran("gr\xc3\xb6\xc3\x9f"
                               "e"),
                 std::string("'größe'"));
        QCOMPARE(quotedFortran("\xff\xc3"), std::string("'\\xff\\xc3'"));
        QCOMPARE(quotedFortran("\xc0\x80"), std::string("'\\xc0\\x80'"));                   // overlong
        QCOMPARE(quotedFortran("\xed\xa0\x80"), std::string("'\\xed\\xa0\\x80'"));          // half of a pair
        QCOMPARE(quotedFortran("\xf4\x90\x80\x80"), std::string("'\\xf4\\x90\\x80\\x80'")); // beyond the last
        QCOMPARE(quotedFortran("\xc2\x9b"), std::string("'\\xc2\\x9b'")); // a control that terminals obey
        QCOMPARE(quotedC("a\"b\\\n\t\x01"), std::string("\"a\\\"b\\\\\\n\\t\\x01\""));
        QCOMPARE(quotedC("'", '\''), std::string("'\\''"));
        QCOMPARE(quotedC(std::string(1, '\0')), std::string("\"\\0\""));
    }

    void showsFormats_data()
    {
        QTest::addColumn<char>("letter");
        QTest::addColumn<QString>("integer");
        QTest::addColumn<QString>("negative");
        QTest::addColumn<QString>("real");
        QTest::addRow("x") << 'x' << "0x41"
                           << "0xffffffff"
                           << "0x3ff8000000000000";
        QTest::addRow("d") << 'd' << "65"
                           << "-1"
                           << "1";
        QTest::addRow("u") << 'u' << "65"
                           << "4294967295"
                           << "1";
        QTest::addRow("o") << 'o' << "0101"
                           << "037777777777"
                           << "0377700000000000000000";
        QTest::addRow("t") << 't' << "0b1000001"
                           << "0b11111111111111111111111111111111"
                           << "0b11111111111000000000000000000000000000000000000000000000000000";
        QTest::addRow("c") << 'c' << "65 'A'"
                           << "-1 '\\xff'"
                           << "1 '\\x01'";
        QTest::addRow("f") << 'f' << "0." + QString(43, '0') + "91"
                           << "NaN"
                           << "1.5";
        QTest::addRow("e") << 'e' << "9.1e-44"
                           << "NaN"
                           << "1.5e+00";
        QTest::addRow("a") << 'a' << "0x41"
                           << "0xffffffff"
                           << "0x3ff8000000000000";
        QTest::addRow("s") << 's' << "65"
                           << "-1"
                           << "1.5";
    }
    void showsFormats()
    {
        QFETCH(char, letter);
        QFETCH(QString, integer);
        QFETCH(QString, negative);
        QFETCH(QString, real);
        const auto format = formatOf(letter);
        QVERIFY(format);
        QCOMPARE(QString::fromStdString(text(integerNumber(65), Language::Cxx, *format)), integer);
        QCOMPARE(QString::fromStdString(text(integerNumber(-1), Language::Cxx, *format)), negative);
        QCOMPARE(QString::fromStdString(text(realNumber(1.5), Language::Cxx, *format)), real);
    }

    void formatsKeepToTheNumbersWidth()
    {
        QCOMPARE(text(integerNumber(200, 1, false), Language::C, Format::Character), std::string("200 '\\xc8'"));
        QCOMPARE(text(integerNumber(-56, 1), Language::C, Format::Character), std::string("-56 '\\xc8'"));
        QCOMPARE(text(integerNumber(321), Language::C, Format::Character), std::string("65 'A'"));
        QCOMPARE(text(integerNumber(-1, 1), Language::C, Format::Hexadecimal), std::string("0xff"));
        QCOMPARE(text(integerNumber(-1, 8), Language::C, Format::Hexadecimal), std::string("0xffffffffffffffff"));
        QCOMPARE(text(integerNumber(255, 1, false), Language::C, Format::Decimal), std::string("-1"));
        QCOMPARE(text(integerNumber(0), Language::C, Format::Octal), std::string("0"));
        Number field = integerNumber(-3);
        field.fieldBits = 3;
        QCOMPARE(text(field, Language::C, Format::Binary), std::string("0b101"));
        QCOMPARE(text(field, Language::C, Format::Unsigned), std::string("5"));
        QCOMPARE(text(field, Language::C, Format::Decimal), std::string("-3"));
        QCOMPARE(text(realNumber(1e6, 4), Language::C, Format::Scientific), std::string("1e+06"));
        QCOMPARE(text(realNumber(1e20), Language::C, Format::Fixed), std::string("100000000000000000000"));
        QCOMPARE(text(realNumber(INFINITY), Language::C, Format::Decimal), std::string("+Inf"));
    }

    void knowsNoOtherFormat()
    {
        for (const char letter : {'z', 'i', 'X', '\0', ' '})
            QVERIFY(!formatOf(letter));
    }
};

DBGR_TEST(TestValuesScalarText);

} // namespace tst_values_scalar_text

#include "tst_values_scalar_text.moc"
