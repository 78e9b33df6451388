// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/source_pane.h"

#include "ui/bridge/session_bridge.h"
#include "ui/source/hover_label.h"
#include "ui/source/hover_value.h"
#include "ui/source/source_marks.h"
#include "ui/source/source_page.h"
#include "ui/source/source_store.h"
#include "ui/source/source_tabs.h"
#include "ui/source/source_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/empty_state.h"
#include "ui/window/ui_context.h"

#include <QDir>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace dbgr::ui {

SourcePane::SourcePane(UiContext& context, CurrentPlace& place, const SourceTools& tools, QWidget* parent)
    : QWidget(parent), m_context(context), m_tools(tools),
      m_marks(new SourceMarks(context.bridge, place, tools.bookmarks, this)),
      m_hoverValue(new HoverValue(context.bridge, place, this)), m_stack(new QStackedWidget(this)),
      m_empty(new QWidget(this)), m_emptyText(new EmptyState(context.theme, m_empty)),
      m_tabs(new SourceTabs(context.theme, this)), m_hover(new HoverLabel(context.theme, this))
{
    m_empty->setAutoFillBackground(true);
    m_empty->setBackgroundRole(QPalette::Base);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_tabs);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);

    connect(&context.bridge, &SessionBridge::stacksStale, this, &SourcePane::hideValue);
    connect(m_marks, &SourceMarks::changed, this, &SourcePane::showMarks);
    connect(m_tabs, &QTabWidget::currentChanged, this, &SourcePane::currentChanged);
    connect(m_tabs, &SourceTabs::pageClosing, this, &SourcePane::pageClosing);
    connect(m_hoverValue, &HoverValue::ready, this,
            [this](const HoverText& text) { m_hover->showText(text, m_hoverAt); });
}

SourcePage* SourcePane::textPage() const
{
    SourcePage* const page = m_tabs->currentPage();
    return page && page->hasText() ? page : nullptr;
}

debug::SourceLocation SourcePane::location() const
{
    const SourcePage* const page = textPage();
    if (!page)
        return {};
    return {page->names().program.toStdString(), page->view().cursorLine(), 0};
}

void SourcePane::setEmptyText(const QString& title, const QString& hint)
{
    m_emptyText->setText(title, hint);
    m_emptyText->show();
}

SourcePage* SourcePane::open(const SourceNames& names)
{
    auto* const page = new SourcePage(m_context, m_tools, names, m_tabs);
    connect(page, &SourcePage::mapWanted, this, [this, page] { emit mapWanted(page->names().program); });
    connect(page, &SourcePage::openWanted, this, &SourcePane::openWanted);
    connect(page, &SourcePage::promptClosed, this, &SourcePane::takeKeyboard);
    connect(page, &SourcePage::jumpWanted, this, &SourcePane::jumpWanted);
    connect(&page->view(), &SourceView::hovered, this, [this](const QString& expression, const QPoint& at) {
        hideValue();
        m_hoverAt = at;
        m_hoverValue->ask(expression);
    });
    m_tabs->add(page);
    m_tools.store.request(page->path());
    return page;
}

void SourcePane::showLocation(const debug::SourceLocation& where)
{
    if (where.file.empty())
        return;
    const QString path = QString::fromStdString(where.file);
    // A breakpoint may name no more than the end of a path.
    const bool isWhole = QDir::isAbsolutePath(path);
    SourcePage* page = m_tabs->find(
        [&](const SourcePage& one) { return isWhole ? one.names().program == path : isNameOf(path, one.names()); });
    if (!page)
        page = open({path, {}});
    page->showLine(where.line);
    m_tabs->setCurrentWidget(page);
}

void SourcePane::openFile(const SourceNames& names)
{
    SourcePage* page = m_tabs->find(
        [&](const SourcePage& one) { return one.names().local == names.local || one.names().program == names.local; });
    if (!page)
        page = open(names);
    m_tabs->setCurrentWidget(page);
}

void SourcePane::take(const SourceText& source)
{
    SourcePage* page = m_tabs->find([&](const SourcePage& one) { return one.path() == source.path; });
    if (!page)
        return;
    // The user may have opened by hand what the program knows by another name: one tab is enough.
    SourcePage* const same = source.found() ? m_tabs->find([&](const SourcePage& one) {
        return &one != page && one.hasText() && one.names().local == source.local;
    })
                                            : nullptr;
    if (same) {
        const bool wasCurrent = m_tabs->currentPage() == page;
        if (QDir::isAbsolutePath(page->names().program))
            same->setProgramName(page->names().program);
        if (const std::uint32_t line = page->wantedLine())
            same->showLine(line);
        m_tabs->close(m_tabs->indexOf(page));
        if (wasCurrent)
            m_tabs->setCurrentWidget(same);
    } else {
        page->take(source);
    }
    currentChanged();
}

void SourcePane::currentChanged()
{
    SourcePage* const page = m_tabs->currentPage();
    const bool hadKeyboard = m_empty->hasFocus();
    m_stack->setCurrentWidget(page ? static_cast<QWidget*>(m_tabs) : m_empty);
    if (page && hadKeyboard)
        page->takeKeyboard();
    hideValue();
    m_tabs->updateTitles();
    m_marks->setActive(page && isVisible());
    showMarks();
    emit changed();
}

void SourcePane::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_marks->setActive(m_tabs->count() > 0);
}

void SourcePane::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_marks->setActive(false);
}

void SourcePane::showMarks()
{
    if (SourcePage* const page = m_tabs->currentPage())
        page->setMarks(m_marks->marks(page->names()));
}

void SourcePane::takeKeyboard()
{
    if (SourcePage* const page = m_tabs->currentPage())
        page->takeKeyboard();
    else
        m_empty->setFocus(Qt::ShortcutFocusReason); // until a file comes
}

void SourcePane::hideValue()
{
    m_hover->hide();
    m_hoverValue->forget();
}

} // namespace dbgr::ui

#include "moc_source_pane.cpp"
