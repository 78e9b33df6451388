// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/source_area.h"

#include "session/session.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/settings/setting_keys.h"
#include "ui/source/external_editor.h"
#include "ui/source/find_bar.h"
#include "ui/source/hover_label.h"
#include "ui/source/hover_value.h"
#include "ui/source/path_map.h"
#include "ui/source/path_map_dialog.h"
#include "ui/source/source_commands.h"
#include "ui/source/source_marks.h"
#include "ui/source/source_page.h"
#include "ui/source/source_store.h"
#include "ui/source/source_tabs.h"
#include "ui/source/source_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/line_prompt.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"
#include "ui/window/ui_context.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace dbgr::ui {

SourceArea::SourceArea(UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_map(new PathMap(context.settings, this)),
      m_store(new SourceStore(*m_map, this)), m_marks(new SourceMarks(context.bridge, context.place, this)),
      m_commands(new SourceCommands(context.bridge, *m_marks, context.notices, this)),
      m_hoverValue(new HoverValue(context.bridge, context.place, this)), m_stack(new QStackedWidget(this)),
      m_empty(new QWidget(this)), m_emptyText(new EmptyState(context.theme, m_empty)),
      m_tabs(new SourceTabs(context.theme, this)), m_find(new FindBar(context.theme, this)),
      m_goTo(new LinePrompt(context.theme, this)), m_hover(new HoverLabel(context.theme, this))
{
    setObjectName(QStringLiteral("sourceArea"));
    m_goTo->setObjectName(QStringLiteral("goToLine"));
    m_goTo->setFrameShape(QFrame::NoFrame);
    m_empty->setAutoFillBackground(true);
    m_empty->setBackgroundRole(QPalette::Base);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_tabs);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_find);
    layout->addWidget(m_goTo);

    connect(&context.place, &CurrentPlace::sourceWanted, this, &SourceArea::showLocation);
    connect(context.actions.get(action::kOpenSource), &QAction::changed, this, &SourceArea::showEmptyText);
    connect(&context.bridge, &SessionBridge::stateChanged, this, &SourceArea::followNames);
    connect(&context.bridge, &SessionBridge::ranksChanged, this, &SourceArea::enableActions);
    connect(&context.bridge, &SessionBridge::focusChanged, this, &SourceArea::enableActions);
    connect(&context.bridge, &SessionBridge::stacksStale, this, &SourceArea::hideValue);
    connect(m_store, &SourceStore::read, this, &SourceArea::take);
    connect(m_marks, &SourceMarks::changed, this, &SourceArea::showMarks);
    connect(m_tabs, &QTabWidget::currentChanged, this, &SourceArea::currentChanged);
    connect(m_tabs, &SourceTabs::pageClosing, this, [this](SourcePage* page) { m_store->forget(page->path()); });
    connect(m_find, &FindBar::closed, this, &SourceArea::focusSource);
    connect(m_goTo, &LinePrompt::closed, this, &SourceArea::focusSource);
    connect(m_hoverValue, &HoverValue::ready, this,
            [this](const HoverText& text) { m_hover->showText(text, m_hoverAt); });
    connectActions();
    showEmptyText();
    followNames();
    currentChanged();
}

SourceArea::~SourceArea() = default;

void SourceArea::addAction(const char* name, void (SourceArea::*what)())
{
    QAction* const action = m_context.actions.get(name);
    QWidget::addAction(action);
    connect(action, &QAction::triggered, this, what);
}

void SourceArea::addOwnAction(const char* name, const QString& text, const QString& keys, void (SourceArea::*what)())
{
    QAction* const action = m_context.actions.add(QLatin1String(name), text,
                                                  QKeySequence::listFromString(keys, QKeySequence::PortableText));
    QWidget::addAction(action);
    connect(action, &QAction::triggered, this, what);
}

void SourceArea::connectActions()
{
    addAction(action::kFindInSource, &SourceArea::find);
    addAction(action::kGoToLine, &SourceArea::goToLine);
    addAction(action::kGoToDefinition, &SourceArea::goToDefinition);
    addAction(action::kOpenInEditor, &SourceArea::openInEditor);
    addAction(action::kGoBack, &SourceArea::goBack);
    addAction(action::kGoForward, &SourceArea::goForward);
    addAction(action::kShowPlace, &SourceArea::showPlace);
    addAction(action::kFocusSource, &SourceArea::escape);
    addAction(action::kToggleBreakpoint, &SourceArea::toggleBreakpoint);
    addAction(action::kTemporaryBreakpoint, &SourceArea::setTemporaryBreakpoint);
    addAction(action::kBarrier, &SourceArea::setBarrier);
    addAction(action::kFocusBreakpoint, &SourceArea::setFocusBreakpoint);
    addAction(action::kTrace, &SourceArea::setTracepoint);
    addAction(action::kRunToLine, &SourceArea::runToLine);
    addAction(action::kJump, &SourceArea::jump);
    addAction(action::kOpenSource, &SourceArea::askForFile);
    addAction(action::kPathMappings, &SourceArea::editMappings);
    addOwnAction("source.findNext", tr("Find Next"), QStringLiteral("F3"), &SourceArea::findNext);
    addOwnAction("source.findPrevious", tr("Find Previous"), QStringLiteral("Shift+F3"), &SourceArea::findPrevious);
    addOwnAction("source.showValue", tr("Show Value at Cursor"), QStringLiteral("Ctrl+I"), &SourceArea::showValue);
    addOwnAction("source.editCondition", tr("Edit Breakpoint's Condition"), QStringLiteral("Ctrl+Shift+B"),
                 &SourceArea::editCondition);
    addOwnAction("source.nextTab", tr("Next Source File"), QStringLiteral("Ctrl+Tab; Ctrl+PgDown"),
                 &SourceArea::nextTab);
    addOwnAction("source.previousTab", tr("Previous Source File"), QStringLiteral("Ctrl+Shift+Tab; Ctrl+PgUp"),
                 &SourceArea::previousTab);
    addOwnAction("source.closeTab", tr("Close Source File"), QStringLiteral("Ctrl+W"), &SourceArea::closeTab);
}

void SourceArea::showEmptyText()
{
    const QString keys = m_context.actions.get(action::kOpenSource)->shortcut().toString(QKeySequence::NativeText);
    m_emptyText->setText(tr("No source is open"), tr("It opens by itself where a rank stops.\n"
                                                     "Or open a file (%1) and click in its margin to set a breakpoint.")
                                                      .arg(keys));
    m_emptyText->show();
}

SourcePage* SourceArea::open(const SourceNames& names)
{
    auto* const page = new SourcePage(m_context, *m_commands, names, m_tabs);
    connect(page, &SourcePage::mapWanted, this, &SourceArea::askForMapping);
    connect(page, &SourcePage::openWanted, this, &SourceArea::askForFile);
    connect(page, &SourcePage::promptClosed, this, &SourceArea::focusSource);
    connect(page, &SourcePage::jumpWanted, this, &SourceArea::jumpWanted);
    connect(&page->view(), &QsciScintilla::cursorPositionChanged, this, &SourceArea::locationChanged);
    connect(&page->view(), &SourceView::hovered, this, [this](const QString& expression, const QPoint& at) {
        hideValue();
        m_hoverAt = at;
        m_hoverValue->ask(expression);
    });
    m_tabs->add(page);
    m_store->request(page->path());
    return page;
}

void SourceArea::showLocation(const debug::SourceLocation& where)
{
    m_history.leave(currentLocation(), where);
    showWithoutHistory(where);
    enableActions();
}

QStringList SourceArea::whereabouts(const QString& file) const
{
    return m_store->candidates(file);
}

void SourceArea::showWithoutHistory(const debug::SourceLocation& where)
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

void SourceArea::openFile(const QString& path)
{
    const QString local = QFileInfo(path).absoluteFilePath();
    m_history.leave(currentLocation(), {local.toStdString(), 1, 0});
    SourcePage* page =
        m_tabs->find([&](const SourcePage& one) { return one.names().local == local || one.names().program == local; });
    if (!page)
        page = open({m_map->toProgram(local).value_or(local), local});
    m_tabs->setCurrentWidget(page);
    emit fileOpened();
    focusSource();
}

void SourceArea::take(const SourceText& source)
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

void SourceArea::currentChanged()
{
    SourcePage* const page = m_tabs->currentPage();
    const bool hadKeyboard = m_empty->hasFocus();
    m_stack->setCurrentWidget(page ? static_cast<QWidget*>(m_tabs) : m_empty);
    if (page && hadKeyboard)
        page->takeKeyboard();
    m_find->setView(page && page->hasText() ? &page->view() : nullptr);
    hideValue();
    m_tabs->updateTitles();
    m_marks->setActive(page && isVisible());
    followNames();
    showMarks();
    enableActions();
    emit locationChanged();
}

void SourceArea::followNames()
{
    QStringList open;
    for (const SourcePage* const page : m_tabs->pages())
        open << page->names().program;
    m_commands->setOpenFiles(open);
    const std::string& folder = m_context.bridge.session().launchSpec().workingDirectory;
    if (!folder.empty())
        m_store->setFolders({QString::fromStdString(folder)});
}

void SourceArea::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_marks->setActive(m_tabs->count() > 0);
}

void SourceArea::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_marks->setActive(false);
}

void SourceArea::showMarks()
{
    if (SourcePage* const page = m_tabs->currentPage())
        page->setMarks(m_marks->marks(page->names()));
}

void SourceArea::enableActions()
{
    const SourcePage* const page = m_tabs->currentPage();
    const bool hasText = page && page->hasText();
    const session::Session& session = m_context.bridge.session();
    for (const char* const name :
         {action::kFindInSource, action::kGoToLine, action::kToggleBreakpoint, action::kTemporaryBreakpoint,
          action::kBarrier, action::kTrace, action::kGoToDefinition, action::kOpenInEditor})
        m_context.actions.get(name)->setEnabled(hasText);
    m_context.actions.get(action::kGoBack)->setEnabled(m_history.hasBack());
    m_context.actions.get(action::kGoForward)->setEnabled(m_history.hasForward());
    m_context.actions.get(action::kRunToLine)
        ->setEnabled(hasText && session.focus().intersects(session.processes().standing()));
    m_context.actions.get(action::kFocusBreakpoint)->setEnabled(hasText && !session.focus().empty());
    const util::RankSet free = session.processes().standing() - session.processes().held();
    m_context.actions.get(action::kJump)->setEnabled(hasText && session.focus().intersects(free));
}

debug::SourceLocation SourceArea::currentLocation() const
{
    const SourcePage* const page = m_tabs->currentPage();
    if (!page || !page->hasText())
        return {};
    return {page->names().program.toStdString(), page->view().cursorLine(), 0};
}

void SourceArea::focusSource()
{
    if (SourcePage* const page = m_tabs->currentPage())
        page->takeKeyboard();
    else
        m_empty->setFocus(Qt::ShortcutFocusReason); // until a file comes
}

void SourceArea::hideValue()
{
    m_hover->hide();
    m_hoverValue->forget();
}

void SourceArea::escape()
{
    if (m_find->isVisible())
        m_find->close();
    hideValue();
    focusSource();
}

void SourceArea::find()
{
    m_find->open();
}

void SourceArea::findNext()
{
    m_find->findNext();
}

void SourceArea::findPrevious()
{
    m_find->findPrevious();
}

void SourceArea::goToLine()
{
    SourcePage* const page = m_tabs->currentPage();
    if (!page || !page->hasText())
        return;
    m_goTo->ask({tr("Go to line"),
                 QString::number(page->view().cursorLine()),
                 {},
                 tr("of %1").arg(page->view().lineCount()),
                 false},
                [this, page = QPointer(page)](const QString& text) {
                    bool isNumber = false;
                    const uint line = text.toUInt(&isNumber);
                    if (page && isNumber)
                        showLocation({page->names().program.toStdString(), line, 0});
                });
}

void SourceArea::goToDefinition()
{
    SourcePage* const page = m_tabs->currentPage();
    if (!page || !page->hasText())
        return;
    if (const QString name = page->view().wordAtCursor(); !name.isEmpty())
        emit definitionWanted(name);
}

void SourceArea::openInEditor()
{
    SourcePage* const page = m_tabs->currentPage();
    if (!page || !page->hasText())
        return;
    m_context.notices.showResult(
        QStringLiteral("editor"),
        ui::openInEditor(m_context.settings.value(setting::kEditor), page->names().local, page->view().cursorLine()));
}

void SourceArea::goBack()
{
    if (const auto place = m_history.back(currentLocation()))
        showWithoutHistory(*place);
    enableActions();
}

void SourceArea::goForward()
{
    if (const auto place = m_history.forward(currentLocation()))
        showWithoutHistory(*place);
    enableActions();
}

void SourceArea::showPlace()
{
    if (const debug::Frame* const frame = m_context.place.frame(); frame && frame->where.known())
        showLocation(frame->where);
    focusSource();
}

void SourceArea::toggleBreakpoint()
{
    if (SourcePage* const page = m_tabs->currentPage(); page && page->hasText())
        m_commands->toggleBreakpoint(page->names(), page->view().cursorLine());
}

void SourceArea::setTemporaryBreakpoint()
{
    if (SourcePage* const page = m_tabs->currentPage(); page && page->hasText())
        m_commands->setTemporaryBreakpoint(page->names(), page->view().cursorLine());
}

void SourceArea::setBarrier()
{
    if (SourcePage* const page = m_tabs->currentPage(); page && page->hasText())
        m_commands->setBarrier(page->names(), page->view().cursorLine());
}

void SourceArea::setFocusBreakpoint()
{
    if (SourcePage* const page = m_tabs->currentPage(); page && page->hasText())
        m_commands->setForFocus(page->names(), page->view().cursorLine());
}

void SourceArea::setTracepoint()
{
    if (SourcePage* const page = m_tabs->currentPage(); page && page->hasText())
        page->askWhatToLog(page->view().cursorLine());
}

void SourceArea::runToLine()
{
    if (SourcePage* const page = m_tabs->currentPage(); page && page->hasText())
        m_commands->runTo(page->names(), page->view().cursorLine());
}

void SourceArea::jump()
{
    if (SourcePage* const page = m_tabs->currentPage(); page && page->hasText())
        emit jumpWanted(m_commands->place(page->names(), page->view().cursorLine()));
}

void SourceArea::editCondition()
{
    if (SourcePage* const page = m_tabs->currentPage(); page && page->hasText())
        page->editCondition(page->view().cursorLine());
}

void SourceArea::showValue()
{
    if (SourcePage* const page = m_tabs->currentPage(); page && page->hasText())
        page->view().pointAtCursor();
}

void SourceArea::askForFile()
{
    auto* const dialog = new QFileDialog(this, tr("Open Source File"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    if (const SourcePage* const page = m_tabs->currentPage(); page && !page->names().local.isEmpty())
        dialog->setDirectory(QFileInfo(page->names().local).path());
    connect(dialog, &QFileDialog::fileSelected, this, &SourceArea::openFile);
    dialog->open();
}

void SourceArea::askForMapping()
{
    const SourcePage* const page = m_tabs->currentPage();
    if (!page)
        return;
    const QString path = page->names().program;
    const QString name = QFileInfo(path).fileName();
    auto* const dialog = new QFileDialog(this, tr("Where Is %1 Now?").arg(name));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({name, tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, path](const QString& local) { m_map->add(PathMap::derive(path, local)); });
    dialog->open();
}

void SourceArea::editMappings()
{
    auto* const dialog = new PathMapDialog(*m_map, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void SourceArea::nextTab()
{
    m_tabs->walk(1);
}

void SourceArea::previousTab()
{
    m_tabs->walk(-1);
}

void SourceArea::closeTab()
{
    m_tabs->close(m_tabs->currentIndex());
}

} // namespace dbgr::ui

#include "moc_source_area.cpp"
