// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/guide_window.h"

#include <QFile>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace dbgr::ui {

namespace {

QString guideText()
{
    QFile file(QStringLiteral(":/docs/user-guide.md"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    static const QRegularExpression pictures(QStringLiteral("^!\\[.*$"), QRegularExpression::MultilineOption);
    return QString::fromUtf8(file.readAll()).remove(pictures);
}

} // namespace

GuideWindow::GuideWindow(QWidget* parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("guide"));
    setWindowTitle(tr("User Guide"));
    resize(760, 640);
    auto* const text = new QTextBrowser(this);
    text->setAccessibleName(windowTitle());
    text->setOpenLinks(false); // its links lead to files of the documentation
    text->document()->setDocumentMargin(16);
    text->setMarkdown(guideText());
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(text);
}

} // namespace dbgr::ui
