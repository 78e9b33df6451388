// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/error_text.h"
#include "session/session_error.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_error_text {

using namespace dbgr;
using namespace dbgr::session;

class TestErrorText : public QObject
{
    Q_OBJECT

private slots:
    void hasTheDetailAndThenWhatToDo()
    {
        const util::Error error{make_error_code(Errc::WrongState), "launching mpiexec: no such program",
                                "Check the name."};
        QCOMPARE(errorText(error), std::string("launching mpiexec: no such program\n  What to do: Check the name."));
    }

    void withoutADetailTheCodeSpeaks()
    {
        QCOMPARE(errorText(util::Error{make_error_code(Errc::WrongState), "", ""}),
                 std::string("this cannot be done now"));
    }

    void linesOfALauncherAreIndented()
    {
        const util::Error error{{}, "launching: it said:\nfirst\nsecond\n\n", ""};
        QCOMPARE(errorText(error), std::string("launching: it said:\n  first\n  second"));
    }

    void everyCodeHasWords()
    {
        for (int code = static_cast<int>(Errc::WrongState); code <= static_cast<int>(Errc::NewerSessionFile); ++code) {
            const std::string words = make_error_code(static_cast<Errc>(code)).message();
            QVERIFY2(!QString::fromStdString(words).contains("unknown"), words.c_str());
        }
        QVERIFY(QString::fromStdString(sessionCategory().message(999)).contains("999"));
    }
};

DBGR_TEST(TestErrorText);

} // namespace tst_error_text

#include "tst_error_text.moc"
