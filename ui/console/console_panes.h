// SPDX-License-Identifier: GPL-3.0-or-later
// Whose output the console shows: tabs for all, the focus, the launcher and the first ranks, and a field for any
// ranks. A rank that wrote something unseen has a dot. Thread: GUI.
#pragma once

#include "ui/console/console_model.h"

#include <QWidget>

#include <cstdint>
#include <vector>

namespace dbgr::ui {

class PaneTabs;
class RankSetEdit;
struct UiContext;

class ConsolePanes final : public QWidget
{
    Q_OBJECT

public:
    /// Ranks from here on are reached by the field.
    static constexpr std::uint32_t kMostRankTabs = 64;

    explicit ConsolePanes(UiContext& context, QWidget* parent = nullptr);

    [[nodiscard]] const ConsoleSource& source() const { return m_source; }
    /// Shows these ranks: in a tab of their own, if none has them.
    void showRanks(const util::RankSet& ranks);
    void showAll();

signals:
    /// Another pane, or the focus pane has other ranks.
    void sourceChanged(const dbgr::ui::ConsoleSource& source);

private:
    struct Pane
    {
        enum class Kind
        {
            All,
            Focus,
            Launcher,
            Rank,
            Custom,
        };
        Kind kind = Kind::All;
        util::RankSet ranks;    ///< of Rank and Custom
        std::uint64_t seen = 0; ///< of Rank: the last line of the store when it was in sight
    };

    void addPane(int at, Pane pane);
    [[nodiscard]] QString titleOf(const Pane& pane) const;
    void removePane(int at);
    [[nodiscard]] int find(Pane::Kind kind) const;
    /// A tab for each rank of the job, and for the launcher if it wrote anything.
    void followJob();
    void followOutput();
    void choose(int at);

    UiContext& m_context;
    PaneTabs* m_tabs;
    RankSetEdit* m_field;
    std::vector<Pane> m_panes; ///< by tab
    ConsoleSource m_source;
};

} // namespace dbgr::ui
