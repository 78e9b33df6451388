// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stacks/stacks_dock.h"

#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/settings/setting_keys.h"
#include "ui/stacks/frame_text.h"
#include "ui/stacks/place_delegate.h"
#include "ui/stacks/stack_tree_view.h"
#include "ui/stacks/view_status.h"
#include "ui/theme/theme.h"
#include "ui/widgets/filtered_view.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"
#include "ui/window/group_action.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace dbgr::ui {

StacksDock::StacksDock(UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_model(context.bridge, context.place),
      m_wish(context.bridge, context.place), m_status(new ViewStatus(this)), m_ownCode(new QCheckBox(this)),
      m_repeat(new QCheckBox(this)), m_next(new QTimer(this)), m_tree(new StackTreeView),
      m_delegate(new StackDelegate(context.theme, *m_tree)), m_view(new FilteredView(m_tree, context, this)),
      m_note(new QLabel(this))
{
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (QWidget* const part :
         {static_cast<QWidget*>(m_status), static_cast<QWidget*>(m_view), static_cast<QWidget*>(m_note)})
        layout->addWidget(part);
    layout->setStretchFactor(m_view, 1);
    setFocusProxy(m_view);
    setAccessibleName(tr("Stacks"));

    m_ownCode->setObjectName(QStringLiteral("ownCode"));
    m_ownCode->setText(tr("Own code"));
    m_ownCode->setToolTip(tr("Leave out threads and frames without source, but for what your code calls"));
    auto* const sample = new QToolButton(this);
    sample->setDefaultAction(context.actions.get(action::kSample));
    sample->setAutoRaise(true);
    m_repeat->setObjectName(QStringLiteral("repeatSamples"));
    m_repeat->setText(tr("Repeat"));
    m_repeat->setToolTip(tr("Sample once a second, as long as this is seen"));
    auto* const byThread = new QToolButton(this);
    context.actions.get(action::kStacksByThread)->setIconText(tr("By thread")); // of its button
    byThread->setDefaultAction(context.actions.get(action::kStacksByThread));
    byThread->setAutoRaise(true);
    m_status->addSwitch(byThread);
    for (QWidget* const button :
         {static_cast<QWidget*>(sample), static_cast<QWidget*>(m_repeat), static_cast<QWidget*>(m_ownCode)})
        m_status->addButton(button);
    m_next->setObjectName(QStringLiteral("nextSample"));
    m_next->setSingleShot(true);
    m_next->setInterval(kRepeatMs);
    m_note->setWordWrap(true);
    m_note->setContentsMargins(8, 4, 8, 4);

    m_tree->setAccessibleName(tr("Merged stacks"));
    m_tree->setItemDelegate(m_delegate);
    m_view->setObjectName(QStringLiteral("stacks"));
    m_view->setModel(&m_model);
    m_view->setEmptyText(tr("No stacks yet"), tr("They are shown as soon as a rank of the focus stops. "
                                                 "Pause (F6) stops ranks that run; Sample (Shift+F6) says where they "
                                                 "are, and lets them go on."));
    makeMenu();
    connectAll();
    setOwnCode(context.settings.value(setting::kStacksOwnCode));
    context.actions.get(action::kStacksByThread)->setChecked(context.settings.value(setting::kStacksByThread));
}

StacksDock::~StacksDock()
{
    delete m_view; // the model is a member, gone before the children
}

void StacksDock::connectAll()
{
    connect(&m_model, &StackTreeModel::statusChanged, this, &StacksDock::showStatus);
    connect(&m_context.bridge, &SessionBridge::focusChanged, this, &StacksDock::showStatus);
    connect(&m_context.theme, &Theme::changed, this, &StacksDock::showStatus);
    connect(m_status, &ViewStatus::dimmedChanged, this, [this](bool dimmed) {
        m_delegate->setDimmed(dimmed);
        m_tree->viewport()->update();
    });
    connect(m_context.actions.get(action::kSample), &QAction::triggered, this, &StacksDock::sample);
    QAction* const byThread = m_context.actions.get(action::kStacksByThread);
    byThread->setCheckable(true);
    connect(byThread, &QAction::toggled, this, [this](bool isOn) {
        m_model.setBy(isOn ? debug::StacksBy::Thread : debug::StacksBy::Rank);
        m_context.settings.set(setting::kStacksByThread, isOn);
    });
    connect(byThread, &QAction::triggered, this, &StacksDock::raiseWanted);
    connect(m_repeat, &QCheckBox::toggled, this, &StacksDock::repeat);
    connect(m_next, &QTimer::timeout, this, &StacksDock::repeat);
    connect(&m_model, &StackTreeModel::sampled, this, [this] {
        if (m_repeat->isChecked())
            m_next->start();
    });
    connect(m_ownCode, &QCheckBox::toggled, this, &StacksDock::setOwnCode);
    connect(m_note, &QLabel::linkActivated, this, [this] { setOwnCode(false); });
    connect(m_tree, &ChoiceView::rowVisited, this, &StacksDock::visit);
    connect(m_tree, &ChoiceView::rowChosen, this,
            [this](const QModelIndex& ofView) { choose(m_view->toSource(ofView)); });
}

void StacksDock::makeMenu()
{
    auto* const focus = new QAction(tr("Focus on these ranks"), this);
    focus->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return));
    connect(focus, &QAction::triggered, this, [this] { choose(current()); });
    auto* const group = new QAction(tr("Make group of these ranks..."), this);
    group->setShortcut(QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_Return));
    connect(group, &QAction::triggered, this, [this] {
        if (const StackRow* const row = m_model.at(current()))
            wantGroup(m_context.actions, row->ranks);
    });
    auto* const copy = new QAction(tr("Copy stack as text"), this);
    copy->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    connect(copy, &QAction::triggered, this, &StacksDock::copyStack);
    auto* const expand = new QAction(tr("Expand all"), this);
    expand->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Right));
    connect(expand, &QAction::triggered, m_tree, &QTreeView::expandAll);
    auto* const collapse = new QAction(tr("Collapse all"), this);
    collapse->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Left));
    connect(collapse, &QAction::triggered, m_tree, &QTreeView::collapseAll);
    m_view->addContextActions({focus, group, m_context.actions.get(action::kFocusAll), copy, expand, collapse});
    connect(m_view, &FilteredView::contextMenuAboutToShow, this, [=](QMenu&, const QModelIndex& source) {
        focus->setEnabled(source.isValid());
        group->setEnabled(source.isValid());
        copy->setEnabled(source.isValid());
    });
}

void StacksDock::showStatus()
{
    const session::Session& session = m_context.bridge.session();
    const bool empty = m_model.rowCount() == 0;
    m_status->setText(empty ? QString() : stacksSummary(m_model.ranks(), m_model.threads(), session.focus()));
    m_status->setState(m_model.isStale() && !empty, m_model.underWay() || m_model.isSampling());

    QStringList notes;
    if (!empty && m_model.sampledAt())
        notes << tr("Sampled at %1; who ran goes on").arg(m_model.sampledAt()->toString(QStringLiteral("HH:mm:ss")));
    if (!empty && m_model.sampledAt() && m_model.by() == debug::StacksBy::Thread)
        notes << tr("Samples are told by rank: threads have their numbers when their rank stands");
    if (m_model.hiddenThreads() > 0) {
        notes << QStringLiteral("%1&nbsp; <a href=\"all\" style=\"color:%2\">%3</a>")
                     .arg(hiddenSummary(m_model.hiddenThreads()), m_context.theme.color(ColorRole::Accent).name(),
                          tr("Show"));
    }
    if (!m_model.problem().isEmpty())
        notes << m_model.problem().toHtmlEscaped();
    m_note->setText(QStringLiteral("<span style=\"color:%1\">%2</span>")
                        .arg(m_context.theme.color(ColorRole::DimText).name(), notes.join(QStringLiteral("<br>"))));
    m_note->setVisible(!notes.isEmpty());
    m_tree->fitColumns();
}

void StacksDock::sample()
{
    m_next->stop();
    m_model.sample();
    emit raiseWanted();
}

/// While nobody looks, or no rank is ours, nobody asks; the next second it may be another matter.
void StacksDock::repeat()
{
    if (!m_repeat->isChecked())
        return m_next->stop();
    const session::Session& session = m_context.bridge.session();
    if (!isVisible() || !session.focus().intersects(session.processes().controlled()))
        return m_next->start();
    if (!m_model.isSampling())
        m_model.sample();
}

void StacksDock::setOwnCode(bool own)
{
    const QSignalBlocker quiet(m_ownCode);
    m_ownCode->setChecked(own);
    m_model.setDetail(own ? StackDetail::OwnCode : StackDetail::AllFrames);
    m_context.settings.set(setting::kStacksOwnCode, own);
    showStatus();
}

QModelIndex StacksDock::current() const
{
    return m_view->toSource(m_tree->currentIndex());
}

void StacksDock::visit(const QModelIndex& ofView)
{
    const StackRow* const row = m_model.at(m_view->toSource(ofView));
    if (row && row->frame.where.known())
        emit sourceWanted(row->frame.where);
}

void StacksDock::choose(const QModelIndex& source)
{
    const StackRow* const row = m_model.at(source);
    if (!row)
        return;
    session::Session& session = m_context.bridge.session();
    const util::Result<void> focused = session.setFocus(row->ranks);
    m_context.notices.showResult(QStringLiteral("focus"), focused);
    const util::RankSet standing = row->ranks & session.processes().standing();
    if (focused && !standing.empty())
        m_wish.chooseFrame(*standing.lowest(), row->frame, row->depth);
}

void StacksDock::copyStack()
{
    QGuiApplication::clipboard()->setText(m_model.stackText(current()));
}

void StacksDock::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_model.setActive(true);
}

void StacksDock::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_model.setActive(false);
}

} // namespace dbgr::ui

#include "moc_stacks_dock.cpp"
