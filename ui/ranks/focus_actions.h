// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of the Ranks menu: which of them make sense now, and what they do. Thread: GUI.
#pragma once

#include "ui/window/ui_context.h"
#include "util/rank_set.h"

#include <QObject>

namespace dbgr::ui {

class FocusActions final : public QObject
{
    Q_OBJECT

public:
    explicit FocusActions(const UiContext& context, QObject* parent = nullptr);

private:
    void enable();
    void setHold(bool on);
    void leadNext();
    void leadPrevious();
    /// Those of the focus that can lead: ranks that stand, or all while none does.
    [[nodiscard]] util::RankSet candidates() const;

    UiContext m_context;
};

} // namespace dbgr::ui
