// SPDX-License-Identifier: GPL-3.0-or-later
// For tests' data: hits are counted by the keeper, or by the engine, which is to come to the same. Thread: the test's.
#pragma once

#include <QTest>

namespace dbgr::test {

/// A column "byKeeper" with a row for each.
inline void addWhoCounts()
{
    QTest::addColumn<bool>("byKeeper");
    QTest::newRow("the keeper") << true;
    QTest::newRow("the engine") << false;
}

} // namespace dbgr::test
