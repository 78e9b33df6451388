// SPDX-License-Identifier: GPL-3.0-or-later
// Which ranks of a running job are to be attached to: a line of text and the hosts to check, in step. Ranks that can be
// seen from outside are looked up by itself; a launcher is asked for them only when the user says so.
// Way: job directory -> here -> attach dialog. Thread: GUI.
#pragma once

#include "session/job_directory.h"
#include "ui/attach/host_model.h"
#include "ui/attach/job_words.h"
#include "ui/window/ui_context.h"

#include <QTimer>
#include <QWidget>

#include <map>
#include <optional>

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace dbgr::ui {

class FilteredView;

class RankChooser final : public QWidget
{
    Q_OBJECT

public:
    /// Nobody stays on a row for less who means it: those that arrows pass are not looked up.
    static constexpr int kLookDelayMs = 150;

    explicit RankChooser(UiContext& context, QWidget* parent = nullptr);
    ~RankChooser() override;

    /// Null: none is chosen, or none that could be attached to. What was chosen for a job is remembered.
    void setJob(const launchers::RunningJob* job);
    /// Nothing: all of them. \errors std::errc::invalid_argument, with a sentence for the user
    [[nodiscard]] util::Result<std::optional<util::RankSet>> ranks() const;
    /// What is known of other jobs is old: the dialog is shown anew.
    void forget();

signals:
    void changed();

private:
    /// What is known of a job's ranks.
    struct Known
    {
        RankChoice choice;
        std::optional<util::Error> error; ///< why they are not known
    };

    void makeField();
    void makeAsking();
    void makeHosts();
    void keep();
    void ask();
    void giveUp();
    void take(const util::Result<session::JobLaunched>& answer);
    void showState();
    void showText();
    void showProblem();
    void showLook();

    UiContext& m_context;
    RankChoice m_choice; ///< of the job that is shown
    HostModel m_model{m_choice};
    std::optional<launchers::RunningJob> m_job;
    std::optional<util::Error> m_error;
    std::map<JobKey, Known> m_known;
    QTimer m_look;
    util::Subscription m_question;
    bool m_asking = false;

    QLineEdit* m_field = nullptr;
    QLabel* m_label = nullptr;
    QLabel* m_problem = nullptr;
    QStackedWidget* m_pages = nullptr;
    QLabel* m_words = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_button = nullptr;
    FilteredView* m_hosts = nullptr;
};

} // namespace dbgr::ui
