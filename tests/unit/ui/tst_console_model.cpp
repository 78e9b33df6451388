// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/output_store.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "ui/bridge/session_bridge.h"
#include "ui/console/console_model.h"
#include "ui/console/console_row.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_console_model {

using namespace dbgr;
using namespace dbgr::ui;
using namespace dbgr::test;
using util::Rank;

namespace {

struct ModelFixture : SessionFixture
{
    explicit ModelFixture(std::uint32_t ranks = 4) { bringUpRunning(ranks); }

    void settle()
    {
        run();
        bridge.flush();
        while (model.isBehind())
            QCoreApplication::processEvents();
    }
    void write(std::uint32_t rank, std::string text, session::OutputChannel channel = session::OutputChannel::Stdout)
    {
        fake->write(Rank(rank), std::move(text), channel);
        settle();
    }
    /// "[0-1] hello|[2!] oh".
    QString shown() const
    {
        QStringList rows;
        for (std::size_t row = 0; row < model.rowCount(); ++row) {
            const ConsoleRow one = consoleRow(model, row);
            rows << (one.prefix.isEmpty() ? QString() : one.prefix + QLatin1Char(' ')) + one.body.text +
                        (one.note.isEmpty() ? QString() : QStringLiteral(" (") + one.note + QLatin1Char(')'));
        }
        return rows.join(QLatin1Char('|'));
    }
    void showRanks(const char* text) { model.setSource({ConsoleSource::Kind::Ranks, ranks(text)}); }

    SessionBridge bridge{*session};
    ConsoleModel model{bridge};
};

} // namespace

class TestConsoleModel : public QObject
{
    Q_OBJECT

private slots:
    void linesOfAllStandInTheirOrder()
    {
        ModelFixture f;
        f.write(1, "one\n");
        f.write(0, "two\n", session::OutputChannel::Stderr);
        f.fake->say({session::OutputBytes{std::nullopt, session::OutputChannel::Stderr, "from mpiexec\n"}});
        f.settle();
        QCOMPARE(f.shown(), QStringLiteral("[1] one|[0!] two|[launcher!] from mpiexec"));
    }

    void equalLinesOfSeveralRanksFold()
    {
        ModelFixture f;
        for (std::uint32_t rank = 0; rank < 4; ++rank)
            f.write(rank, "begin\nconverged\n");
        QCOMPARE(f.shown(), QStringLiteral("[0-3] begin|[0-3] converged"));
        f.model.setFolded(false);
        f.settle();
        QCOMPARE(f.model.rowCount(), std::size_t(8));
        f.model.setFolded(true);
        f.settle();
        QCOMPARE(f.model.rowCount(), std::size_t(2));
    }

    void foldingKeepsWhatARankSaysInOrder()
    {
        ModelFixture f;
        f.write(0, "a\n");
        f.write(0, "b\n");
        f.write(1, "b\n");
        f.write(1, "a\n"); // before its b it would be a lie
        QCOMPARE(f.shown(), QStringLiteral("[0] a|[0-1] b|[1] a"));
    }

    void aRankThatRepeatsItselfDoesNotFold()
    {
        ModelFixture f;
        f.write(0, "x\nx\n");
        f.write(1, "x\nx\n");
        QCOMPARE(f.shown(), QStringLiteral("[0] x|[0-1] x|[1] x"));
    }

    void errorOutputDoesNotFoldIntoOutput()
    {
        ModelFixture f;
        f.write(0, "x\n");
        f.write(1, "x\n", session::OutputChannel::Stderr);
        QCOMPARE(f.shown(), QStringLiteral("[0] x|[1!] x"));
    }

    void farApartLinesDoNotFold()
    {
        ModelFixture f;
        f.write(0, "x\n");
        std::string many;
        for (std::size_t i = 0; i <= ConsoleModel::kFoldWindow; ++i)
            many += std::to_string(i) + "\n";
        f.write(2, many);
        f.write(1, "x\n");
        QCOMPARE(consoleRow(f.model, f.model.rowCount() - 1).prefix, QStringLiteral("[1]"));
    }

    void anOpenLineGrowsInItsRow()
    {
        ModelFixture f;
        f.write(0, "how many? ");
        QCOMPARE(f.shown(), QString());
        f.scheduler.advance(std::chrono::milliseconds(250));
        f.settle();
        QCOMPARE(f.shown(), QStringLiteral("[0] how many? "));
        f.write(0, "no answer\n");
        QCOMPARE(f.shown(), QStringLiteral("[0] how many? no answer"));
    }

    void aPaneOfRanksShowsTheirsAndTheirInput()
    {
        ModelFixture f;
        f.write(0, "zero\n");
        f.write(1, "one\n");
        QVERIFY(f.session->sendInput(ranks("1,3"), "7\n", false));
        QVERIFY(f.session->sendInput(ranks("0"), "8\n", false));
        f.settle();
        f.showRanks("1");
        f.settle();
        QCOMPARE(f.shown(), QStringLiteral("one|> 7"));
        f.write(1, "seven\n", session::OutputChannel::Stderr);
        f.write(2, "two\n");
        QCOMPARE(f.shown(), QStringLiteral("one|> 7|! seven"));
        f.showRanks("0,2");
        f.settle();
        QCOMPARE(f.shown(), QStringLiteral("[0] zero|[0] > 8|[2] two"));
    }

    void theLaunchersOwnWords()
    {
        ModelFixture f;
        f.fake->say({session::OutputBytes{std::nullopt, session::OutputChannel::Stdout, "mapping\n"}});
        f.write(1, "one\n");
        f.model.setSource({ConsoleSource::Kind::Launcher, {}});
        f.settle();
        QCOMPARE(f.shown(), QStringLiteral("mapping"));
    }

    void inputTellsWhatBecameOfIt()
    {
        ModelFixture f;
        f.fake->acceptsInput = false;
        QVERIFY(f.session->sendInput(ranks("0-1"), "7\n", true));
        f.settle();
        QCOMPARE(f.shown(), QStringLiteral("[0-1] > 7 (sending ...)|[0-1] > end of file (sending ...)"));
        f.fake->say(
            {session::InputAccepted{f.fake->inputs.at(0).id, util::fail(std::make_error_code(std::errc::broken_pipe),
                                                                        "the launcher has closed it")}});
        f.settle();
        QVERIFY(f.shown().contains(QStringLiteral("the launcher has closed it")));
        QCOMPARE(consoleRow(f.model, 0).role, ColorRole::ErrorText);
        QVERIFY(f.session->sendInput(ranks("0"), "8\n", false));
        f.settle();
        f.fake->say({session::InputAccepted{f.fake->inputs.at(1).id, util::ok()}});
        f.settle();
        QCOMPARE(consoleRow(f.model, 2).note, QString());
        QCOMPARE(consoleRow(f.model, 2).role, ColorRole::Input);
    }

    void newRowsAreCounted()
    {
        ModelFixture f;
        QSignalSpy changed(&f.model, &ConsoleModel::changed);
        f.write(0, "1\n2\n3\n");
        QCOMPARE(changed.takeLast().at(0).toLongLong(), 3);
        f.write(1, "1\n4\n");
        QCOMPARE(changed.takeLast().at(0).toLongLong(), 1); // one folded
    }

    void whatTheStoreLosesGoes()
    {
        ModelFixture f;
        session::OutputStore::Limits limits;
        limits.linesPerRank = 3;
        f.session->limitOutput(limits);
        f.write(1, "kept\n");
        for (int i = 0; i < 20; ++i)
            f.write(0, std::to_string(i) + "\n");
        QCOMPARE(f.model.line(0)->text, std::string("kept"));
        f.showRanks("0");
        f.settle();
        QCOMPARE(f.shown(), QStringLiteral("17|18|19"));
        f.write(0, "20\n");
        QCOMPARE(f.shown(), QStringLiteral("18|19|20"));
    }

    void lostRowsBetweenOthersGoWhenTheyAreMany()
    {
        ModelFixture f;
        session::OutputStore::Limits limits;
        limits.linesPerRank = 100;
        f.session->limitOutput(limits);
        f.write(1, "kept\n");
        for (int i = 0; i < 100; ++i) {
            std::string lines;
            for (int line = 0; line < 100; ++line)
                lines += std::to_string(i) + "." + std::to_string(line) + "\n";
            f.write(0, lines);
        }
        QVERIFY(f.model.rowCount() < 5000);
        QCOMPARE(f.model.line(0)->text, std::string("kept"));
        QCOMPARE(f.model.line(f.model.rowCount() - 1)->text, std::string("99.99"));
    }

    void aLongStoryIsReadInSlices()
    {
        ModelFixture f;
        f.model.setFolded(false);
        std::string lines;
        for (std::size_t i = 0; i < 2 * ConsoleModel::kSlice + 5; ++i)
            lines += "line\n";
        f.fake->write(Rank(0), lines);
        f.run();
        f.bridge.flush();
        QCOMPARE(f.model.rowCount(), ConsoleModel::kSlice);
        QVERIFY(f.model.isBehind());
        QTRY_COMPARE(f.model.rowCount(), 2 * ConsoleModel::kSlice + 5);
        QVERIFY(!f.model.isBehind());
    }

    void sequencesFindRowsAgain()
    {
        ModelFixture f;
        f.write(0, "1\n2\n3\n");
        f.showRanks("0");
        f.settle();
        const std::uint64_t second = f.model.sequence(1);
        QCOMPARE(f.model.rowOf(second), std::size_t(1));
        QCOMPARE(f.model.rowOf(second + 1), std::size_t(2));
        QCOMPARE(f.model.rowOf(second + 100), f.model.rowCount());
    }

    void hiddenLinesStayInTheStore()
    {
        ModelFixture f;
        f.write(0, "old\n");
        f.model.hideThrough(f.session->output().lastSequence());
        QCOMPARE(f.model.rowCount(), std::size_t(0));
        f.write(0, "new\n");
        QCOMPARE(f.shown(), QStringLiteral("[0] new"));
        QVERIFY(f.session->output().find(1));
    }

    void anotherJobBeginsEmpty()
    {
        ModelFixture f;
        f.write(0, "first job\n");
        f.fake->exit(ranks("0-3"), 0);
        f.fake->endJob(0);
        f.settle();
        QVERIFY(f.session->launch(launchSpec()));
        f.settle();
        QCOMPARE(f.model.rowCount(), std::size_t(0));
        QVERIFY(!f.model.isBehind());
        f.fake->bringUp(2);
        f.write(1, "second job\n");
        QCOMPARE(f.shown(), QStringLiteral("[1] second job"));
    }

    void longLinesAreCutForTheEyeOnly()
    {
        ModelFixture f;
        f.write(0, std::string(20000, 'x') + "\n");
        QCOMPARE(consoleRow(f.model, 0).body.text.size(), qsizetype(ConsoleRow::kMostShown));
        QVERIFY(consoleRow(f.model, 0).note.contains(QStringLiteral("more bytes")));
        QCOMPARE(plainRow(f.model, 0).size(), qsizetype(20004));
    }
};

DBGR_TEST(TestConsoleModel, QApplication);

} // namespace tst_console_model

#include "tst_console_model.moc"
