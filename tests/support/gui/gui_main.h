// SPDX-License-Identifier: GPL-3.0-or-later
// The main() of a GUI test: a display, the application, the test. Thread: main's.
#pragma once

#include <QObject>

#include <functional>
#include <memory>

namespace dbgr::test {

/// \return the test's exit status; 77 (skipped) when there can be no display and DBGR_REQUIRE does not ask for one
[[nodiscard]] int runGuiTest(int argc, char** argv, const std::function<std::unique_ptr<QObject>()>& makeTest);

} // namespace dbgr::test

#define DBGR_GUI_TEST_MAIN(TestClass)                                                                                  \
    int main(int argc, char** argv)                                                                                    \
    {                                                                                                                  \
        return dbgr::test::runGuiTest(argc, argv, [] { return std::make_unique<TestClass>(); });                       \
    }
