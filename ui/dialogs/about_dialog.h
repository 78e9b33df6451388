// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgr is, its version, and the licences of what it is made of. Thread: GUI.
#pragma once

#include "ui/window/ui_context.h"

#include <QDialog>

namespace dbgr::ui {

class AboutDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit AboutDialog(UiContext& context, QWidget* parent = nullptr);

private:
    [[nodiscard]] QWidget* makeTitle();
    [[nodiscard]] QWidget* makeLibraries();
    [[nodiscard]] QWidget* makeLicence(UiContext& context, const QString& name);
};

} // namespace dbgr::ui
