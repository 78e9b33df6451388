// SPDX-License-Identifier: GPL-3.0-or-later
#include "dbgdaemon/engine/lldb/lldb_words.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_lldb_words {

using namespace dbgr::daemon;

class TestLldbWords : public QObject
{
    Q_OBJECT

private slots:
    void theMachineryIsNotSpokenOf_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* words, const char* expected) {
            QTest::newRow(name) << QString(words) << QString(expected);
        };
        row("no value", "variable not available", "optimised out");
        row("no value, and why it was wanted",
            "Couldn't materialize: couldn't get the value of variable n: variable not available",
            "n is optimised out here");
        row("no location", "no location, value may have been optimized out", "optimised out");
        row("memory", "parent failed to evaluate: read memory from 0x10 failed (0 of 4 bytes read)",
            "the memory at 0x10 cannot be read");
        row("a call that crashed",
            "Execution was interrupted, reason: signal SIGSEGV: address not mapped to object (fault address=0x0).",
            "what it calls was ended by SIGSEGV: address not mapped to object (fault address=0x0); the rank stands as "
            "before");
        row("memory of the process", "memory read failed for 0x8", "the memory at 0x8 cannot be read");
        row("null", "parent is NULL", "it is behind a null pointer");
        row("no such name", "use of undeclared identifier 'x'", "there is no 'x' here");
        row("no such register", "use of undeclared identifier '$foo'", "there is no register 'foo'");
        row("a rank that is no more", "Trying to resume but the async thread is dead.",
            "its process, or the keeper that holds it, has just ended");
        row("division", "Execution was interrupted, reason: signal SIGFPE: integer divide by zero.",
            "division by zero");
        row("the compiler's words stay", "no member named 'y' in 'State'", "no member named 'y' in 'State'");
        row("so do words that only end alike", "the license server is not available",
            "the license server is not available");
        row("nothing", "", "");
    }

    void theMachineryIsNotSpokenOf()
    {
        QFETCH(QString, words);
        QTEST(QString::fromStdString(plainWords(words.toStdString())), "expected");
    }
};

DBGR_TEST(TestLldbWords);

} // namespace tst_lldb_words

#include "tst_lldb_words.moc"
