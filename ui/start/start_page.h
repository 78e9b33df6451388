// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows while there is no job: a form to launch one, those that were launched before, and what a
// newcomer should know. Thread: GUI.
#pragma once

#include "ui/attach/job_watch.h"
#include "ui/start/launch_history.h"
#include "ui/start/launch_request.h"
#include "ui/window/ui_context.h"

#include <QWidget>

class QAction;
class QLabel;

namespace dbgr::ui {

class FilteredView;
class LaunchForm;

class StartPage final : public QWidget
{
    Q_OBJECT

public:
    explicit StartPage(UiContext& context, QWidget* parent = nullptr);
    ~StartPage() override;

    /// A job that was launched elsewhere, such as from the command line: it is one of the recent ones from now on, and
    /// the form shows it.
    void remember(const LaunchRequest& request);
    /// What the form says.
    [[nodiscard]] LaunchRequest request() const;
    /// The form says this, and Return launches it.
    void propose(const LaunchRequest& request);
    [[nodiscard]] LaunchHistory& history() { return m_history; }

signals:
    /// The user wants this session file.
    void sessionChosen(const QString& file);
    /// The user wants this job. It is in the history by now.
    void launchRequested(const dbgr::ui::LaunchRequest& request);

protected:
    void focusInEvent(QFocusEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    [[nodiscard]] QWidget* makeTitle();
    [[nodiscard]] QWidget* makeLaunch();
    [[nodiscard]] QWidget* makeRecent();
    [[nodiscard]] QWidget* makeSessions();
    /// A card for another way to a job than launching it.
    struct WayWords
    {
        const char* name; ///< the button's objectName
        const char* icon;
        QString title;
        QString text;
        QString button;
        QWidget* note; ///< below the text; may be null
    };
    [[nodiscard]] QWidget* makeWay(const WayWords& words, const char* actionName);
    [[nodiscard]] QWidget* makeAttach();
    [[nodiscard]] QWidget* makeCores();
    [[nodiscard]] QWidget* makeTips();
    void addRecentActions();
    void showJobs(const launchers::JobListing& listing);
    void launch(const LaunchRequest& request);
    /// Of the selected row; -1 none.
    [[nodiscard]] int currentRow() const;
    void showLook();

    UiContext& m_context;
    LaunchHistory m_history;
    JobWatch m_jobs;
    LaunchForm* m_form = nullptr;
    FilteredView* m_recent = nullptr;
    QLabel* m_jobCount = nullptr;
    bool m_proposed = false; ///< the button is to have the keyboard
    struct IconLabel
    {
        QLabel* label;
        QString icon;
    };
    std::vector<IconLabel> m_icons;
    std::vector<QLabel*> m_dim;
};

} // namespace dbgr::ui
