// SPDX-License-Identifier: GPL-3.0-or-later
// The jobs that run on this machine, to choose one: a list that keeps itself up to date, and the chosen one's details.
// Thread: GUI.
#pragma once

#include "ui/attach/attach_page.h"
#include "ui/attach/job_list_model.h"
#include "ui/attach/job_watch.h"
#include "ui/window/ui_context.h"

#include <QTimer>

class QLabel;

namespace dbgr::ui {

class FilteredView;
class JobDetails;

class RunningJobsPage final : public AttachPage
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds kInterval{2000};

    explicit RunningJobsPage(UiContext& context, QWidget* parent = nullptr);
    ~RunningJobsPage() override;

    [[nodiscard]] util::Result<AttachChoice> choice() const override;
    void begin() override;
    /// Looks now, rather than in two seconds.
    void refresh() { m_watch.refresh(); }

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void makeList();
    void take(const launchers::JobListing& listing);
    void showEmptyText();
    void showCount();
    void showProblems(const std::vector<util::Error>& problems);
    void showCurrent();
    /// A row that stays where it is on the screen, whatever comes and goes above it.
    template <class Change>
    void keepPlace(Change&& change);
    [[nodiscard]] int currentRow() const;
    void chooseFirst();
    void showLook();

    UiContext& m_context;
    JobListModel m_model;
    JobWatch m_watch;
    QTimer m_second;
    FilteredView* m_list = nullptr;
    QLabel* m_count = nullptr;
    QLabel* m_problems = nullptr;
    JobDetails* m_details = nullptr;
};

} // namespace dbgr::ui
