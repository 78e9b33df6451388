// SPDX-License-Identifier: GPL-3.0-or-later
// What is told of the summaries of sanitizers.
#include <QTest>

#include "dbgdaemon/engine/sanitizer_report.h"
#include "tests/support/run/test_class.h"

namespace tst_sanitizer_report {

using namespace dbgr::daemon;

class TestSanitizerReport : public QObject
{
    Q_OBJECT

private slots:
    void aSummaryIsToldWithWhatItMeans_data()
    {
        QTest::addColumn<QString>("summary");
        QTest::addColumn<QString>("told");
        QTest::newRow("freed") << "SUMMARY: AddressSanitizer: heap-use-after-free /x/ring.cpp:41 in work(int)"
                               << "AddressSanitizer: heap-use-after-free /x/ring.cpp:41 in work(int): freed memory";
        QTest::newRow("no place") << "SUMMARY: AddressSanitizer: double-free"
                                  << "AddressSanitizer: double-free: memory that had been freed before is freed once "
                                     "more";
        QTest::newRow("more lines") << "SUMMARY: AddressSanitizer: stack-use-after-scope a.c:1 in f\nShadow bytes"
                                    << "AddressSanitizer: stack-use-after-scope a.c:1 in f: a local variable whose "
                                       "block has ended";
        QTest::newRow("says it by itself") << "SUMMARY: ThreadSanitizer: data race a.c:1 in f"
                                           << "ThreadSanitizer: data race a.c:1 in f";
        QTest::newRow("not a kind") << "SUMMARY: AddressSanitizer: heap-use-after-freedom a.c:1"
                                    << "AddressSanitizer: heap-use-after-freedom a.c:1";
        QTest::newRow("of a file that is called so") << "SUMMARY: AddressSanitizer: SEGV double-free.c:1 in bad-free"
                                                     << "AddressSanitizer: SEGV double-free.c:1 in bad-free";
        QTest::newRow("no sanitizer") << "SUMMARY: heap-use-after-free"
                                      << "heap-use-after-free";
        QTest::newRow("nothing") << ""
                                 << "";
    }
    void aSummaryIsToldWithWhatItMeans()
    {
        QFETCH(QString, summary);
        QFETCH(QString, told);
        QCOMPARE(QString::fromStdString(reportWords(summary.toStdString())), told);
    }

    void theirFunctionsAreKnown()
    {
        for (const char* const function : {"__asan::ReportGenericError", "__sanitizer::Die()", "__ubsan_handle_x"})
            QVERIFY2(isOfSanitizer(function), function);
        for (const char* const function : {"abort", "my__asan", "asan", "", "std::terminate"})
            QVERIFY2(!isOfSanitizer(function), function);
    }
};

DBGR_TEST(TestSanitizerReport);

} // namespace tst_sanitizer_report

#include "tst_sanitizer_report.moc"
