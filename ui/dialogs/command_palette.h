// SPDX-License-Identifier: GPL-3.0-or-later
// Every command by a few letters of its name. Thread: GUI.
#pragma once

#include "ui/dialogs/command_model.h"
#include "ui/dialogs/palette.h"

namespace dbgr::ui {

class CommandPalette final : public Palette
{
    Q_OBJECT

public:
    /// \param window whose commands these are
    CommandPalette(UiContext& context, QWidget* window);

private:
    void takePattern(const QString& pattern) override;
    void choose(const QModelIndex& index) override;
    [[nodiscard]] QString emptyText() const override;

    CommandModel m_model;
};

} // namespace dbgr::ui
