// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/manual_browser.h"

#include "ui/help/manual.h"
#include "ui/theme/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QDesktopServices>
#include <QFile>
#include <QImage>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextTable>

#include <algorithm>
#include <utility>

namespace dbgr::ui {

namespace {

constexpr int kMargin = 20;
constexpr int kCellPadding = 4;

bool isHeading(const QTextBlock& block)
{
    return block.blockFormat().headingLevel() > 0;
}

bool isCode(const QTextBlock& block)
{
    return block.blockFormat().hasProperty(QTextFormat::BlockCodeFence) ||
           block.blockFormat().hasProperty(QTextFormat::BlockCodeLanguage);
}

} // namespace

ManualBrowser::ManualBrowser(const Manual& manual, const Theme& theme, QWidget* parent)
    : QTextBrowser(parent), m_manual(manual), m_theme(theme)
{
    setObjectName(QStringLiteral("manualText"));
    setAccessibleName(tr("Page of the manual"));
    setOpenLinks(false);
    setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
    connect(this, &QTextBrowser::sourceChanged, this, &ManualBrowser::showPage);
    connect(this, &QTextBrowser::anchorClicked, this, &ManualBrowser::openLink);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // the width of a page does not depend on its length
    m_refit.setSingleShot(true);
    m_refit.setInterval(0);
    connect(&m_refit, &QTimer::timeout, this, &ManualBrowser::reload);
    connect(&theme, &Theme::changed, this, &ManualBrowser::reload);
}

void ManualBrowser::open(const QString& page)
{
    mark({});
    setSource(QUrl(page));
}

QString ManualBrowser::file() const
{
    return source().path();
}

void ManualBrowser::openLink(const QUrl& link)
{
    if (!link.scheme().isEmpty())
        QDesktopServices::openUrl(link);
    else if (link.path().isEmpty()) // a part of this page
        open(file() + QLatin1Char('#') + link.fragment());
    else
        open(link.toString());
}

QVariant ManualBrowser::loadResource(int type, const QUrl& name)
{
    if (type == QTextDocument::ImageResource)
        return picture(name.path());
    m_asked = name.path();
    return QStringLiteral(" "); // until showPage()
}

/// That of the theme, no wider than the page.
QImage ManualBrowser::picture(const QString& name) const
{
    const QString path = m_manual.folder() + QLatin1Char('/') + name;
    const QString dark = QString(path).replace(QLatin1String("-light."), QLatin1String("-dark."));
    const QImage image(m_theme.isDark() && QFile::exists(dark) ? dark : path);
    const int room = std::max(1, viewport()->width() - 2 * kMargin);
    if (image.width() <= room)
        return image;
    const qreal ratio = devicePixelRatioF();
    QImage fitting = image.scaledToWidth(qRound(room * ratio), Qt::SmoothTransformation);
    fitting.setDevicePixelRatio(ratio);
    return fitting;
}

void ManualBrowser::doSetSource(const QUrl& name, QTextDocument::ResourceType /*type*/)
{
    QTextBrowser::doSetSource(name, QTextDocument::MarkdownResource);
    goTo(name.fragment());
}

void ManualBrowser::reload()
{
    if (source().isEmpty())
        return;
    const int place = verticalScrollBar()->value();
    const QString words = m_words;
    QTextBrowser::reload();
    verticalScrollBar()->setValue(place);
    if (!words.isEmpty()) {
        mark(words);
        verticalScrollBar()->setValue(place);
    }
}

void ManualBrowser::resizeEvent(QResizeEvent* event)
{
    QTextBrowser::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        m_refit.start(); // for the pictures; not now, since this may come while the page is being made
}

void ManualBrowser::showPage()
{
    const QString asked = std::exchange(m_asked, {});
    if (asked.isEmpty())
        return;
    auto* const page = new QTextDocument(this);
    page->setUndoRedoEnabled(false);
    page->setDefaultFont(font());
    page->setDocumentMargin(kMargin);
    page->setMarkdown(m_manual.text(asked));
    for (QTextFrame* const frame : page->rootFrame()->childFrames()) {
        if (auto* const table = qobject_cast<QTextTable*>(frame))
            styleTable(*table);
    }
    styleText(*page);
    const QTextDocument* const ours = document()->parent() == this ? document() : nullptr; // else the editor deletes it
    setDocument(page);
    delete ours;
}

/// Thin lines and some room in the cells, instead of the double frames of Qt's tables.
void ManualBrowser::styleTable(QTextTable& table)
{
    QTextTableFormat format = table.format();
    format.setBorderCollapse(true);
    format.setBorder(1);
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setBorderBrush(m_theme.color(ColorRole::Border));
    format.setCellSpacing(0);
    format.setCellPadding(kCellPadding);
    format.setTopMargin(kCellPadding);
    format.setBottomMargin(2 * kCellPadding);
    table.setFormat(format);
}

void ManualBrowser::styleText(QTextDocument& page)
{
    const QFont fixed = m_theme.fixedFont();
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        if (isCode(block)) {
            QTextBlockFormat format;
            format.setBackground(m_theme.color(ColorRole::Alternate));
            format.setNonBreakableLines(false);
            cursor.mergeBlockFormat(format);
        }
        for (auto piece = block.begin(); !piece.atEnd(); ++piece) {
            const QTextFragment fragment = piece.fragment();
            if (!isCode(block) && !fragment.charFormat().fontFixedPitch())
                continue;
            QTextCharFormat format;
            format.setFontFamilies({fixed.family()});
            cursor.setPosition(fragment.position());
            cursor.setPosition(fragment.position() + fragment.length(), QTextCursor::KeepAnchor);
            cursor.mergeCharFormat(format);
            piece = block.begin(); // formats were split or joined
            while (!piece.atEnd() && piece.fragment().position() < fragment.position())
                ++piece;
        }
    }
}

void ManualBrowser::goTo(const QString& anchor)
{
    QTextBlock block = document()->begin();
    while (block.isValid() && !(isHeading(block) && anchorOf(block.text()) == anchor))
        block = block.next();
    if (!block.isValid() || anchor.isEmpty())
        block = document()->begin();
    setTextCursor(QTextCursor(block));
    const QRectF where = document()->documentLayout()->blockBoundingRect(block);
    verticalScrollBar()->setValue(block == document()->begin() ? 0 : qRound(where.top()) - kMargin / 2);
}

void ManualBrowser::mark(const QString& words)
{
    m_words = words;
    QList<ExtraSelection> marks;
    QTextCursor first;
    const int from = textCursor().position();
    for (const QString& word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        for (QTextCursor at = document()->find(word, 0); !at.isNull(); at = document()->find(word, at)) {
            ExtraSelection mark;
            mark.cursor = at;
            mark.format.setBackground(m_theme.color(ColorRole::OtherLine));
            marks += mark;
            if (at.position() >= from && (first.isNull() || at.position() < first.position()))
                first = at;
        }
    }
    setExtraSelections(marks);
    if (!first.isNull() && !cursorRect(first).intersects(viewport()->rect())) {
        first.clearSelection();
        setTextCursor(first);
        ensureCursorVisible();
    }
}

} // namespace dbgr::ui

#include "moc_manual_browser.cpp"
