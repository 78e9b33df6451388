// SPDX-License-Identifier: GPL-3.0-or-later
// Test classes that share a program: each names itself, and the program's first argument says which one is run. A
// source of a test is a namespace of its own name, so that many are compiled as one. Thread: main's.
#pragma once

#include <QtTest>

namespace dbgr::test {

/// Runs a test with QtTest's arguments, the program's first. \return the exit status
using RunTest = int (*)(int argc, char** argv);

/// Makes a test known to main() under its source's name, without folder and suffix ("tst_rank_set").
class TestClass
{
public:
    /// \param file __FILE__ of the test, which stays
    TestClass(const char* file, RunTest run);
};

/// For tests that need no event loop.
struct NoApplication
{
    NoApplication(int& /*argc*/, char** /*argv*/) {}
};

template <typename Test, typename Application = NoApplication>
[[nodiscard]] int runTest(int argc, char** argv)
{
    [[maybe_unused]] const Application application(argc, argv);
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi); // as QTEST_MAIN does: the same sizes on each display
    Test test;
    return QTest::qExec(&test, argc, argv);
}

/// Runs the test that the first argument names; where the program has only one, the argument may be missing.
/// \return its exit status; 2 when there is none of that name, with the names on standard error
[[nodiscard]] int runNamedTest(int argc, char** argv);

} // namespace dbgr::test

/// In the namespace of a test's source: DBGR_TEST(TestRankSet), DBGR_TEST(TestTcp, QCoreApplication)
#define DBGR_TEST(...) static const dbgr::test::TestClass kTestClass(__FILE__, dbgr::test::runTest<__VA_ARGS__>)
