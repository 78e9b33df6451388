// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attach/job_details.h"

#include "ui/attach/job_words.h"
#include "ui/attach/rank_chooser.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label_color.h"

#include <QDateTime>
#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QScrollArea>

namespace dbgr::ui {

namespace {

constexpr int kFactsShare = 3;
constexpr int kRanksShare = 2;

} // namespace

JobDetails::JobDetails(UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_chooser(new RankChooser(context))
{
    auto* const facts = new QWidget;
    auto* const grid = new QGridLayout(facts);
    grid->setContentsMargins(0, 4, 8, 0); // in line with the field of the ranks
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    makeFact(*grid, "jobRefusal", tr("Refused"));
    makeFact(*grid, "jobCommand", tr("Command"));
    makeFact(*grid, "jobLauncher", tr("Launcher"));
    makeFact(*grid, "jobProgram", tr("Program"));
    makeFact(*grid, "jobStarted", tr("Started"));
    makeFact(*grid, "jobDebugger", tr("Debugger"));
    grid->setRowStretch(Facts, 1);
    auto* const scroll = new QScrollArea; // a command line may be of any length
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(facts);
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(16);
    layout->addWidget(scroll, kFactsShare);
    layout->addWidget(m_chooser, kRanksShare);
    connect(&context.theme, &Theme::changed, this, &JobDetails::showLook);
    showLook();
}

void JobDetails::makeFact(QGridLayout& grid, const char* name, const QString& title)
{
    const int row = static_cast<int>(m_titles.size());
    m_titles.push_back(new QLabel(title));
    m_values.push_back(new QLabel);
    QLabel* const value = m_values.back();
    value->setObjectName(QLatin1String(name));
    value->setTextFormat(Qt::PlainText);
    value->setWordWrap(true);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    value->setAccessibleName(title);
    grid.addWidget(m_titles.back(), row, 0, Qt::AlignTop);
    grid.addWidget(value, row, 1, Qt::AlignTop);
}

void JobDetails::setFact(Fact fact, const QString& text)
{
    m_values[fact]->setText(text);
    m_values[fact]->setVisible(!text.isEmpty());
    m_titles[fact]->setVisible(!text.isEmpty());
}

void JobDetails::setJob(const launchers::RunningJob* job, bool ended)
{
    const auto started = [&] {
        const auto since = std::chrono::duration_cast<std::chrono::seconds>(job->started.time_since_epoch()).count();
        return QLocale().toString(QDateTime::fromSecsSinceEpoch(since), QLocale::ShortFormat);
    };
    const bool refused = job && (ended || job->refusal);
    setFact(Refusal, !refused ? QString()
                     : ended  ? tr("The job has ended in the meantime. Choose another one.")
                              : errorWords(*job->refusal));
    setFact(Command, job ? commandText(*job) : QString());
    setFact(Launcher, job ? launcherText(*job) : QString());
    setFact(Program, job ? QString::fromStdString(job->program) : QString());
    setFact(Started, job ? started() : QString());
    setFact(Debugger, job && !job->debuggedBy.empty()
                          ? tr("%1 has hold of ranks of it. A rank can have one debugger only: choose others.")
                                .arg(QString::fromStdString(job->debuggedBy))
                          : QString());
    m_chooser->setJob(refused ? nullptr : job);
}

void JobDetails::showLook()
{
    const Theme& theme = m_context.theme;
    for (QLabel* const title : m_titles)
        setLabelColor(*title, theme.color(ColorRole::DimText));
    setLabelColor(*m_values[Refusal], theme.color(ColorRole::ErrorText));
    m_values[Command]->setFont(theme.fixedFont());
    m_values[Program]->setFont(theme.fixedFont());
}

} // namespace dbgr::ui

#include "moc_job_details.cpp"
