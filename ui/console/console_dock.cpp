// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/console/console_dock.h"

#include "session/output_store.h"
#include "ui/bridge/job_channels.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/console/console_export.h"
#include "ui/console/console_find_bar.h"
#include "ui/console/console_input.h"
#include "ui/console/console_panes.h"
#include "ui/console/console_view.h"
#include "ui/settings/setting_keys.h"
#include "ui/theme/theme.h"
#include "ui/window/ui_context.h"

#include <QAction>
#include <QFileDialog>
#include <QFrame>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace dbgr::ui {

ConsoleDock::ConsoleDock(UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_model(context.bridge), m_stdin(context.bridge),
      m_panes(new ConsolePanes(context, this)), m_view(new ConsoleView(m_model, context, this)),
      m_findBar(new ConsoleFindBar(m_model, *m_view, context, this)), m_input(new ConsoleInput(m_stdin, context, this))
{
    setObjectName(QStringLiteral("console"));
    auto* const bar = new QHBoxLayout;
    bar->setContentsMargins(4, 0, 4, 0);
    bar->setSpacing(2);
    bar->addWidget(m_panes, 1);
    makeActions(*bar);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_findBar);
    layout->addWidget(m_input);
    setFocusProxy(m_input);
    setTabOrder(m_panes, m_view);
    setTabOrder(m_view, m_input);
    m_model.setFolded(context.settings.value(setting::kConsoleFold));
    m_view->setWrapped(context.settings.value(setting::kConsoleWrap));
    connect(m_panes, &ConsolePanes::sourceChanged, this, &ConsoleDock::takeSource);
    connect(&context.bridge, &SessionBridge::stateChanged, this, &ConsoleDock::updateEmptyText);
    connect(&context.bridge, &SessionBridge::outputChanged, this, &ConsoleDock::followOutput);
    connect(&context.bridge, &SessionBridge::jobChanged, this, [this] { m_filled = false; });
    updateEmptyText();
}

void ConsoleDock::followOutput()
{
    const std::uint64_t last = m_context.bridge.session().output().lastSequence();
    const bool isNew = last > m_seen;
    if (isVisible())
        m_seen = last;
    setNews(isNew && !isVisible());
    if (isNew && !std::exchange(m_filled, true))
        emit filled();
}

void ConsoleDock::setNews(bool news)
{
    if (std::exchange(m_news, news) != news)
        emit newsChanged(news);
}

void ConsoleDock::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_seen = m_context.bridge.session().output().lastSequence();
    setNews(false);
}

QAction* ConsoleDock::addAction(QBoxLayout* bar, const QString& icon, const QString& text, const QKeySequence& keys)
{
    auto* const action = new QAction(text, this);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(keys.isEmpty() ? text
                                      : text + QStringLiteral(" (%1)").arg(keys.toString(QKeySequence::NativeText)));
    const auto showIcon = [this, action, icon] { action->setIcon(m_context.theme.icon(icon)); };
    showIcon();
    connect(&m_context.theme, &Theme::changed, action, showIcon);
    QWidget::addAction(action);
    m_view->addAction(action);
    if (!bar)
        return action;
    auto* const button = new QToolButton(this);
    button->setAutoRaise(true);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    bar->addWidget(button);
    return action;
}

void ConsoleDock::makeActions(QBoxLayout& bar)
{
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(addAction(nullptr, QStringLiteral("copy"), tr("Copy"), QKeySequence::Copy), &QAction::triggered, m_view,
            &ConsoleView::copy);
    connect(addAction(nullptr, QStringLiteral("ranks"), tr("Select all"), QKeySequence::SelectAll), &QAction::triggered,
            m_view, &ConsoleView::selectAll);
    connect(addAction(&bar, QStringLiteral("find"), tr("Find in the console"), QKeySequence::Find), &QAction::triggered,
            m_findBar, &ConsoleFindBar::open);
    QAction* const fold = addAction(&bar, QStringLiteral("fold"), tr("Fold equal lines of several ranks"));
    fold->setObjectName(QStringLiteral("consoleFold"));
    fold->setCheckable(true);
    fold->setChecked(m_context.settings.value(setting::kConsoleFold));
    connect(fold, &QAction::toggled, this, [this](bool on) {
        m_context.settings.set(setting::kConsoleFold, on);
        m_model.setFolded(on);
    });
    QAction* const wrap = addAction(&bar, QStringLiteral("wrap"), tr("Wrap long lines"));
    wrap->setObjectName(QStringLiteral("consoleWrap"));
    wrap->setCheckable(true);
    wrap->setChecked(m_context.settings.value(setting::kConsoleWrap));
    connect(wrap, &QAction::toggled, this, [this](bool on) {
        m_context.settings.set(setting::kConsoleWrap, on);
        m_view->setWrapped(on);
    });
    QAction* const store = addAction(&bar, QStringLiteral("save"), tr("Save what is shown ..."));
    connect(store, &QAction::triggered, this, &ConsoleDock::chooseFile);
    QAction* const clearAll = addAction(&bar, QStringLiteral("clear"), tr("Clear"));
    clearAll->setObjectName(QStringLiteral("consoleClear"));
    connect(clearAll, &QAction::triggered, this, &ConsoleDock::clear);
}

void ConsoleDock::focusInput()
{
    m_input->setFocus(Qt::ShortcutFocusReason);
}

void ConsoleDock::showRanks(const util::RankSet& ranks)
{
    m_panes->showRanks(ranks);
}

void ConsoleDock::takeSource(const ConsoleSource& source)
{
    m_model.setSource(source);
    m_stdin.setPane(source);
    updateEmptyText();
}

void ConsoleDock::updateEmptyText()
{
    if (m_context.bridge.session().state() == session::SessionState::Idle) {
        m_view->setEmptyText(tr("No job"), tr("What a job writes and what you send it stands here."));
        return;
    }
    if (const QString elsewhere = whereOutputGoes(m_context.bridge); !elsewhere.isEmpty()) {
        m_view->setEmptyText(tr("No output comes here"), elsewhere);
        return;
    }
    const bool all = m_model.source().kind == ConsoleSource::Kind::All;
    m_view->setEmptyText(all ? tr("Nothing was written yet") : tr("Nothing was written here"),
                         all ? tr("Output of all ranks comes here as they run.")
                             : tr("What these ranks write comes here. The pane 'all' shows everything."));
}

void ConsoleDock::clear()
{
    m_model.hideThrough(m_context.bridge.session().output().lastSequence());
}

void ConsoleDock::chooseFile()
{
    auto* const dialog =
        new QFileDialog(this, tr("Save the output"), QString(), tr("Text (*.txt *.log);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("txt"));
    connect(dialog, &QFileDialog::fileSelected, this, &ConsoleDock::save);
    dialog->open();
}

void ConsoleDock::save(const QString& file)
{
    auto* const writer = new ConsoleExport(m_model, file, this);
    connect(writer, &ConsoleExport::done, this,
            [this, writer] { m_context.notices.showResult(QStringLiteral("console.save"), writer->result()); });
}

} // namespace dbgr::ui

#include "moc_console_dock.cpp"
