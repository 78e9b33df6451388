// SPDX-License-Identifier: GPL-3.0-or-later
// A rank whose debugger has not asked for anything yet: it runs and stands as dbgd wants, and the first request finds
// it standing.
#include "keeper/stub/conversation.h"
#include "tests/support/dbgdaemon/fake_loader.h"
#include "tests/support/keeper/fake_tracer.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <csignal>

namespace tst_unattended {

using namespace dbgr;
using namespace dbgr::keeper;
using namespace dbgr::test;

namespace {

using Kind = TraceNews::Kind;

const std::set<int> kStopping{SIGSEGV, SIGABRT, SIGTRAP, SIGSTOP};

class Rank
{
public:
    Rank()
    {
        LoaderWatch loading([] { return LoaderWish{}; }, m_loader.reader(), std::make_shared<BarrenLibraries>());
        conversation.emplace(
            process,
            Conversation::Watches{
                std::move(loading), {m_scheduler, [] { return StandWish{}; }}, ConditionWatch(ConditionWishes()), {}},
            [this](const std::string& payload) { m_answers.push_back(payload); });
        if (!process.seize())
            qFatal("it cannot be seized");
        tell(Kind::Interrupted);
        static_cast<void>(done());
    }
    void tell(Kind kind, int number = 0) { process.onNews({Tid(1), kind, number, 0}); }
    void run() { conversation->runUnattended(kStopping); }
    void askWhy() { conversation->onRequest("?"); }
    /// What was asked of the kernel and what the debugger was told, since the last time.
    QString done()
    {
        QString text = QString::fromStdString(tracer.taken());
        for (const std::string& answer : std::exchange(m_answers, {}))
            text += QString::fromStdString(answer.substr(0, 3)) + "; ";
        return text.trimmed();
    }

    FakeTracer tracer;
    std::optional<Conversation> conversation; // before what calls it

private:
    Process::Listener listener()
    {
        Process::Listener listener;
        listener.onStopped = [this] { conversation->onStopped(); };
        listener.onEnded = [this](RankEnd) { conversation->onEnded(); };
        listener.onReleased = [] {};
        listener.onOffspring = [](const Offspring&) {};
        listener.onThread = listener.onThreadGone = [](Tid) {};
        return listener;
    }

    ManualScheduler m_scheduler;
    FakeLoader m_loader;
    std::vector<std::string> m_answers;
    TextLedger m_ledger = TextLedger::create().value();
    static inline const std::shared_ptr<const Arch> m_arch = x86_64::make({});

public:
    Process process{util::Pid(1), tracer, *m_arch, m_ledger, std::make_unique<FakeMemory>(m_loader.text), listener()};
};

} // namespace

class TestUnattended : public QObject
{
    Q_OBJECT

private slots:
    void runsAndStands()
    {
        Rank rank;
        rank.run();
        QCOMPARE(rank.done(), QString("go 1;"));
        rank.run(); // it does
        QCOMPARE(rank.done(), QString());
        rank.conversation->standUnattended();
        QCOMPARE(rank.done(), QString("interrupt 1;"));
        rank.tell(Kind::Interrupted);
        QVERIFY(rank.process.stands());
        rank.conversation->standUnattended();
        QCOMPARE(rank.done(), QString()); // nobody has asked
        QVERIFY(rank.conversation->isUnattended());
    }

    void theFirstRequestFindsItStanding_data()
    {
        QTest::addColumn<bool>("runs");
        QTest::addColumn<bool>("isStopped");
        QTest::newRow("it never ran") << false << false;
        QTest::newRow("it runs") << true << false;
        QTest::newRow("it was made to stand") << true << true;
    }
    void theFirstRequestFindsItStanding()
    {
        QFETCH(bool, runs);
        QFETCH(bool, isStopped);
        Rank rank;
        if (runs)
            rank.run();
        if (isStopped) {
            rank.conversation->standUnattended();
            rank.tell(Kind::Interrupted);
        }
        static_cast<void>(rank.done());
        rank.askWhy();
        if (runs && !isStopped) {
            QCOMPARE(rank.done(), QString("interrupt 1;"));
            rank.tell(Kind::Interrupted);
        }
        QCOMPARE(rank.done(), QString("T13;"));
        QVERIFY(!rank.conversation->isUnattended());
        rank.run(); // that is for the debugger to say now
        rank.conversation->standUnattended();
        QCOMPARE(rank.done(), QString());
        QVERIFY(rank.process.stands());
    }

    void signalsReachItButForThoseThatStopIt_data()
    {
        QTest::addColumn<int>("signal");
        QTest::addColumn<QString>("done");
        QTest::addColumn<QString>("reason");
        for (const int signal : {SIGUSR1, SIGCHLD, SIGALRM, SIGTERM, SIGRTMIN, SIGRTMAX})
            QTest::addRow("%d reaches it", signal) << signal << QString("go 1 %1;").arg(signal) << QString();
        for (const int signal : {SIGSEGV, SIGABRT})
            QTest::addRow("%d stops it", signal)
                << signal << QString() << QString("T%1;").arg(signal, 2, 16, QChar('0'));
    }
    void signalsReachItButForThoseThatStopIt()
    {
        QFETCH(int, signal);
        QFETCH(QString, done);
        QFETCH(QString, reason);
        Rank rank;
        rank.run();
        static_cast<void>(rank.done());
        rank.tell(Kind::Signal, signal);
        QCOMPARE(rank.done(), done);
        QCOMPARE(rank.process.stands(), done.isEmpty());
        if (!done.isEmpty())
            return;
        rank.askWhy();
        QCOMPARE(rank.done(), reason);
        rank.conversation->onRequest(QString("C%1").arg(signal, 2, 16, QChar('0')).toStdString());
        QCOMPARE(rank.done(), QString("go 1 %1;").arg(signal));
    }

    void theSignalThatItStandsForReachesIt()
    {
        Rank rank;
        rank.run();
        rank.tell(Kind::Signal, SIGSEGV);
        static_cast<void>(rank.done());
        rank.run();
        QCOMPARE(rank.done(), QString("go 1 11;"));
    }

    void anotherProgramStopsItAndIsNoReasonForTheDebugger()
    {
        Rank rank;
        rank.run();
        static_cast<void>(rank.done());
        rank.tell(Kind::Executed);
        QVERIFY(rank.process.stands());
        rank.askWhy();
        QCOMPARE(rank.done(), QString("T13;"));
    }

    void itsEndIsAnswered()
    {
        Rank rank;
        rank.run();
        rank.tell(Kind::Exited, 7);
        static_cast<void>(rank.done());
        rank.askWhy();
        QCOMPARE(rank.done(), QString("W07;"));
    }

    void oneThatEndsBeforeItStandsForARequest()
    {
        Rank rank;
        rank.run();
        rank.askWhy();
        static_cast<void>(rank.done());
        rank.tell(Kind::Died, SIGKILL);
        QCOMPARE(rank.done(), QString("X09;"));
    }
};

DBGR_TEST(TestUnattended);

} // namespace tst_unattended

#include "tst_unattended.moc"
