// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/guide_window.h"

#include <QFile>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTextTable>
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

/// Thin lines and some room in the cells, instead of the double frames of Qt's tables.
void styleTables(QTextDocument& document, const QPalette& palette)
{
    for (QTextFrame* const frame : document.rootFrame()->childFrames()) {
        auto* const table = qobject_cast<QTextTable*>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorderCollapse(true);
        format.setBorder(1);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(palette.color(QPalette::Mid));
        format.setCellSpacing(0);
        format.setCellPadding(4);
        format.setTopMargin(4);
        format.setBottomMargin(8);
        table->setFormat(format);
    }
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
    styleTables(*text->document(), palette());
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(text);
}

} // namespace dbgr::ui
