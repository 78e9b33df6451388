// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks are put into groups of the user's, and taken out of them; and the way back from the last such change, which its
// notice offers. Way: strip, menus -> here -> session. Thread: GUI.
#pragma once

#include "ui/window/ui_context.h"
#include "util/rank_set.h"

#include <QObject>

#include <string>

class QAction;

namespace dbgr::ui {

/// What is refused is shown as a notice.
void addToGroup(const UiContext& context, const std::string& group, const util::RankSet& ranks);
void removeFromGroup(const UiContext& context, const std::string& group, const util::RankSet& ranks);

/// The command that puts back what the last of these changed, as long as the group is what it made of it.
class GroupUndo final : public QObject
{
    Q_OBJECT

public:
    /// The command's QObject::objectName.
    static constexpr const char* kName = "ranks.undoGroup";

    explicit GroupUndo(UiContext& context, QObject* parent = nullptr);

private:
    void takeBack();
    void forgetIfOver();
    void forget();

    UiContext& m_context;
    QAction* m_undo;
};

} // namespace dbgr::ui
