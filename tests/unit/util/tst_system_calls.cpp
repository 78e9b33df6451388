// SPDX-License-Identifier: GPL-3.0-or-later
// Names and numbers of system calls, and the words in which a stop at one is told.
#include "tests/support/run/test_class.h"
#include "util/system_call_words.h"
#include "util/system_calls.h"

#include <QTest>

#include <set>
#include <sys/syscall.h>

namespace tst_system_calls {

using namespace dbgr::util;

class TestSystemCalls : public QObject
{
    Q_OBJECT

private slots:
    void namesHaveTheNumbersOfTheHeaders()
    {
        QCOMPARE(systemCallNumber("write"), std::optional<std::uint32_t>(SYS_write));
        QCOMPARE(systemCallNumber("getppid"), std::optional<std::uint32_t>(SYS_getppid));
        QCOMPARE(systemCallNumber("exit_group"), std::optional<std::uint32_t>(SYS_exit_group));
        QCOMPARE(systemCallNumber("fcntl"), std::optional<std::uint32_t>(SYS_fcntl));
        QVERIFY(systemCallName(SYS_getpid) == "getpid");
        QCOMPARE(systemCallArguments(SYS_write), 3U);
        QCOMPARE(systemCallArguments(SYS_getppid), 0U);
    }

    void eachNumberHasOneName()
    {
        std::set<std::uint32_t> numbers;
        for (const std::string_view name : systemCallNames()) {
            const auto number = systemCallNumber(name);
            QVERIFY(isSystemCall(name));
            if (!number) // of another processor, or newer than the headers
                continue;
            QVERIFY2(numbers.insert(*number).second, std::string(name).c_str());
            QVERIFY(*number < kMostSystemCalls && systemCallName(*number) == name);
            QVERIFY(systemCallArguments(*number) <= kMostCallArguments);
        }
        QVERIFY(numbers.size() > 250);
    }

    void whatIsNoCallHasNeitherNameNorNumber()
    {
        QVERIFY(!isSystemCall("") && !isSystemCall("wriet") && !isSystemCall("printf"));
        QVERIFY(!systemCallNumber("printf"));
        QVERIFY(systemCallName(kMostSystemCalls).empty());
        QCOMPARE(systemCallArguments(kMostSystemCalls), kMostCallArguments);
    }

    void wordsAreUnderstoodAsTheyWereSaid_data()
    {
        QTest::addColumn<bool>("returned");
        QTest::addColumn<qint64>("value");
        QTest::newRow("to be made") << false << qint64(0);
        QTest::newRow("made") << true << qint64(12);
        QTest::newRow("nothing") << true << qint64(0);
        QTest::newRow("failed") << true << qint64(-11);
    }
    void wordsAreUnderstoodAsTheyWereSaid()
    {
        QFETCH(bool, returned);
        QFETCH(qint64, value);
        SystemCallStop stop{1, {1, 0x7ffd00003320, 12, 0, ~std::uint64_t{0}, 5}, {}};
        if (returned)
            stop.value = value;
        QVERIFY(systemCallStopOf(wordsOf(stop)) == stop);
    }

    void otherWordsAreAboutSomethingElse_data()
    {
        QTest::addColumn<QString>("words");
        QTest::newRow("none") << "";
        QTest::newRow("a signal") << "signal SIGSEGV";
        QTest::newRow("no number") << "system call ";
        QTest::newRow("too few") << "system call 1 0 0 0 0 0";
        QTest::newRow("too many") << "system call 1 0 0 0 0 0 0 0 0";
        QTest::newRow("no digits") << "system call 1 0 0 0 0 0 x";
        QTest::newRow("a large number") << "system call 99999999999 0 0 0 0 0 0";
    }
    void otherWordsAreAboutSomethingElse()
    {
        QFETCH(QString, words);
        QVERIFY(!systemCallStopOf(words.toStdString()));
    }
};

DBGR_TEST(TestSystemCalls);

} // namespace tst_system_calls

#include "tst_system_calls.moc"
