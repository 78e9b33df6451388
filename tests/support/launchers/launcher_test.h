// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgr can do with a launcher that has no PMIx for tools and whose ranks are held before their first instruction:
// the same tests for each of them. The test functions are those of the class; a launcher's program derives from it,
// names the launcher, and has rows with the columns "program" (of launcher_rank) and "options" (of the launcher, before
// the program). Thread: the test's.
#pragma once

#include "tests/support/batch/batch_run.h"
#include "tests/support/launchers/user_job.h"

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QPair>
#include <QString>
#include <QStringList>

namespace dbgr::test {

class LauncherTest : public QObject
{
    Q_OBJECT

protected:
    static constexpr int kRanks = 3;
    const QString kAll = "0-2";

    /// The launcher and its number of ranks: what stands before the options of a row.
    [[nodiscard]] virtual QStringList launcher() const = 0;
    /// What it needs in its environment.
    [[nodiscard]] virtual QList<QPair<QString, QString>> environment() const { return {}; }
    /// No process of a run, nor anything else of ours.
    virtual void checkNothingIsLeft(BatchRun& run);

    /// dbgr starts the launcher with `rest` behind it.
    void startCommand(BatchRun& run, const QStringList& rest);
    /// The options and the program of the row, and its first arguments.
    [[nodiscard]] static QStringList programOfRow(const QString& seconds, const QString& folder);
    void launch(BatchRun& run, const QString& seconds, const QStringList& more = {});
    /// Without dbgr; whether its ranks turn.
    [[nodiscard]] bool startJob(UserJob& job);
    static void attach(BatchRun& run, const UserJob& job);
    /// The job ends as it would have without us.
    static void endJob(UserJob& job);
    /// What the launcher does to hold and wake its ranks is not the user's business.
    static void checkOnlyExpectedStops(BatchRun& run);
    [[nodiscard]] static QByteArray left(BatchRun& run);

private slots:
    void launchHeld();
    void breakpointAndStep();
    void output();
    void attachWhileRunning();
    void stacksWhileAttached();
    void detachLeavesTheJob();
    void attachTwice();
    void launcherKilled();
    void debuggerKilled();
    void launchedRanksOutliveADebuggerThatIsKilled();
    void aHeldJobIsNotLeftBehind();
    void theLaunchersDeathEndsTheSession();
    void ranksMayRunFromTheStart();
};

} // namespace dbgr::test
