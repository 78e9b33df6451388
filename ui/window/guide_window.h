// SPDX-License-Identifier: GPL-3.0-or-later
// The user guide, in a window of its own: docs/user-guide.md without its pictures. Thread: GUI.
#pragma once

#include <QDialog>

namespace dbgr::ui {

class GuideWindow final : public QDialog
{
    Q_OBJECT

public:
    explicit GuideWindow(QWidget* parent = nullptr);
};

} // namespace dbgr::ui
