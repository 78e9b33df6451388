// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/number_text.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_number_text {

using namespace dbgr;
using namespace dbgr::session;

class TestNumberText : public QObject
{
    Q_OBJECT

private slots:
    void fractionsHaveSevenDigits_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* value, const char* expected) {
            QTest::newRow(name) << QString(value) << QString(expected);
        };
        row("a rounded fraction", "0.30000000000000004", "0.3");
        row("a long one", "3.1415926535897931", "3.141593");
        row("negative", "-2.7182818284590451", "-2.718282");
        row("leading zeros say nothing", "0.000012345678", "0.000012345678");
        row("an exponent", "1.2345678901234567e-08", "1.234568e-08");
        row("an exponent as LLDB writes it", "1.2345678901234567E+20", "1.234568e+20");
        row("eight digits stay", "1.2345678", "1.2345678");
        row("before the point none is lost", "123456789.125", "123456789");
        row("of each member", "{x = 0.10000000000000001, y = {2, 0.69999999999999996}}", "{x = 0.1, y = {2, 0.7}}");
        row("integers stay", "123456789012345678", "123456789012345678");
        row("addresses stay", "0x00007fffdeadbeef", "0x00007fffdeadbeef");
        row("names stay", "{v1.2345678901 = 1}", "{v1.2345678901 = 1}");
        row("versions stay", "1.2.34567890123", "1.2.34567890123");
        row("texts stay", "\"0.30000000000000004 \\\" 0.30000000000000004\"",
            "\"0.30000000000000004 \\\" 0.30000000000000004\"");
        row("a text that was cut", "\"0.30000000000000004", "\"0.30000000000000004");
        row("characters", "{'\"', 0.30000000000000004}", "{'\"', 0.3}");
        row("no numbers", "nan", "nan");
        row("nothing", "", "");
    }

    void fractionsHaveSevenDigits()
    {
        QFETCH(QString, value);
        QTEST(QString::fromStdString(shortNumbers(value.toStdString())), "expected");
    }

    void whatDiffersLooksDifferent()
    {
        const std::vector<debug::ValueGroup> groups{{{}, "0.30000000000000004", "double", ""},
                                                    {{}, "0.29999999999999999", "double", ""},
                                                    {{}, "0.10000000000000001", "double", ""},
                                                    {{}, "", "", "optimised out"}};
        const std::vector<std::string> expected{"0.30000000000000004", "0.29999999999999999", "0.1", ""};
        QCOMPARE(readableValues(groups), expected);
    }

    void oneNumberIsAnsweredWithAllDigits_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* type, const char* value, const char* expected) {
            QTest::newRow(name) << QString(type) << QString(value) << QString(expected);
        };
        row("a double", "double", "0.30000000000000004", "0.30000000000000004");
        row("below zero", "double", "-1.2345678901234567e-08", "-1.2345678901234567e-08");
        row("before the point", "double", "123456789.12345679", "123456789.12345679");
        row("complex of C", "std::complex<double>", "0.30000000000000004 - 0.1i", "0.30000000000000004 - 0.1i");
        row("complex of Fortran", "complex(kind=8)", "(0.30000000000000004, 0.1)", "(0.30000000000000004, 0.1)");
        row("an array of two", "real(kind=8) (2)", "(0.30000000000000004, 0.1)", "(0.3, 0.1)");
        row("an array of complex", "complex(kind=8) (2)", "((0.30000000000000004, 0.1), (1, 2))",
            "((0.3, 0.1), (1, 2))");
        row("a record", "point", "{x = 0.30000000000000004}", "{x = 0.3}");
        row("a text", "char [4]", "\"0.30000000000000004\"", "\"0.30000000000000004\"");
        row("no number", "double", "NaN", "NaN");
    }

    void oneNumberIsAnsweredWithAllDigits()
    {
        QFETCH(QString, type);
        QFETCH(QString, value);
        const std::vector<std::string> texts = answeredValues({{{}, value.toStdString(), type.toStdString(), ""}});
        QTEST(QString::fromStdString(texts.at(0)), "expected");
    }
};

DBGR_TEST(TestNumberText);

} // namespace tst_number_text

#include "tst_number_text.moc"
