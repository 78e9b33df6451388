// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/console/stdin_model.h"

#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "ui/bridge/session_bridge.h"
#include "ui/console/input_history.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_stdin_model {

using namespace dbgr;
using namespace dbgr::ui;
using namespace dbgr::test;

namespace {

struct StdinFixture : SessionFixture
{
    explicit StdinFixture(std::uint32_t size = 4)
    {
        if (size > 0)
            bringUpRunning(size);
    }
    void settle()
    {
        run();
        bridge.flush();
    }
    void showPane(const char* text) { model.setPane({ConsoleSource::Kind::Ranks, ranks(text)}); }

    SessionBridge bridge{*session};
    StdinModel model{bridge};
};

} // namespace

class TestStdinModel : public QObject
{
    Q_OBJECT

private slots:
    void rankZeroReadsByDefault()
    {
        StdinFixture f;
        QCOMPARE(f.model.target(), ranks("0"));
        QVERIFY(f.model.sendLine(QStringLiteral("größe 7")));
        QCOMPARE(f.fake->inputs.at(0).bytes, std::string("gr\xc3\xb6\xc3\x9f"
                                                         "e 7\n"));
        QCOMPARE(f.fake->inputs.at(0).ranks, ranks("0"));
    }

    void theTargetFollowsThePaneAndComesBack()
    {
        StdinFixture f;
        f.showPane("3");
        QCOMPARE(f.model.target(), ranks("3"));
        f.model.setPane({});
        QCOMPARE(f.model.target(), ranks("0"));
        f.model.chooseTarget(ranks("1-2"));
        f.showPane("3");
        f.model.setPane({ConsoleSource::Kind::Launcher, {}});
        QCOMPARE(f.model.target(), ranks("1-2"));
    }

    void withoutAJobNothingCanBeSent()
    {
        StdinFixture f(0);
        QCOMPARE(f.model.problem(), QStringLiteral("no job that could read"));
        f.bringUp(2);
        f.settle();
        QCOMPARE(f.model.problem(), QString());
    }

    void endedRanksAreLeftOutAndNamed()
    {
        StdinFixture f;
        f.model.chooseTarget(ranks("0-3"));
        f.fake->exit(ranks("2"), 0);
        f.settle();
        QCOMPARE(f.model.problem(), QString());
        QCOMPARE(f.model.state().text, QStringLiteral("rank 2 has ended"));
        QVERIFY(f.model.sendLine(QStringLiteral("x")));
        QCOMPARE(f.fake->inputs.at(0).ranks, ranks("0-1,3"));
        f.fake->exit(ranks("0-1,3"), 0);
        f.settle();
        QCOMPARE(f.model.problem(), QStringLiteral("ranks 0-3 have ended"));
    }

    void theEndOfInputIsAskedForFirst()
    {
        StdinFixture f;
        f.model.endInput();
        QVERIFY(f.model.question().contains(QStringLiteral("rank 0")));
        QVERIFY(f.fake->inputs.empty());
        f.model.takeBackQuestion();
        QVERIFY(f.model.question().isEmpty());
        f.model.endInput();
        f.model.endInput();
        QCOMPARE(f.fake->inputs.size(), std::size_t(1));
        QVERIFY(f.fake->inputs.at(0).eof);
        QVERIFY(f.model.question().isEmpty());
        QCOMPARE(f.model.problem(), QStringLiteral("the input of rank 0 is closed"));
        f.model.chooseTarget(ranks("0-1"));
        QCOMPARE(f.model.problem(), QString());
        QCOMPARE(f.model.readers(), ranks("1"));
    }

    void anotherTargetTakesTheQuestionBack()
    {
        StdinFixture f;
        f.model.endInput();
        f.showPane("2");
        QVERIFY(f.model.question().isEmpty());
    }

    void itTellsWhatBecameOfTheLast()
    {
        StdinFixture f;
        f.fake->acceptsInput = false;
        QVERIFY(f.model.sendLine(QStringLiteral("x")));
        f.settle();
        QCOMPARE(f.model.state().text, QStringLiteral("sending to rank 0 ..."));
        QSignalSpy changed(&f.model, &StdinModel::changed);
        f.fake->say({session::InputAccepted{f.fake->inputs.at(0).id,
                                            util::fail(std::make_error_code(std::errc::broken_pipe), "gone")}});
        f.settle();
        QVERIFY(!changed.isEmpty());
        QCOMPARE(f.model.state(), (StdinModel::State{QStringLiteral("not sent to rank 0"), StdinModel::Tone::Bad}));
        f.fake->acceptsInput = true;
        QVERIFY(f.model.sendLine(QStringLiteral("y")));
        f.settle();
        QCOMPARE(f.model.state(), StdinModel::State());
    }

    void whatIsNotTakenSaysWhy()
    {
        StdinFixture f;
        f.fake->acceptsInput = false;
        const QString big(session::StdinRouter::kMaxQueuedBytes - 10, QLatin1Char('x'));
        QVERIFY(f.model.sendLine(big));
        QVERIFY(!f.model.sendLine(QStringLiteral("one line too many")));
        QCOMPARE(f.model.state().tone, StdinModel::Tone::Bad);
        QVERIFY(!f.model.state().text.isEmpty());
    }

    void aNewJobReadsAgain()
    {
        StdinFixture f;
        f.model.endInput();
        f.model.endInput();
        f.fake->exit(ranks("0-3"), 0);
        f.fake->endJob(0);
        f.settle();
        QVERIFY(f.session->launch(launchSpec()));
        f.settle();
        QCOMPARE(f.model.problem(), QStringLiteral("no job that could read"));
        f.fake->bringUp(2);
        f.settle();
        QCOMPARE(f.model.problem(), QString());
    }

    void historyWalksUpAndBackToTheDraft()
    {
        InputHistory history({QStringLiteral("a"), QStringLiteral("b")});
        QCOMPARE(history.previous(QStringLiteral("dra")), QStringLiteral("b"));
        QCOMPARE(history.previous(QStringLiteral("b")), QStringLiteral("a"));
        QCOMPARE(history.previous(QStringLiteral("a")), QStringLiteral("a"));
        QCOMPARE(history.next(QStringLiteral("a")), QStringLiteral("b"));
        QCOMPARE(history.next(QStringLiteral("b")), QStringLiteral("dra"));
        QCOMPARE(history.next(QStringLiteral("dra")), QStringLiteral("dra"));
        history.add(QStringLiteral("a"));
        history.add(QString());
        QCOMPARE(history.lines(), QStringList({QStringLiteral("b"), QStringLiteral("a")}));
        for (int i = 0; i < 500; ++i)
            history.add(QString::number(i));
        QCOMPARE(history.lines().size(), InputHistory::kMost);
    }
};

DBGR_TEST(TestStdinModel, QApplication);

} // namespace tst_stdin_model

#include "tst_stdin_model.moc"
