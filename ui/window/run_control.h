// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of the Run menu: which of them make sense now, what they do to whom, and what has to be asked before.
// Way: action -> here -> session. Thread: GUI.
#pragma once

#include "debug/breakpoint.h"
#include "launchers/attach_spec.h"
#include "launchers/launch_spec.h"
#include "ui/window/step_queue.h"
#include "ui/window/thread_control.h"
#include "ui/window/ui_context.h"
#include "util/rank_set.h"
#include "util/result.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <functional>
#include <optional>
#include <variant>

namespace dbgr::ui {

/// A question that is asked because something would be lost. Its safe answer is not to do it.
struct Confirmation
{
    QString question; ///< one sentence
    QString loss;     ///< what will be lost
    QString answer;   ///< "Kill the Job"
    std::function<void()> proceed;
};

class RunControl final : public QObject
{
    Q_OBJECT

public:
    /// How long leave() waits for the job to be tidied up.
    static constexpr std::chrono::seconds kTidyUpLimit{30};

    explicit RunControl(const UiContext& context, QObject* parent = nullptr);

    /// Starts a job. One that runs is ended first, after a question; one that was detached goes on.
    void launch(launchers::LaunchSpec spec);
    /// Gets hold of a job that runs, or of core files; what was there before as with launch().
    void attach(launchers::AttachSpec spec);
    /// The same command again.
    void restart();
    /// Leaves the job, for good: finished() follows at once, or when everything is tidied up.
    void leave();
    /// The focus goes on at this line, after a question.
    void jump(const debug::SourceLine& where);
    /// The focus steps over so many lines. \param count 1 to debug::kMostSteps
    void stepTimes(int count);
    /// The focus leaves its function. \param value that it gives; "" none
    void returnNow(const QString& value);
    /// The job goes on without us. An attach that is under way is given up.
    void detach();
    /// Ranks would be ended by force if the session was left now. Never true of a job that we attached to.
    [[nodiscard]] bool jobWouldBeLost() const;
    /// There is a job that is ours, or is about to be.
    [[nodiscard]] bool jobLives() const;
    /// "4 ranks are still running. Detach, or kill the job?"
    [[nodiscard]] QString questionBeforeLeaving() const;
    /// "4 ranks of mpiexec -n 4 ./ring are ended with force."
    [[nodiscard]] QString whatWouldBeLost() const;

signals:
    void confirmationNeeded(const dbgr::ui::Confirmation& confirmation);
    /// A job was asked for: the workspace should be shown.
    void launching();
    /// After leave(): nothing of the job is left with us.
    void finished();

private:
    using Job = std::variant<launchers::LaunchSpec, launchers::AttachSpec>;

    void connectActions();
    void enableActions();
    void step(debug::StepKind kind);
    void continueFocus();
    void pause();
    void followSteps();
    void showWaitingSteps();
    void onFinished();
    void control(const char* what, const util::Result<void>& result);
    void kill();
    void attachAgain();
    void startOver(Job job);
    void startNow();
    /// Why a command that a job usually has makes no sense for this one; "" it does.
    [[nodiscard]] QString whyNot(const char* name) const;
    /// Asks if a job would be lost, or proceeds at once.
    void confirm(const QString& question, const QString& answer, std::function<void()> proceed);

    UiContext m_context;
    StepQueue m_steps;
    ThreadControl m_threads;
    QTimer m_slowSteps; ///< steps wait for longer than a moment: the user is told
    bool m_leaving = false;
    bool m_killing = false;
    std::optional<Job> m_next; ///< to start when the job is finished
};

} // namespace dbgr::ui
