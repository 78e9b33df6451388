// SPDX-License-Identifier: GPL-3.0-or-later
// The second view of the source: where one rank stands, whoever has the focus, and what that rank does. It follows the
// rank's stops by itself. Way: session_bridge -> a place of its own -> here -> source_pane. Thread: GUI.
#pragma once

#include "ui/source/source_tools.h"
#include "util/ids.h"

#include <QString>
#include <QWidget>

namespace dbgr::ui {

class CurrentPlace;
class SourcePane;
class ViewStatus;
struct UiContext;

class RankView final : public QWidget
{
    Q_OBJECT

public:
    /// \param tools outlive the view \param rank that the job need not have
    RankView(UiContext& context, const SourceTools& tools, util::Rank rank, QWidget* parent = nullptr);
    ~RankView() override;

    [[nodiscard]] util::Rank rank() const { return m_rank; }
    [[nodiscard]] SourcePane& pane() const { return *m_pane; }
    /// What stands above the text: "Rank 5, stopped at breakpoint 2, solve at solver.c:55", "Rank 5, running".
    [[nodiscard]] QString headline() const;

signals:
    void closeWanted();

private:
    void showStatus();

    UiContext& m_context;
    util::Rank m_rank;
    CurrentPlace* m_place;
    ViewStatus* m_status;
    SourcePane* m_pane;
};

} // namespace dbgr::ui
