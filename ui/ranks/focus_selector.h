// SPDX-License-Identifier: GPL-3.0-or-later
// Whom everything is about, always visible: the focus as text that can be typed over, who leads it, and a list of sets
// to choose from. Stands in the toolbar. Thread: GUI.
#pragma once

#include "ui/window/ui_context.h"
#include "util/rank_set.h"

#include <QWidget>

#include <vector>

class QLabel;
class QMenu;
class QToolButton;

namespace dbgr::ui {

class RankSetEdit;

class FocusSelector final : public QWidget
{
    Q_OBJECT

public:
    /// So many sets that were in focus can be chosen again.
    static constexpr std::size_t kMostRecent = 5;

    explicit FocusSelector(UiContext& context, QWidget* parent = nullptr);

    /// Newest first; without "all".
    [[nodiscard]] const std::vector<util::RankSet>& recent() const { return m_recent; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void takeFocus();
    void showInfo();
    void fitInfo();
    void fillMenu();
    void addStates(QMenu& menu);
    void addHosts(QMenu& menu);
    void addGroups(QMenu& menu);
    void addRecent(QMenu& menu);
    void addChoice(QMenu& menu, const QString& text, const util::RankSet& ranks);
    void remember(const util::RankSet& ranks);

    UiContext& m_context;
    RankSetEdit* m_edit;
    QToolButton* m_button;
    QLabel* m_info;
    QString m_infoText;
    QMenu* m_menu;
    std::vector<util::RankSet> m_recent;
};

} // namespace dbgr::ui
