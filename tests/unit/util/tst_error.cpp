// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run/test_class.h"
#include "util/result.h"

#include <QtTest>

#include <memory>

namespace tst_error {

using namespace dbgr::util;

namespace {

Result<int> half(int n)
{
    if (n % 2 != 0)
        return fail(std::make_error_code(std::errc::invalid_argument), "halving " + std::to_string(n) + ": it is odd");
    return n / 2;
}

Result<int> quarter(int n)
{
    DBGR_TRY(const int once, half(n));
    DBGR_TRY(const int twice, half(once));
    return twice;
}

Result<void> check(int n)
{
    DBGR_TRY(half(n));
    return ok();
}

Result<std::unique_ptr<int>> boxed(int n)
{
    return std::make_unique<int>(n);
}

Result<int> unboxed(int n)
{
    DBGR_TRY(const std::unique_ptr<int> box, boxed(n));
    return *box;
}

} // namespace

class TestError : public QObject
{
    Q_OBJECT

private slots:
    void tryLeavesWithTheFirstError()
    {
        QCOMPARE(quarter(8).value(), 2);
        QCOMPARE(quarter(6).error().detail, std::string("halving 3: it is odd"));
        QVERIFY(check(2).has_value());
        QVERIFY(check(3).error().code == std::errc::invalid_argument);
    }

    void tryMovesWhatCannotBeCopied() { QCOMPARE(unboxed(3).value(), 3); }

    void contextIsSaidOnce_data()
    {
        QTest::addColumn<QString>("detail");
        QTest::addColumn<QString>("doing");
        QTest::addColumn<QString>("expected");
        QTest::newRow("the same") << "sending: no"
                                  << "sending"
                                  << "sending: no";
        QTest::newRow("one rank, many ranks") << "sending to rank 1-2: no"
                                              << "sending to ranks 1-2"
                                              << "sending to ranks 1-2: no";
        QTest::newRow("the detail says less") << "sending: no"
                                              << "sending to rank 1"
                                              << "sending to rank 1: no";
        QTest::newRow("the detail says more") << "sending to rank 1: no"
                                              << "sending"
                                              << "sending to rank 1: no";
        QTest::newRow("another word") << "sender: no"
                                      << "send"
                                      << "send: sender: no";
        QTest::newRow("no context in it") << "sending"
                                          << "sending"
                                          << "sending: sending";
    }

    void contextIsSaidOnce()
    {
        QFETCH(QString, detail);
        QFETCH(QString, doing);
        const Error error =
            Error{std::make_error_code(std::errc::io_error), detail.toStdString(), ""}.withContext(doing.toStdString());
        QTEST(QString::fromStdString(error.detail), "expected");
    }

    void contextGoesInFront()
    {
        const Error e = systemError(ENOENT, "opening a.txt").withContext("reading settings");
        QCOMPARE(e.detail, std::string("reading settings: opening a.txt: No such file or directory"));
        QVERIFY(e.code == std::errc::no_such_file_or_directory);
    }

    void theDeepestAdviceStays()
    {
        const Error e = Error{{}, "x", "do this"}.withAdvice("do that");
        QCOMPARE(e.advice, std::string("do this"));
        const Error f = Error{{}, "x", ""}.withAdvice("do that");
        QCOMPARE(f.advice, std::string("do that"));
    }

    void withoutWordsTheCodeSpeaks()
    {
        QCOMPARE((Error{std::make_error_code(std::errc::timed_out), "", ""}.message()),
                 std::make_error_code(std::errc::timed_out).message());
    }
};

DBGR_TEST(TestError);

} // namespace tst_error

#include "tst_error.moc"
