// SPDX-License-Identifier: GPL-3.0-or-later
// What runs a GUI test: a display, the application, the test. Thread: main's.
#pragma once

#include "tests/support/run/test_class.h"

#include <QObject>

#include <functional>
#include <memory>

namespace dbgr::test {

/// \return the test's exit status; 77 (skipped) when there can be no display and DBGR_REQUIRE does not ask for one
[[nodiscard]] int runGuiTest(int argc, char** argv, const std::function<std::unique_ptr<QObject>()>& makeTest);

template <typename Test>
[[nodiscard]] int runGuiTest(int argc, char** argv)
{
    return runGuiTest(argc, argv, [] { return std::make_unique<Test>(); });
}

} // namespace dbgr::test

/// In the namespace of a GUI test's source: DBGR_GUI_TEST(TestGuiHelp)
#define DBGR_GUI_TEST(Test) static const dbgr::test::TestClass kTestClass(__FILE__, dbgr::test::runGuiTest<Test>)
