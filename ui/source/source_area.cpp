// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/source_area.h"

#include "session/describe.h"
#include "session/session.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/settings/setting_keys.h"
#include "ui/source/bookmarks.h"
#include "ui/source/declaration_search.h"
#include "ui/source/external_editor.h"
#include "ui/source/find_bar.h"
#include "ui/source/path_map.h"
#include "ui/source/path_map_dialog.h"
#include "ui/source/rank_view.h"
#include "ui/source/source_commands.h"
#include "ui/source/source_page.h"
#include "ui/source/source_pane.h"
#include "ui/source/source_store.h"
#include "ui/source/source_tabs.h"
#include "ui/source/source_view.h"
#include "ui/widgets/line_prompt.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"
#include "ui/window/ui_context.h"

#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QPointer>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::ui {

namespace {

constexpr int kHalf = 10000; // more pixels than there are: the splitter scales them

} // namespace

SourceArea::SourceArea(UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_map(new PathMap(context.settings, this)),
      m_store(new SourceStore(*m_map, this)), m_bookmarks(new Bookmarks(this)),
      m_commands(new SourceCommands(context.bridge, context.notices, this)),
      m_declarations(new DeclarationSearch(context, this)), m_tools(SourceTools{*m_store, *m_commands, *m_bookmarks}),
      m_splitter(new QSplitter(Qt::Horizontal, this)),
      m_first(new SourcePane(context, context.place, m_tools, m_splitter)), m_active(m_first),
      m_find(new FindBar(context.theme, this)), m_prompt(new LinePrompt(context.theme, this))
{
    setObjectName(QStringLiteral("sourceArea"));
    m_prompt->setObjectName(QStringLiteral("goToLine"));
    m_prompt->setFrameShape(QFrame::NoFrame);
    m_splitter->setChildrenCollapsible(false);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_splitter, 1);
    layout->addWidget(m_find);
    layout->addWidget(m_prompt);

    connect(&context.place, &CurrentPlace::sourceWanted, this, &SourceArea::showLocation);
    connect(context.actions.get(action::kOpenSource), &QAction::changed, this, &SourceArea::showEmptyText);
    connect(&context.bridge, &SessionBridge::stateChanged, this, &SourceArea::followNames);
    connect(&context.bridge, &SessionBridge::ranksChanged, this, &SourceArea::enableActions);
    connect(&context.bridge, &SessionBridge::focusChanged, this, &SourceArea::enableActions);
    connect(&context.bridge, &SessionBridge::happened, this, &SourceArea::lookAgainAtStops);
    connect(m_store, &SourceStore::read, this, &SourceArea::take);
    connect(m_bookmarks, &Bookmarks::changed, this, &SourceArea::followBookmarks);
    connect(m_declarations, &DeclarationSearch::found, this, &SourceArea::goTo);
    connect(m_declarations, &DeclarationSearch::unknown, this, &SourceArea::definitionWanted);
    connect(m_find, &FindBar::closed, this, &SourceArea::focusSource);
    connect(m_prompt, &LinePrompt::closed, this, &SourceArea::focusSource);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget* before, QWidget* now) {
        // What is being hidden hands the keyboard to whatever comes next; it is ours to say where it goes.
        const auto isHiding = [before](const QWidget* bar) { return bar->isHidden() && bar->isAncestorOf(before); };
        if (!before || (!isHiding(m_find) && !isHiding(m_prompt)))
            followKeyboard(now);
    });
    connectPane(*m_first);
    context.bridge.session().findSourcesBy([store = QPointer<SourceStore>(m_store)](const std::string& path) {
        std::vector<std::string> places;
        for (const QString& place : store ? store->candidates(QString::fromStdString(path)) : QStringList())
            places.push_back(place.toStdString());
        return places;
    });
    connectActions();
    showEmptyText();
    showActive();
}

SourceArea::~SourceArea()
{
    disconnect(qApp, nullptr, this, nullptr); // the keyboard leaves widgets that are taken down
}

void SourceArea::connectPane(SourcePane& pane)
{
    connect(&pane, &SourcePane::changed, this, &SourceArea::showActive);
    connect(&pane, &SourcePane::pageClosing, this, [this](SourcePage* closing) { forget(*closing); });
    connect(&pane, &SourcePane::mapWanted, this, &SourceArea::askForMapping);
    connect(&pane, &SourcePane::openWanted, this, &SourceArea::askForFile);
    connect(&pane, &SourcePane::jumpWanted, this, &SourceArea::jumpWanted);
}

void SourceArea::addAction(const char* name, std::function<void()> what)
{
    QAction* const action = m_context.actions.get(name);
    QWidget::addAction(action);
    connect(action, &QAction::triggered, this, [what = std::move(what)] { what(); });
}

void SourceArea::addAction(const char* name, AtLine what)
{
    addAction(name, [this, what] {
        if (const SourcePage* const shown = page())
            (m_commands->*what)(shown->names(), shown->view().cursorLine());
    });
}

void SourceArea::addAction(const char* name, OnPage what)
{
    addAction(name, [this, what] {
        if (SourcePage* const shown = page())
            (shown->*what)(shown->view().cursorLine());
    });
}

void SourceArea::connectActions()
{
    addAction(action::kFindInSource, [this] { m_find->open(); });
    addAction(action::kGoToLine, [this] { goToLine(); });
    addAction(action::kGoToDefinition, [this] { goToDefinition(); });
    addAction(action::kOpenInEditor, [this] { openInEditor(); });
    addAction(action::kGoBack, [this] { goBack(); });
    addAction(action::kGoForward, [this] { goForward(); });
    addAction(action::kShowPlace, [this] { showPlace(); });
    addAction(action::kFocusSource, [this] { escape(); });
    addAction(action::kToggleBreakpoint, &SourceCommands::toggleBreakpoint);
    addAction(action::kTemporaryBreakpoint, &SourceCommands::setTemporaryBreakpoint);
    addAction(action::kBarrier, &SourceCommands::setBarrier);
    addAction(action::kFocusBreakpoint, &SourceCommands::setForFocus);
    addAction(action::kRunToLine, &SourceCommands::runTo);
    addAction(action::kUntilLine, &SourceCommands::runUntil);
    addAction(action::kTrace, &SourcePage::askWhatToLog);
    addAction(action::kJump, [this] {
        if (const SourcePage* const shown = page())
            emit jumpWanted(m_commands->place(shown->names(), shown->view().cursorLine()));
    });
    addAction(action::kOpenSource, [this] { askForFile(); });
    addAction(action::kPathMappings, [this] { editMappings(); });
    addAction(action::kToggleBookmark, &SourcePage::toggleBookmark);
    addAction(action::kRemark, &SourcePage::askForRemark);
    addAction(action::kNextBookmark, [this] { goToBookmark(true); });
    addAction(action::kPreviousBookmark, [this] { goToBookmark(false); });
    m_context.actions.get(action::kSplitSource)->setCheckable(true);
    addAction(action::kSplitSource, [this] { split(); });
    addAction(action::kSplitRank, [this] { askForRank(); });
    addAction(action::kOtherView, [this] { goToOtherView(); });
    makeOwnActions();
}

/// Those that have no place in the menus.
void SourceArea::makeOwnActions()
{
    const auto make = [this](const char* name, const QString& text, const char* keys) {
        m_context.actions.add(QLatin1String(name), text,
                              QKeySequence::listFromString(QLatin1String(keys), QKeySequence::PortableText));
        return name;
    };
    addAction(make("source.findNext", tr("Find Next"), "F3"), [this] { m_find->findNext(); });
    addAction(make("source.findPrevious", tr("Find Previous"), "Shift+F3"), [this] { m_find->findPrevious(); });
    addAction(make("source.showValue", tr("Show Value at Cursor"), "Ctrl+I"), [this] {
        if (const SourcePage* const shown = page())
            shown->view().pointAtCursor();
    });
    addAction(make("source.editCondition", tr("Edit Breakpoint's Condition"), "Ctrl+Shift+B"),
              &SourcePage::editCondition);
    addAction(make("source.nextTab", tr("Next Source File"), "Ctrl+Tab; Ctrl+PgDown"),
              [this] { m_active->tabs().walk(1); });
    addAction(make("source.previousTab", tr("Previous Source File"), "Ctrl+Shift+Tab; Ctrl+PgUp"),
              [this] { m_active->tabs().walk(-1); });
    addAction(make("source.closeTab", tr("Close Source File"), "Ctrl+W"), [this] {
        SourceTabs& shown = m_active->tabs();
        shown.close(shown.currentIndex());
    });
}

void SourceArea::showEmptyText()
{
    const QString keys = m_context.actions.get(action::kOpenSource)->shortcut().toString(QKeySequence::NativeText);
    m_first->setEmptyText(tr("No source is open"),
                          tr("It opens by itself where a rank stops.\n"
                             "Or open a file (%1) and click in its margin to set a breakpoint.")
                              .arg(keys));
}

SourceTabs& SourceArea::tabs() const
{
    return m_first->tabs();
}

SourcePage* SourceArea::page() const
{
    return m_active->textPage();
}

std::vector<SourcePane*> SourceArea::panes() const
{
    std::vector<SourcePane*> all{m_first};
    if (m_second)
        all.push_back(&m_second->pane());
    return all;
}

std::vector<SourcePage*> SourceArea::pages() const
{
    std::vector<SourcePage*> all;
    for (const SourcePane* const pane : panes()) {
        const std::vector<SourcePage*> some = pane->tabs().pages();
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

debug::SourceLocation SourceArea::currentLocation() const
{
    return m_first->location();
}

QStringList SourceArea::whereabouts(const QString& file) const
{
    return m_store->candidates(file);
}

void SourceArea::showLocation(const debug::SourceLocation& where)
{
    m_history.leave(currentLocation(), where);
    m_first->showLocation(where);
    enableActions();
}

void SourceArea::goTo(const debug::SourceLocation& where)
{
    showLocation(where);
    m_first->takeKeyboard();
}

void SourceArea::openFile(const QString& path)
{
    const QString local = QFileInfo(path).absoluteFilePath();
    m_history.leave(currentLocation(), {local.toStdString(), 1, 0});
    m_first->openFile({m_map->toProgram(local).value_or(local), local});
    emit fileOpened();
    m_first->takeKeyboard();
}

void SourceArea::take(const SourceText& source)
{
    for (SourcePane* const pane : panes())
        pane->take(source);
    followBookmarks(); // now that no view has the old text
}

void SourceArea::forget(const SourcePage& closing)
{
    const auto all = pages();
    const bool isShown = std::any_of(all.begin(), all.end(), [&](const SourcePage* other) {
        return other != &closing && other->path() == closing.path();
    });
    if (!isShown)
        m_store->forget(closing.path());
}

void SourceArea::activate(SourcePane& pane)
{
    if (std::exchange(m_active, &pane) != &pane)
        showActive();
}

void SourceArea::followKeyboard(const QWidget* now)
{
    for (SourcePane* const pane : panes()) {
        if (now && pane->isAncestorOf(now))
            activate(*pane);
    }
}

void SourceArea::showActive()
{
    SourcePage* const shown = page();
    m_find->setView(shown ? &shown->view() : nullptr);
    followNames();
    enableActions();
}

void SourceArea::followNames()
{
    QStringList open;
    for (const SourcePage* const one : pages())
        open << one->names().program;
    m_commands->setOpenFiles(open);
    const std::string& folder = m_context.bridge.session().launchSpec().workingDirectory;
    if (!folder.empty())
        m_store->setFolders({QString::fromStdString(folder)});
}

void SourceArea::followBookmarks()
{
    if (std::exchange(m_follows, true))
        return; // what it changed itself
    for (const SourcePage* const one : pages()) {
        if (one->hasText())
            m_bookmarks->follow(one->names(), one->text());
    }
    m_follows = false;
    enableActions();
}

void SourceArea::enableActions()
{
    const bool hasText = page() != nullptr;
    const session::Session& session = m_context.bridge.session();
    for (const char* const name :
         {action::kFindInSource, action::kGoToLine, action::kToggleBreakpoint, action::kTemporaryBreakpoint,
          action::kBarrier, action::kTrace, action::kGoToDefinition, action::kOpenInEditor, action::kToggleBookmark,
          action::kRemark})
        m_context.actions.get(name)->setEnabled(hasText);
    m_context.actions.get(action::kGoBack)->setEnabled(m_history.hasBack());
    m_context.actions.get(action::kGoForward)->setEnabled(m_history.hasForward());
    for (const char* const name : {action::kNextBookmark, action::kPreviousBookmark})
        m_context.actions.get(name)->setEnabled(!m_bookmarks->all().empty());
    m_context.actions.get(action::kSplitSource)->setChecked(m_second != nullptr);
    m_context.actions.get(action::kOtherView)->setEnabled(m_second != nullptr);
    const bool canRun = hasText && session.focus().intersects(session.processes().standing());
    m_context.actions.get(action::kRunToLine)->setEnabled(canRun);
    m_context.actions.get(action::kFocusBreakpoint)->setEnabled(hasText && !session.focus().empty());
    const util::RankSet free = session.processes().standing() - session.processes().held();
    m_context.actions.get(action::kUntilLine)->setEnabled(canRun && session.focus().intersects(free));
    m_context.actions.get(action::kJump)->setEnabled(hasText && session.focus().intersects(free));
}

void SourceArea::focusSource()
{
    m_active->takeKeyboard();
}

void SourceArea::escape()
{
    if (m_find->isVisible())
        m_find->close();
    for (SourcePane* const pane : panes())
        pane->hideValue();
    focusSource();
}

void SourceArea::goToLine()
{
    SourcePage* const shown = page();
    if (!shown)
        return;
    m_prompt->ask({tr("Go to line"),
                   QString::number(shown->view().cursorLine()),
                   {},
                   tr("of %1").arg(shown->view().lineCount()),
                   false},
                  [this, shown = QPointer(shown), inFirst = m_active == m_first](const QString& text) {
                      bool isNumber = false;
                      const uint line = text.toUInt(&isNumber);
                      if (!shown || !isNumber)
                          return;
                      if (inFirst)
                          showLocation({shown->names().program.toStdString(), line, 0});
                      else
                          shown->showLine(line);
                  });
}

/// Whoever has stopped is looked at next, and what is shown should be what the files are.
void SourceArea::lookAgainAtStops(const std::vector<session::SessionEvent>& events)
{
    if (std::ranges::any_of(events, [](const auto& event) { return std::holds_alternative<debug::StopGroup>(event); }))
        m_store->lookAgain();
}

void SourceArea::goToDefinition()
{
    const SourcePage* const shown = page();
    if (!shown)
        return;
    if (const QString name = shown->view().wordAtCursor(); !name.isEmpty())
        m_declarations->ask(name, shown->view().expressionAtCursor(),
                            {shown->names().program.toStdString(), shown->view().cursorLine(), 0});
}

void SourceArea::openInEditor()
{
    const SourcePage* const shown = page();
    if (!shown)
        return;
    m_context.notices.showResult(
        QStringLiteral("editor"),
        ui::openInEditor(m_context.settings.value(setting::kEditor), shown->names().local, shown->view().cursorLine()));
}

void SourceArea::goBack()
{
    if (const auto place = m_history.back(currentLocation()))
        m_first->showLocation(*place);
    enableActions();
}

void SourceArea::goForward()
{
    if (const auto place = m_history.forward(currentLocation()))
        m_first->showLocation(*place);
    enableActions();
}

void SourceArea::goToBookmark(bool forward)
{
    if (const Bookmark* const bookmark = m_bookmarks->next(currentLocation(), forward))
        goTo(bookmark->where());
}

void SourceArea::showPlace()
{
    if (const debug::Frame* const frame = m_context.place.frame(); frame && frame->where.known())
        showLocation(frame->where);
    m_first->takeKeyboard();
}

void SourceArea::askForFile()
{
    auto* const dialog = new QFileDialog(this, tr("Open Source File"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    if (const SourcePage* const shown = m_active->tabs().currentPage(); shown && !shown->names().local.isEmpty())
        dialog->setDirectory(QFileInfo(shown->names().local).path());
    connect(dialog, &QFileDialog::fileSelected, this, &SourceArea::openFile);
    dialog->open();
}

void SourceArea::askForMapping(const QString& path)
{
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

void SourceArea::split()
{
    if (m_second)
        closeSecond();
    else
        showRank(m_context.place.rank().value_or(util::Rank(0)));
}

void SourceArea::askForRank()
{
    const util::RankSet& all = m_context.bridge.session().processes().all();
    const util::Rank proposed = m_second ? m_second->rank() : m_context.place.rank().value_or(util::Rank(0));
    const QString ranks = QString::fromStdString(session::shortRanks(all));
    m_prompt->ask({tr("Second view: rank"),
                   QString::number(proposed.value()),
                   {},
                   all.empty() ? tr("there is no job yet") : tr("of %1").arg(ranks),
                   false},
                  [this](const QString& text) {
                      bool isNumber = false;
                      const uint rank = text.toUInt(&isNumber);
                      if (isNumber)
                          showRank(util::Rank(rank));
                  });
}

void SourceArea::showRank(util::Rank rank)
{
    const QList<int> sizes = m_second ? m_splitter->sizes() : QList<int>{kHalf, kHalf};
    const bool takesKeyboard = m_second && m_active != m_first;
    closeSecond();
    m_second = new RankView(m_context, m_tools, rank);
    connectPane(m_second->pane());
    connect(m_second, &RankView::closeWanted, this, &SourceArea::closeSecond);
    m_splitter->insertWidget(1, m_second);
    m_splitter->setSizes(sizes);
    if (takesKeyboard)
        m_second->pane().takeKeyboard();
    enableActions();
}

void SourceArea::closeSecond()
{
    RankView* const closing = std::exchange(m_second, nullptr);
    if (!closing)
        return;
    const bool hadKeyboard = std::exchange(m_active, m_first) != m_first;
    disconnect(&closing->pane(), nullptr, this, nullptr);
    for (const SourcePage* const one : closing->pane().tabs().pages())
        forget(*one);
    showActive();
    closing->hide();
    closing->deleteLater(); // it may be its own button that was pressed
    if (hadKeyboard)
        m_first->takeKeyboard();
}

void SourceArea::goToOtherView()
{
    if (m_second)
        (m_active == m_first ? m_second->pane() : *m_first).takeKeyboard();
}

} // namespace dbgr::ui

#include "moc_source_area.cpp"
