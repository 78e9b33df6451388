// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traces/traces_dock.h"

#include "session/file/trace_file.h"
#include "session/session.h"
#include "ui/bridge/counted.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/traces/trace_plot.h"
#include "ui/widgets/filtered_view.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"

#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <utility>

namespace dbgr::ui {

namespace {

constexpr std::chrono::milliseconds kDrawing{200}; // many records may come in that time

}

TracesDock::TracesDock(UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_model(context.bridge), m_points(new QComboBox(this)),
      m_count(new QLabel(this)), m_expressions(new QComboBox(this)), m_axis(new QComboBox(this)),
      m_plotted(new QToolButton(this)), m_save(new QToolButton(this)), m_clear(new QToolButton(this)),
      m_tree(new QTreeView), m_view(new FilteredView(m_tree, context, this)), m_stack(new QStackedWidget(this)),
      m_plot(new TracePlot(context.theme, this)), m_drawing(new QTimer(this))
{
    setAccessibleName(tr("Traces"));
    m_points->setObjectName(QStringLiteral("tracePoints"));
    m_points->setAccessibleName(tr("The tracepoint that is shown"));
    m_points->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_save->setObjectName(QStringLiteral("saveTraces"));
    m_save->setText(tr("&Save..."));
    m_save->setToolTip(tr("Writes all records of all tracepoints to a file: a table (.csv) or JSON"));
    m_clear->setObjectName(QStringLiteral("clearTraces"));
    m_clear->setText(tr("Cl&ear"));
    m_clear->setToolTip(tr("Forgets what was logged so far; tracepoints stay"));
    m_expressions->setObjectName(QStringLiteral("plottedExpression"));
    m_expressions->setAccessibleName(tr("The expression that is plotted"));
    m_expressions->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_axis->setObjectName(QStringLiteral("plotAxis"));
    m_axis->setAccessibleName(tr("What values are plotted over"));
    m_axis->addItem(tr("over time"), static_cast<int>(TraceAxis::Time));
    m_axis->addItem(tr("over visits"), static_cast<int>(TraceAxis::Visit));
    m_axis->addItem(tr("over ranks"), static_cast<int>(TraceAxis::Rank));
    m_plotted->setObjectName(QStringLiteral("plotTraces"));
    m_plotted->setText(tr("&Plot"));
    m_plotted->setCheckable(true);
    m_plotted->setToolTip(tr("Draws the numbers of one expression, a curve for each rank, instead of the table"));
    m_drawing->setSingleShot(true);
    m_drawing->setInterval(kDrawing);
    for (QToolButton* const button : {m_plotted, m_save, m_clear})
        button->setFocusPolicy(Qt::TabFocus);
    m_tree->setObjectName(QStringLiteral("tracesView"));
    m_tree->setAccessibleName(tr("What ranks have logged"));
    m_tree->setRootIsDecorated(false);
    m_tree->setUniformRowHeights(true);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setSortingEnabled(true);
    m_tree->header()->setSortIndicator(-1, Qt::AscendingOrder); // in the order of coming
    m_view->setObjectName(QStringLiteral("traces"));
    m_view->proxy().setSortRole(TraceModel::SortRole);
    m_view->setColumnChars({17, 6, 10, 16, 40});
    m_view->setModel(&m_model);

    auto* const bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->setSpacing(8);
    bar->addWidget(m_points);
    bar->addWidget(m_expressions);
    bar->addWidget(m_axis);
    bar->addWidget(m_count, 1);
    bar->addWidget(m_plotted);
    bar->addWidget(m_save);
    bar->addWidget(m_clear);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_stack, 1);
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_plot);
    setFocusProxy(m_stack);
    connectAll();
    showWhatIsWanted();
    updatePoints();
}

TracesDock::~TracesDock()
{
    delete m_view; // the model is a member, gone before the children
}

void TracesDock::connectAll()
{
    connect(&m_context.bridge, &SessionBridge::breakpointsChanged, this, &TracesDock::updatePoints);
    connect(&m_context.bridge, &SessionBridge::tracesChanged, this, &TracesDock::updatePoints);
    connect(m_points, &QComboBox::currentIndexChanged, this, &TracesDock::choosePoint);
    connect(m_plotted, &QToolButton::toggled, this, &TracesDock::showWhatIsWanted);
    connect(m_expressions, &QComboBox::currentIndexChanged, this, &TracesDock::draw);
    connect(m_axis, &QComboBox::currentIndexChanged, this, &TracesDock::draw);
    connect(m_drawing, &QTimer::timeout, this, &TracesDock::draw);
    connect(m_save, &QToolButton::clicked, this, &TracesDock::askForFile);
    connect(m_clear, &QToolButton::clicked, this, [this] { m_context.bridge.session().clearTraces(); });
    connect(m_tree, &QAbstractItemView::activated, this, &TracesDock::focusRank);
    connect(m_tree->verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] {
        const QScrollBar* const scroll = m_tree->verticalScrollBar();
        m_atEnd = scroll->sliderPosition() == scroll->maximum();
    });
    connect(m_tree->verticalScrollBar(), &QScrollBar::rangeChanged, this, &TracesDock::follow);
}

void TracesDock::updatePoints()
{
    const session::Session& session = m_context.bridge.session();
    QStringList texts{tr("All tracepoints")};
    QList<QVariant> ids{QVariant()};
    for (const auto& [id, point] : session.traces().points()) {
        if (point.records == 0 && !session.breakpoints().find(id))
            continue;
        texts << QStringLiteral("%1: %2").arg(id.value()).arg(QString::fromStdString(point.place));
        ids << id.value();
    }
    bool same = m_points->count() == texts.size();
    for (int i = 0; same && i < m_points->count(); ++i)
        same = m_points->itemText(i) == texts[i];
    if (!same) {
        const QVariant chosen = m_points->currentData();
        const bool wasEmpty = m_points->count() <= 1;
        const QSignalBlocker quiet(m_points);
        m_points->clear();
        for (qsizetype i = 0; i < texts.size(); ++i)
            m_points->addItem(texts[i], ids[i]);
        // The first one is shown by its columns; who wants all says so.
        m_points->setCurrentIndex(wasEmpty && texts.size() == 2 ? 1 : std::max(0, m_points->findData(chosen)));
        choosePoint();
    }
    showCount();
    if (!m_drawing->isActive())
        m_drawing->start();
}

void TracesDock::choosePoint()
{
    const QVariant chosen = m_points->currentData();
    m_model.setPoint(chosen.isValid() ? std::optional(util::BreakpointId(chosen.toUInt())) : std::nullopt);
    updateExpressions();
    showCount();
}

void TracesDock::updateExpressions()
{
    const auto& points = m_context.bridge.session().traces().points();
    const auto point = m_model.point() ? points.find(*m_model.point()) : points.end();
    {
        const QSignalBlocker once(m_expressions);
        m_expressions->clear();
        if (point != points.end()) {
            for (const std::string& expression : point->second.expressions)
                m_expressions->addItem(QString::fromStdString(expression));
        }
    }
    draw();
}

void TracesDock::showWhatIsWanted()
{
    const bool isPlot = m_plotted->isChecked();
    m_stack->setCurrentWidget(isPlot ? static_cast<QWidget*>(m_plot) : m_view);
    m_stack->setFocusProxy(m_stack->currentWidget());
    m_expressions->setVisible(isPlot);
    m_axis->setVisible(isPlot);
    draw();
}

void TracesDock::draw()
{
    m_drawing->stop();
    if (!m_plotted->isChecked())
        return;
    const auto axis = static_cast<TraceAxis>(m_axis->currentData().toInt());
    if (!m_model.point())
        return m_plot->setCurves({}, axis, tr("Choose one tracepoint: its expressions can be plotted"));
    TraceCurves curves = curvesOf(m_context.bridge.session().traces(), *m_model.point(),
                                  static_cast<std::size_t>(std::max(0, m_expressions->currentIndex())), axis);
    const QString why = curves.left > 0
                            ? tr("None of the values of this expression is a number")
                            : tr("Nothing is logged yet: each rank that comes to the tracepoint adds a value");
    m_plot->setCurves(std::move(curves), axis, why);
}

void TracesDock::showCount()
{
    const session::TraceStore& traces = m_context.bridge.session().traces();
    QString text = counted(static_cast<qulonglong>(m_model.rowCount()), tr("1 record"), tr("%1 records"));
    if (traces.dropped() > 0)
        text += tr("; %1 older ones were given up").arg(traces.dropped());
    const bool any = !traces.rows().empty();
    m_count->setText(any ? text : QString());
    m_save->setEnabled(any);
    m_clear->setEnabled(any);
    const QString keys = m_context.actions.get(action::kTrace)->shortcut().toString(QKeySequence::NativeText);
    if (traces.points().empty())
        m_view->setEmptyText(tr("There are no tracepoints"),
                             tr("Put the cursor on a line of the source, press %1, and name what to log there.\n"
                                "Ranks that come by log the values, and do not stop.")
                                 .arg(keys));
    else
        m_view->setEmptyText(tr("Nothing is logged yet"),
                             tr("Each rank that comes to a tracepoint writes a row here."));
}

void TracesDock::follow()
{
    QScrollBar* const scroll = m_tree->verticalScrollBar();
    if (m_atEnd && m_tree->header()->sortIndicatorSection() < 0)
        scroll->setValue(scroll->maximum());
}

void TracesDock::focusRank(const QModelIndex& ofView)
{
    const auto rank = m_model.rankAt(m_view->toSource(ofView));
    if (rank && m_context.bridge.session().processes().all().contains(*rank))
        (void)m_context.bridge.session().setFocus(util::RankSet(*rank)); // it is of this job
}

void TracesDock::askForFile()
{
    auto* const dialog =
        new QFileDialog(this, tr("Save What Was Traced"), QString(), tr("Table (*.csv);;JSON (*.json)"));
    dialog->setObjectName(QStringLiteral("saveTracesDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        dialog->setDefaultSuffix(filter.contains(QLatin1String("json")) ? QStringLiteral("json")
                                                                        : QStringLiteral("csv"));
    });
    connect(dialog, &QFileDialog::fileSelected, this, &TracesDock::saveTo);
    dialog->open();
}

void TracesDock::saveTo(const QString& file)
{
    m_context.notices.showResult(QStringLiteral("traces"), session::saveTraces(QFile::encodeName(file).toStdString(),
                                                                               m_context.bridge.session().traces()));
}

} // namespace dbgr::ui

#include "moc_traces_dock.cpp"
