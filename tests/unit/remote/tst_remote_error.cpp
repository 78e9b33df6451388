// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest> // first: moc 6.4 cannot parse <chrono> before it

#include "session/remote/remote_error.h"
#include "tests/support/run/test_class.h"

namespace tst_remote_error {

using namespace dbgr;
using namespace dbgr::session;

namespace {

pmix::JobEnd endOf(int status)
{
    return status < 0 ? pmix::JobEnd{std::nullopt, pmix::Status{status}} : pmix::JobEnd{status, std::nullopt};
}

} // namespace

class TestRemoteError : public QObject
{
    Q_OBJECT

private slots:
    void aNodeWithoutDbgrExecIsToldApartFromBadOptions()
    {
        const auto refused = [](const char* text) {
            return launcherRefused("mpiexec ./a", "exit status 255", text).advice;
        };
        QVERIFY(refused("execvp error on file /opt/bin/dbgr-exec (No such file or directory)").find("DBGR_DBGD") !=
                std::string::npos);
        QVERIFY(refused("execvp error on file ./a (No such file or directory)").find("DBGR_DBGD") == std::string::npos);
        QVERIFY(refused("unknown option; ran /opt/bin/dbgr-exec").find("DBGR_DBGD") == std::string::npos);
        QVERIFY(refused("").find("DBGR_DBGD") == std::string::npos);
    }

    void theLaunchersCodesAreTurnedIntoCauses_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("hold");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, int status, launchers::HoldPoint hold, LaunchErrc code) {
            QTest::newRow(name) << status << static_cast<int>(hold) << static_cast<int>(code);
        };
        row("PRRTE: no such executable", -73, launchers::HoldPoint::Init, LaunchErrc::ProgramMissing);
        row("PMIx: executable not found", -190, launchers::HoldPoint::Exec, LaunchErrc::ProgramMissing);
        row("PRRTE: out of resource", -43, launchers::HoldPoint::Init, LaunchErrc::NoPlaceForRanks);
        row("PMIx: failed to map", -179, launchers::HoldPoint::Init, LaunchErrc::NoPlaceForRanks);
        row("ended well, was to be held", 0, launchers::HoldPoint::Init, LaunchErrc::ProgramNeverCalledInit);
        row("ended badly", 3, launchers::HoldPoint::Init, LaunchErrc::JobEndedEarly);
        row("killed", 139, launchers::HoldPoint::Exec, LaunchErrc::JobEndedEarly);
        row("cancelled", -180, launchers::HoldPoint::Init, LaunchErrc::JobEndedEarly);
    }
    void theLaunchersCodesAreTurnedIntoCauses()
    {
        QFETCH(int, status);
        QFETCH(int, hold);
        QFETCH(int, code);
        const auto error =
            jobEndedEarly(static_cast<launchers::HoldPoint>(hold), "mpiexec ./ring", endOf(status), "its words");
        QVERIFY(error.code == static_cast<LaunchErrc>(code));
        QVERIFY(error.detail.find("mpiexec ./ring") != std::string::npos);
        QVERIFY(error.detail.find("its words") != std::string::npos);
        QVERIFY(!error.advice.empty());
    }

    void anEarlyEndIsSaidAsFarAsItIsKnown()
    {
        const auto words = [](const pmix::JobEnd& end) {
            return jobEndedEarly(launchers::HoldPoint::Init, "mpiexec ./ring", end, "").detail;
        };
        QVERIFY(words(endOf(3)).ends_with("the job ended with status 3 before its ranks were held"));
        QVERIFY(words(endOf(139)).ends_with("the job ended by signal 11 before its ranks were held"));
        QVERIFY(words(endOf(-180)).find("code -180 (PMIX_ERR_JOB_CANCELED) before") != std::string::npos);
        QVERIFY(words({}).ends_with("the job ended before its ranks were held"));
    }

    /// Of every early end and every late launch.
    void nobodyIsToldToDoWhatWasDone()
    {
        for (const launchers::HoldPoint hold : {launchers::HoldPoint::Init, launchers::HoldPoint::Exec,
                                                launchers::HoldPoint::App, launchers::HoldPoint::None}) {
            const std::string option = std::string("--stop=") + name(hold);
            HoldWatch watch(hold);
            watch.procTable(std::vector<dbgr::pmix::ProcInfo>(4), {});
            for (const int status : {0, 1, 137, -43, -73})
                QVERIFY(jobEndedEarly(hold, "mpiexec ./ring", endOf(status), "").advice.find(option) ==
                        std::string::npos);
            QVERIFY(launchTimedOut(watch, std::chrono::seconds(60)).advice.find(option) == std::string::npos);
            QVERIFY(holdNotReached(hold).advice.find(option) == std::string::npos);
        }
    }

    void refusedDaemonsAreExplainedByTheStatus_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("advice");
        const auto row = [](const char* name, pmix::Status status, const char* advice) {
            QTest::newRow(name) << static_cast<int>(status) << advice;
        };
        row("all slots are taken", pmix::Status::ErrJobFailedToMap, "--host");
        row("no such file", pmix::Status::ErrJobExeNotFound, "is there");
        row("not started", pmix::Status::ErrJobFailedToLaunch, "can be executed");
        row("cannot be done", pmix::Status::ErrNotSupported, "dbgr-exec");
        row("late", pmix::Status::ErrTimeout, "");
    }
    void refusedDaemonsAreExplainedByTheStatus()
    {
        QFETCH(int, status);
        QFETCH(QString, advice);
        const auto code = make_error_code(static_cast<pmix::Status>(status));
        const util::Error error = daemonsRefused("/opt/dbgd", {code, "PMIx_Spawn", ""});
        QVERIFY(error.code == code);
        QVERIFY(error.message().find("/opt/dbgd") != std::string::npos);
        QCOMPARE(error.advice.empty(), advice.isEmpty());
        QVERIFY(QString::fromStdString(error.advice).contains(advice));
        QCOMPARE(error.advice.find("that file") != std::string::npos,
                 advice == "is there" || advice == "can be executed");
    }

    void aLostDaemonIsToldByWhatIsKnownOfIt()
    {
        const util::RankSet ranks = *util::RankSet::parse("2-3", {});
        const auto said = [](const DaemonEnd& end) { return daemonLost(end).detail; };
        const std::string on = "; its ranks run on without the debugger";
        const std::string maybe = ", if their host lives";
        DaemonEnd end;
        end.host = "n02";
        const std::string nothing =
            "dbgd on n02 ended without a word (killed, as when memory runs out, or its host is gone)";
        QCOMPARE(said(end), nothing + on + maybe);
        end.onThisNode = true;
        QCOMPARE(said(end), nothing + on);
        end.onThisNode = false;
        end.request = "print vec";
        end.requestRanks = ranks;
        QCOMPARE(said(end), nothing + " and did not answer 'print vec' of ranks 2-3" + on + maybe);
        end.how = net::ExitStatus{net::ExitStatus::Kind::Signalled, 9, false};
        QCOMPARE(said(end), "dbgd on n02 was ended by SIGKILL and did not answer 'print vec' of ranks 2-3" + on);
        end.how = net::ExitStatus{net::ExitStatus::Kind::Exited, 1, false};
        end.request.clear();
        QCOMPARE(said(end), "dbgd on n02 ended with exit status 1" + on);
        end.how.reset();
        end.words = "no word from it for 30 s";
        QCOMPARE(said(end), "dbgd on n02 is lost (no word from it for 30 s)" + on + maybe);
        end.signal = 11;
        end.request = "print vec";
        QCOMPARE(said(end), "dbgd on n02 was ended by SIGSEGV in 'print vec' of ranks 2-3" + on);
        QVERIFY(daemonLost(end).advice.find("reattach") != std::string::npos);
    }

    void everyCauseHasWords()
    {
        for (int code = 1; code <= static_cast<int>(LaunchErrc::DaemonUnreachable); ++code) {
            const std::string words = make_error_code(static_cast<LaunchErrc>(code)).message();
            QVERIFY2(!words.empty() && words.find("unknown") == std::string::npos, words.c_str());
        }
    }

    void aLateLaunchSaysHowFarItCame()
    {
        HoldWatch watch(launchers::HoldPoint::Init);
        QVERIFY(launchTimedOut(watch, std::chrono::seconds(60)).detail.find("60 s") != std::string::npos);
        std::vector<dbgr::pmix::ProcInfo> procs(4);
        procs[0].state = dbgr::pmix::ProcState::Connected;
        watch.procTable(procs, {});
        QVERIFY(launchTimedOut(watch, std::chrono::seconds(60)).detail.find("1 of 4") != std::string::npos);
    }
};

DBGR_TEST(TestRemoteError);

} // namespace tst_remote_error

#include "tst_remote_error.moc"
