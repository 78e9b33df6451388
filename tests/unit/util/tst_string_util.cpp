// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run/test_class.h"
#include "util/shown_path.h"
#include "util/string_util.h"

#include <QtTest>

namespace tst_string_util {

using namespace dbgr::util;

class TestStringUtil : public QObject
{
    Q_OBJECT

private slots:
    void theKernelsMarkIsNoPartOfAPath_data()
    {
        QTest::addColumn<QString>("shown");
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("isDeleted");
        QTest::newRow("there") << "/bin/app"
                               << "/bin/app" << false;
        QTest::newRow("deleted") << "/bin/app (deleted)"
                                 << "/bin/app" << true;
        QTest::newRow("twice") << "/bin/app (deleted) (deleted)"
                               << "/bin/app (deleted)" << true;
        QTest::newRow("within") << "/a (deleted)/app"
                                << "/a (deleted)/app" << false;
        QTest::newRow("nothing else") << " (deleted)"
                                      << "" << true;
        QTest::newRow("nothing") << ""
                                 << "" << false;
    }
    void theKernelsMarkIsNoPartOfAPath()
    {
        QFETCH(QString, shown);
        const std::string text = shown.toStdString();
        const auto [path, isDeleted] = shownPath(text);
        QTEST(QString::fromUtf8(path.data(), qsizetype(path.size())), "path");
        QTEST(isDeleted, "isDeleted");
    }

    void splitsKeepEmptyParts()
    {
        const std::vector<std::string_view> expected{"a", "", "b"};
        QVERIFY(split("a,,b", ',') == expected);
        QCOMPARE(split("", ',').size(), std::size_t(1));
    }

    void trimsBothEnds()
    {
        QCOMPARE(trimmed(" \t a b\r\n"), std::string_view("a b"));
        QCOMPARE(trimmed(" \n"), std::string_view());
    }

    void numbersInNamesSortByValue()
    {
        const std::vector<std::string_view> sorted{"core", "core.2", "core.10", "core.10a", "core.12345678901234567890",
                                                   "corf"};
        for (std::size_t i = 0; i < sorted.size(); ++i)
            for (std::size_t k = 0; k < sorted.size(); ++k)
                QCOMPARE(naturallyBefore(sorted[i], sorted[k]), i < k);
        QVERIFY(naturallyBefore("r2/core", "r10/core"));
        QVERIFY(naturallyBefore("core.01", "core.1") != naturallyBefore("core.1", "core.01"));
        QVERIFY(!naturallyBefore("", "") && naturallyBefore("", "0"));
    }

    void lettersOfOthersStayAsTheyAre()
    {
        QCOMPARE(lowered(std::string_view("SIGusr1 @[`{ \xc3\x84\xff")), std::string("sigusr1 @[`{ \xc3\x84\xff"));
        QVERIFY(lowered('A') == 'a' && lowered('Z') == 'z' && lowered('@') == '@' && lowered('[') == '[');
        QVERIFY(isDigit('0') && isDigit('9') && !isDigit('/') && !isDigit(':') && !isDigit('\xb2'));
    }

    void hexGoesBothWays()
    {
        const std::string bytes("\x00\xff\x10", 3);
        QCOMPARE(toHex(bytes), std::string("00ff10"));
        QCOMPARE(fromHex("00FF10").value(), bytes);
        QVERIFY(!fromHex("0"));
        QVERIFY(!fromHex("0g"));
        QVERIFY(!fromHex("+1"));
    }

    void numbersAreWhole()
    {
        QCOMPARE(parseNumber<int>("-12").value(), -12);
        QVERIFY(!parseNumber<int>("12x"));
        QVERIFY(!parseNumber<int>(""));
        QVERIFY(!parseNumber<std::uint8_t>("256"));
        QVERIFY(!parseNumber<std::uint32_t>("-1"));
    }

    void joins() { QCOMPARE(join({"a", "b", ""}, ", "), std::string("a, b, ")); }
};

DBGR_TEST(TestStringUtil);

} // namespace tst_string_util

#include "tst_string_util.moc"
