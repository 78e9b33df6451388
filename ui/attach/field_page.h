// SPDX-License-Identifier: GPL-3.0-or-later
// A page with one line to type in: process numbers, or a server. Thread: GUI.
#pragma once

#include "ui/attach/attach_page.h"
#include "ui/window/ui_context.h"

#include <QString>

#include <functional>

class QLabel;
class QLineEdit;
class QToolButton;

namespace dbgr::ui {

struct FieldWords
{
    const char* name;    ///< of the field, as QObject::objectName
    QString label;       ///< with its mnemonic
    QString placeholder; ///< an example
    QString help;        ///< what may be typed, and what comes of it
    bool isFile = false; ///< it may be chosen, too
};

class FieldPage final : public AttachPage
{
    Q_OBJECT

public:
    using Reader = std::function<util::Result<launchers::AttachTarget>(const QString&)>;

    FieldPage(UiContext& context, const FieldWords& words, Reader read, QWidget* parent = nullptr);

    [[nodiscard]] util::Result<AttachChoice> choice() const override;
    void begin() override;

private:
    void browse();
    void showProblem();
    void showLook();

    UiContext& m_context;
    Reader m_read;
    QLineEdit* m_field;
    QToolButton* m_browse = nullptr;
    QLabel* m_problem;
    QLabel* m_help;
};

} // namespace dbgr::ui
