// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stacks/call_stack_dock.h"

#include "ui/bridge/current_place.h"
#include "ui/stacks/choice_view.h"
#include "ui/stacks/frame_text.h"
#include "ui/stacks/place_delegate.h"
#include "ui/stacks/view_status.h"
#include "ui/widgets/filtered_view.h"
#include "ui/widgets/make_current.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QVBoxLayout>

namespace dbgr::ui {

CallStackDock::CallStackDock(UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_model(context.place), m_status(new ViewStatus(this)),
      m_list(new ChoiceView), m_delegate(new PlaceDelegate(context.theme,
                                                           {CallStackModel::SourceRole, CallStackModel::ChosenRole,
                                                            CallStackModel::Number, CallStackModel::Number},
                                                           m_list)),
      m_view(new FilteredView(m_list, context, this))
{
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_status);
    layout->addWidget(m_view);
    setFocusProxy(m_view);
    setAccessibleName(tr("Call stack"));

    m_list->setAccessibleName(tr("Call stack of the leading rank"));
    m_list->setItemDelegate(m_delegate);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection); // one frame is the current one
    m_view->setObjectName(QStringLiteral("callStack"));
    m_view->setModel(&m_model);
    m_list->setFittedColumns(CallStackModel::Function, {CallStackModel::Number, CallStackModel::Place});

    auto* const copy = new QAction(tr("Copy stack as text"), this);
    copy->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    connect(copy, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(m_model.stackText()); });
    m_view->addContextActions({context.actions.get(action::kFrameIn), context.actions.get(action::kFrameOut), copy});

    const auto choose = [this](const QModelIndex& ofView) { m_model.choose(m_view->toSource(ofView)); };
    connect(m_list, &QTreeView::clicked, this, choose);
    connect(m_list, &ChoiceView::rowChosen, this, choose);
    connect(&context.place, &CurrentPlace::changed, this, &CallStackDock::showStatus);
    connect(m_status, &ViewStatus::dimmedChanged, this, [this](bool dimmed) {
        m_delegate->setDimmed(dimmed);
        m_list->viewport()->update();
    });
    showStatus();
}

CallStackDock::~CallStackDock()
{
    delete m_view; // the model is a member, gone before the children
}

void CallStackDock::showStatus()
{
    const CurrentPlace& place = m_context.place;
    m_list->fitColumns();
    m_status->setText(placeSummary(place.rank(), place.thread(), place.framesTruncated()));
    m_status->setState(place.isStale() && m_model.rowCount() > 0, place.underWay());
    const QString problem = place.problem();
    m_view->setEmptyText(problem.isEmpty() ? tr("No stack yet") : tr("No stack"),
                         problem.isEmpty() ? tr("It is shown as soon as the leading rank of the focus stops.")
                                           : problem);
    if (m_marked == m_model.chosenRow())
        return;
    m_marked = m_model.chosenRow();
    if (m_marked >= 0)
        makeCurrent(*m_list, m_view->fromSource(m_model.index(m_marked, 0)));
}

} // namespace dbgr::ui

#include "moc_call_stack_dock.cpp"
