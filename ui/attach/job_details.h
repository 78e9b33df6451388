// SPDX-License-Identifier: GPL-3.0-or-later
// All that is known of the running job that is chosen: facts on the left, with why it cannot be attached to where that
// is so; its ranks on the right. Thread: GUI.
#pragma once

#include "launchers/running_job.h"
#include "ui/window/ui_context.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;

namespace dbgr::ui {

class RankChooser;

class JobDetails final : public QWidget
{
    Q_OBJECT

public:
    explicit JobDetails(UiContext& context, QWidget* parent = nullptr);

    /// Null: none is chosen.
    void setJob(const launchers::RunningJob* job, bool ended);
    [[nodiscard]] RankChooser& chooser() { return *m_chooser; }
    [[nodiscard]] const RankChooser& chooser() const { return *m_chooser; }

private:
    enum Fact
    {
        Refusal,
        Command,
        Launcher,
        Program,
        Started,
        Debugger,
        Facts,
    };

    void makeFact(QGridLayout& grid, const char* name, const QString& title);
    void setFact(Fact fact, const QString& text);
    void showLook();

    UiContext& m_context;
    std::vector<QLabel*> m_titles; ///< by Fact
    std::vector<QLabel*> m_values;
    RankChooser* m_chooser;
};

} // namespace dbgr::ui
