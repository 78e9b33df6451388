// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attach/running_jobs_page.h"

#include "ui/attach/job_details.h"
#include "ui/attach/rank_chooser.h"
#include "ui/bridge/counted.h"
#include "ui/theme/theme.h"
#include "ui/widgets/filtered_view.h"
#include "ui/widgets/label_color.h"
#include "ui/widgets/make_current.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

namespace dbgr::ui {

namespace {

constexpr int kDetailsHeight = 168;

tl::unexpected<util::Error> refuse(const QString& why)
{
    return util::fail(std::make_error_code(std::errc::invalid_argument), why.toStdString());
}

} // namespace

RunningJobsPage::RunningJobsPage(UiContext& context, QWidget* parent)
    : AttachPage(parent), m_context(context), m_model(&context.theme), m_watch(context.jobs, kInterval),
      m_count(new QLabel(this)), m_problems(new QLabel(this)), m_details(new JobDetails(context, this))
{
    makeList();
    m_count->setObjectName(QStringLiteral("jobCount"));
    m_problems->setObjectName(QStringLiteral("jobProblems"));
    m_problems->setTextFormat(Qt::PlainText);
    m_problems->setMinimumWidth(1); // a long one must not widen the dialog; its tip has it whole
    auto* const line = new QHBoxLayout;
    line->setSpacing(16);
    line->addWidget(m_count);
    line->addWidget(m_problems, 1);
    m_details->setFixedHeight(kDetailsHeight);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 8);
    layout->setSpacing(8);
    layout->addWidget(m_list, 1);
    layout->addLayout(line);
    layout->addWidget(m_details);

    m_second.setInterval(std::chrono::seconds(1));
    connect(&m_second, &QTimer::timeout, this, [this] { m_model.setNow(std::chrono::system_clock::now()); });
    connect(&m_watch, &JobWatch::listed, this, &RunningJobsPage::take);
    connect(&m_details->chooser(), &RankChooser::changed, this, &RunningJobsPage::changed);
    connect(&context.theme, &Theme::changed, this, &RunningJobsPage::showLook);
    showLook();
    showEmptyText();
    showCurrent();
}

RunningJobsPage::~RunningJobsPage()
{
    delete m_list; // it shows the model
}

void RunningJobsPage::makeList()
{
    auto* const tree = new QTreeView;
    tree->setObjectName(QStringLiteral("runningJobsView"));
    tree->setAccessibleName(tr("Running jobs"));
    tree->setRootIsDecorated(false);
    tree->setUniformRowHeights(true);
    tree->setAllColumnsShowFocus(true);
    tree->setTextElideMode(Qt::ElideRight);
    m_list = new FilteredView(tree, m_context, this);
    m_list->setObjectName(QStringLiteral("runningJobs"));
    m_list->keepFilterShown();
    m_list->setColumnChars({36, 36, 19, 8, 8, 6, 12});
    m_list->setModel(&m_model);
    tree->setFrameShape(QFrame::StyledPanel);
    tree->header()->setStretchLastSection(false);
    tree->header()->setSectionResizeMode(JobListModel::Command, QHeaderView::Stretch);
    connect(tree, &QTreeView::doubleClicked, this, &RunningJobsPage::accepted);
    connect(tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &RunningJobsPage::showCurrent);
    // For the filter; queued, as a row that comes now is not the first one yet when others follow.
    connect(&m_list->proxy(), &QAbstractItemModel::rowsInserted, this, &RunningJobsPage::chooseFirst,
            Qt::QueuedConnection);
    connect(&m_list->proxy(), &QAbstractItemModel::rowsRemoved, this, &RunningJobsPage::chooseFirst,
            Qt::QueuedConnection);
}

void RunningJobsPage::begin()
{
    m_list->view()->setFocus();
}

void RunningJobsPage::showEvent(QShowEvent* event)
{
    AttachPage::showEvent(event);
    m_model.setNow(std::chrono::system_clock::now());
    m_second.start();
    m_watch.setActive(true);
}

void RunningJobsPage::hideEvent(QHideEvent* event)
{
    AttachPage::hideEvent(event);
    m_second.stop();
    m_watch.setActive(false);
}

template <class Change>
void RunningJobsPage::keepPlace(Change&& change)
{
    QAbstractItemView* const view = m_list->view();
    const bool isScrolled = view->verticalScrollBar()->value() > 0;
    const QPersistentModelIndex top = view->indexAt(QPoint(0, 0));
    change();
    if (isScrolled && top.isValid())
        view->scrollTo(top, QAbstractItemView::PositionAtTop);
}

void RunningJobsPage::take(const launchers::JobListing& listing)
{
    const launchers::RunningJob* const current = m_model.job(currentRow());
    const auto kept = current ? std::optional(keyOf(*current)) : std::nullopt;
    keepPlace([&] { m_model.setJobs(listing.jobs, kept); });
    m_model.setNow(std::chrono::system_clock::now());
    showEmptyText();
    showProblems(listing.problems);
    showCount();
    chooseFirst();
    showCurrent();
}

void RunningJobsPage::chooseFirst()
{
    QAbstractItemView* const view = m_list->view();
    if (view->currentIndex().isValid())
        return;
    // What another debugger holds is for the user to choose. One that cannot be attached to says at least why.
    for (const auto& [role, wanted] : {std::pair(JobListModel::FreeRole, true), {JobListModel::ReadyRole, false}}) {
        for (int row = 0; row < m_list->proxy().rowCount(); ++row) {
            const QModelIndex index = m_list->proxy().index(row, 0);
            if (index.data(role).toBool() == wanted)
                return makeCurrent(*view, index);
        }
    }
}

int RunningJobsPage::currentRow() const
{
    return m_list->toSource(m_list->view()->currentIndex()).row();
}

util::Result<AttachChoice> RunningJobsPage::choice() const
{
    const int row = currentRow();
    const launchers::RunningJob* const job = m_model.job(row);
    if (!job)
        return refuse(m_model.rowCount() == 0 ? QString() : tr("Choose a job."));
    if (m_model.hasEnded(row))
        return refuse(tr("The job has ended."));
    if (job->refusal)
        return refuse(tr("This job cannot be attached to."));
    auto ranks = m_details->chooser().ranks();
    if (!ranks)
        return util::fail(std::move(ranks).error());
    return AttachChoice{job->target, *std::move(ranks)};
}

void RunningJobsPage::showCurrent()
{
    const int row = currentRow();
    m_details->setJob(m_model.job(row), m_model.hasEnded(row));
    emit changed();
}

void RunningJobsPage::showEmptyText()
{
    if (!m_watch.canList())
        m_list->setEmptyText(tr("Running jobs cannot be listed"), tr("Type what to attach to on the other pages."));
    else if (!m_watch.knows())
        m_list->setEmptyText(tr("Looking for running jobs ..."), {});
    else
        m_list->setEmptyText(tr("No job of yours runs on this machine"),
                             tr("Start one as always and it comes up here, or launch it under dbgr: "
                                "dbgr mpiexec -n 4 ./ring. Processes without a launcher, and core files, have pages "
                                "of their own above."));
}

void RunningJobsPage::showCount()
{
    const int jobs = m_model.rowCount();
    m_count->setText(jobs == 0 ? QString() : counted(qulonglong(jobs), tr("1 job"), tr("%1 jobs")));
    m_count->setVisible(jobs > 0);
}

void RunningJobsPage::showProblems(const std::vector<util::Error>& problems)
{
    QStringList all;
    for (const util::Error& problem : problems)
        all << errorWords(problem);
    m_problems->setText(all.size() < 2 ? all.join(QString())
                                       : tr("%1 (and %2 more)").arg(all.front()).arg(all.size() - 1));
    m_problems->setToolTip(all.join(QLatin1Char('\n')));
}

void RunningJobsPage::showLook()
{
    for (QLabel* const label : {m_count, m_problems})
        setLabelColor(*label, m_context.theme.color(ColorRole::DimText));
}

} // namespace dbgr::ui

#include "moc_running_jobs_page.cpp"
