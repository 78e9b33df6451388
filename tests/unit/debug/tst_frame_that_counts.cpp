// SPDX-License-Identifier: GPL-3.0-or-later
#include "debug/frame_that_counts.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <vector>

namespace tst_frame_that_counts {

using namespace dbgr::debug;

namespace {

Frame own(const char* function)
{
    return {0, function, {"/src/app.cpp", 7, 0}, "app", 0, false};
}

Frame library(const char* function, const char* module, std::uint32_t line = 0)
{
    return {0, function, {line == 0 ? "" : "x.c", line, 0}, module, 0, false};
}

} // namespace

class TestFrameThatCounts : public QObject
{
    Q_OBJECT

private slots:
    void itIsTheFirstWithSource()
    {
        QCOMPARE(frameThatCounts(std::vector{own("work"), own("main")}), 0U);
        QCOMPARE(frameThatCounts(std::vector{library("raise", "libc.so.6"), library("abort", "libc.so.6"), own("bad"),
                                             own("main")}),
                 2U);
        QCOMPARE(frameThatCounts(std::vector{library("opal_progress", "libopen-pal.so.40"),
                                             library("PMPI_Recv", "libmpi.so.40"), own("exchange")}),
                 2U);
    }

    void theCLibraryIsPassedAlsoWhereItHasSource()
    {
        QCOMPARE(frameThatCounts(std::vector{library("__poll", "libc.so.6", 29), own("main")}), 1U);
        QCOMPARE(frameThatCounts(std::vector{library("_dl_open", "ld-linux-x86-64.so.2", 5), own("main")}), 1U);
    }

    void headersOfTheLibraryArePassed()
    {
        const Frame sleep{0, "std::__invoke_impl<long>", {"/usr/include/c++/12/bits/invoke.h", 61, 0}, "app", 0, false};
        QCOMPARE(
            frameThatCounts(std::vector{library("clock_nanosleep", "libc.so.6"), sleep, own("pause"), own("main")}),
            2U);
        QCOMPARE(frameThatCounts(std::vector{library("clock_nanosleep", "libc.so.6"), sleep}), 1U);
    }

    void aLibraryThatHasSourceCounts()
    {
        QCOMPARE(frameThatCounts(std::vector{library("solve", "libsolver.so", 12), own("main")}), 0U);
    }

    void withoutOwnCodeItIsWhatHasSourceAndElseTheInnermost()
    {
        QCOMPARE(frameThatCounts(std::vector{library("syscall", "[vdso]"), library("poll", "libc.so.6", 29)}), 1U);
        QCOMPARE(frameThatCounts(std::vector{library("poll", "libc.so.6"), library("main", "app")}), 0U);
        QCOMPARE(frameThatCounts({}), 0U);
    }
};

DBGR_TEST(TestFrameThatCounts);

} // namespace tst_frame_that_counts

#include "tst_frame_that_counts.moc"
