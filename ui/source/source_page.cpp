// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/source_page.h"

#include "ui/source/bookmarks.h"
#include "ui/source/missing_source.h"
#include "ui/source/source_commands.h"
#include "ui/source/source_language.h"
#include "ui/source/source_store.h"
#include "ui/source/source_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/line_prompt.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"
#include "ui/window/ui_context.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace dbgr::ui {

SourcePage::SourcePage(UiContext& context, const SourceTools& tools, SourceNames names, QWidget* parent)
    : QStackedWidget(parent), m_context(context), m_commands(tools.commands), m_bookmarks(tools.bookmarks),
      m_path(names.local.isEmpty() ? names.program : names.local), m_names(std::move(names)),
      m_waiting(new QLabel(tr("Reading %1").arg(m_path), this)), m_view(new SourceView(context, this)),
      m_missing(new MissingSource(context.theme, this)), m_condition(new LinePrompt(context.theme, m_view))
{
    m_waiting->setAlignment(Qt::AlignCenter);
    m_waiting->setAutoFillBackground(true);
    m_waiting->setBackgroundRole(QPalette::Base);
    for (QWidget* const page :
         {static_cast<QWidget*>(m_waiting), static_cast<QWidget*>(m_view), static_cast<QWidget*>(m_missing)})
        addWidget(page);
    setCurrentWidget(m_waiting);
    connect(m_view, &SourceView::breakpointClicked, this,
            [this](quint32 line) { m_commands.toggleBreakpoint(m_names, line); });
    connect(m_view, &SourceView::menuWanted, this, &SourcePage::showMenu);
    connect(m_missing, &MissingSource::mapWanted, this, &SourcePage::mapWanted);
    connect(m_missing, &MissingSource::openWanted, this, &SourcePage::openWanted);
    connect(m_condition, &LinePrompt::closed, this, &SourcePage::promptClosed);
    // A condition that is being typed belongs to a line that must not move away.
    connect(m_view, &QsciScintillaBase::SCN_UPDATEUI, m_condition, [this](int updated) {
        if (updated & (QsciScintillaBase::SC_UPDATE_V_SCROLL | QsciScintillaBase::SC_UPDATE_CONTENT))
            m_condition->close();
    });
}

bool SourcePage::hasText() const
{
    return currentWidget() == m_view;
}

void SourcePage::take(const SourceText& source)
{
    m_names.local = source.local;
    if (!source.found() || !source.problem.isEmpty()) {
        if (source.found() || !hasText()) // a file that is being replaced stays on the screen
            setCurrentWidget(m_missing);
        m_missing->explain(source);
        return;
    }
    if (!hasText() || source.text != m_text) {
        m_text = source.text;
        m_view->showText(source.text, languageOf(source.local, source.text));
        setCurrentWidget(m_view);
        setFocusProxy(m_view);
    }
    if (const std::uint32_t line = std::exchange(m_wantedLine, 0))
        m_view->showLine(line);
}

void SourcePage::setMarks(std::vector<LineMark> marks)
{
    m_view->setMarks(std::move(marks));
}

const std::vector<LineMark>& SourcePage::marks() const
{
    return m_view->marks();
}

int SourcePage::firstLineInView() const
{
    return m_view->firstVisibleLine() + 1;
}

void SourcePage::showLine(std::uint32_t line)
{
    if (hasText())
        m_view->showLine(line);
    else
        m_wantedLine = line;
}

void SourcePage::takeKeyboard()
{
    currentWidget()->setFocus(Qt::ShortcutFocusReason); // what is shown after it takes it over
}

void SourcePage::editCondition(std::uint32_t line)
{
    const LineMark* const mark = m_view->markOf(line);
    const QString problem = mark ? mark->problem : QString();
    m_condition->ask({tr("Stop at line %1 if").arg(line), m_commands.condition(m_names, line),
                      tr("rank == 2 && lap > 1"), problem.isEmpty() ? tr("Return sets it, Escape leaves it") : problem,
                      true},
                     [this, line](const QString& condition) { m_commands.setCondition(m_names, line, condition); });
    placePrompt(line);
}

void SourcePage::askWhatToLog(std::uint32_t line)
{
    m_condition->ask({tr("Log at line %1").arg(line), {}, tr("lap, state.rank if lap > 1"), tr("ranks go on"), true},
                     [this, line](const QString& what) {
                         if (!what.trimmed().isEmpty())
                             m_commands.setTracepoint(m_names, line, what);
                     });
    placePrompt(line);
}

void SourcePage::toggleBookmark(std::uint32_t line)
{
    m_bookmarks.toggle(m_names, line, m_view->text(static_cast<int>(line) - 1));
}

void SourcePage::askForRemark(std::uint32_t line)
{
    const Bookmark* const known = m_bookmarks.at(m_names, line);
    m_condition->ask({tr("Bookmark at line %1").arg(line), known ? known->remark : QString(),
                      tr("a remark, or nothing"), tr("Return sets it, Escape leaves it"), true},
                     [this, line](const QString& remark) {
                         m_bookmarks.setRemark(m_names, line, m_view->text(static_cast<int>(line) - 1), remark);
                     });
    placePrompt(line);
}

void SourcePage::placePrompt(std::uint32_t line)
{
    const QPoint corner = m_view->below(line);
    const int width = std::min(std::max(m_condition->sizeHint().width(), 640), m_view->width() - corner.x() - 24);
    m_condition->resize(std::max(width, 200), m_condition->sizeHint().height());
    const int highest = m_view->viewport()->height() - m_condition->height();
    m_condition->move(corner.x(), std::clamp(corner.y(), 0, std::max(0, highest)));
}

void SourcePage::showMenu(std::uint32_t line, const QPoint& global)
{
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addBreakpointActions(*menu, line);
    menu->addSeparator();
    addBookmarkActions(*menu, line);
    menu->addSeparator();
    QAction* const run =
        menu->addAction(m_context.theme.icon(QStringLiteral("run-to-line")), tr("Run to Line %1").arg(line), this,
                        [this, line] { m_commands.runTo(m_names, line); });
    run->setEnabled(m_context.actions.get(action::kRunToLine)->isEnabled());
    QAction* const jump = menu->addAction(tr("Jump to Line %1...").arg(line), this,
                                          [this, line] { emit jumpWanted(m_commands.place(m_names, line)); });
    jump->setEnabled(m_context.actions.get(action::kJump)->isEnabled());
    menu->addSeparator();
    QAction* const copy =
        menu->addAction(m_context.theme.icon(QStringLiteral("copy")), tr("&Copy"), m_view, &QsciScintilla::copy);
    copy->setEnabled(m_view->hasSelectedText());
    menu->addAction(tr("Copy Place"), this, [this, line] {
        QGuiApplication::clipboard()->setText(QStringLiteral("%1:%2").arg(m_names.program).arg(line));
    });
    menu->popup(global);
}

void SourcePage::addBookmarkActions(QMenu& menu, std::uint32_t line)
{
    const bool isMarked = m_bookmarks.at(m_names, line) != nullptr;
    menu.addAction(isMarked ? tr("Remove Bookmar&k") : tr("Set Bookmar&k"), this,
                   [this, line] { toggleBookmark(line); });
    menu.addAction(isMarked ? tr("Edit Re&mark...") : tr("Set Bookmark with Re&mark..."), this,
                   [this, line] { askForRemark(line); });
}

void SourcePage::addBreakpointActions(QMenu& menu, std::uint32_t line)
{
    const LineMark* const mark = m_view->markOf(line);
    const BreakpointLook look = mark ? mark->look : BreakpointLook::None;
    const QIcon icon = m_context.theme.icon(QStringLiteral("breakpoint"), ColorRole::Breakpoint);
    if (look == BreakpointLook::None) {
        menu.addAction(icon, tr("Set &Breakpoint"), this, [this, line] { m_commands.toggleBreakpoint(m_names, line); });
        menu.addAction(tr("Set Breakpoint with Co&ndition..."), this, [this, line] { editCondition(line); });
        QAction* const focus = menu.addAction(tr("Set Breakpoint for &Focus Only"), this,
                                              [this, line] { m_commands.setForFocus(m_names, line); });
        focus->setEnabled(m_context.actions.get(action::kFocusBreakpoint)->isEnabled());
        menu.addAction(tr("&Log Values..."), this, [this, line] { askWhatToLog(line); });
        return;
    }
    menu.addAction(icon, tr("Remove &Breakpoint"), this, [this, line] { m_commands.removeBreakpoints(m_names, line); });
    const bool disabled = look == BreakpointLook::Disabled;
    menu.addAction(disabled ? tr("&Enable Breakpoint") : tr("&Disable Breakpoint"), this,
                   [this, line, disabled] { m_commands.setEnabled(m_names, line, disabled); });
    menu.addAction(mark->conditional ? tr("Edit Co&ndition...") : tr("Add Co&ndition..."), this,
                   [this, line] { editCondition(line); });
}

} // namespace dbgr::ui

#include "moc_source_page.cpp"
