// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attach/rank_chooser.h"

#include "ui/theme/theme.h"
#include "ui/widgets/filtered_view.h"
#include "ui/widgets/label_color.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

namespace dbgr::ui {

RankChooser::RankChooser(UiContext& context, QWidget* parent) : QWidget(parent), m_context(context)
{
    m_look.setSingleShot(true);
    m_look.setInterval(kLookDelayMs);
    connect(&m_look, &QTimer::timeout, this, &RankChooser::ask);
    m_pages = new QStackedWidget(this);
    makeField();
    makeAsking();
    makeHosts();
    auto* const line = new QHBoxLayout;
    line->setSpacing(12);
    line->addWidget(m_label);
    line->addWidget(m_field, 1);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(line);
    layout->addWidget(m_problem);
    layout->addWidget(m_pages, 1);
    layout->addStretch(); // in place of what is hidden
    connect(&m_model, &HostModel::chosen, this, [this] {
        showText();
        keep();
        emit changed();
    });
    connect(&context.theme, &Theme::changed, this, &RankChooser::showLook);
    showLook();
    showState();
}

RankChooser::~RankChooser()
{
    delete m_hosts; // it shows the model
}

void RankChooser::makeField()
{
    m_field = new QLineEdit(this);
    m_field->setObjectName(QStringLiteral("attachRanks"));
    m_field->setAccessibleName(tr("Ranks to attach to"));
    m_field->setPlaceholderText(tr("ranks, such as 0-3,7, or all"));
    m_label = new QLabel(tr("Ran&ks"), this);
    m_label->setBuddy(m_field);
    m_problem = new QLabel(this);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->hide();
    connect(m_field, &QLineEdit::textEdited, this, [this](const QString& text) {
        m_model.setText(text);
        showProblem();
        keep();
        emit changed();
    });
}

void RankChooser::makeAsking()
{
    auto* const page = new QWidget;
    m_words = new QLabel(page);
    m_words->setTextFormat(Qt::PlainText);
    m_words->setWordWrap(true);
    m_progress = new QProgressBar(page);
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(4);
    m_button = new QPushButton(page);
    m_button->setObjectName(QStringLiteral("showRanks"));
    m_button->setAutoDefault(false); // Return attaches
    auto* const layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_words);
    layout->addWidget(m_progress);
    layout->addWidget(m_button, 0, Qt::AlignLeft);
    layout->addStretch(1);
    m_pages->addWidget(page);
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_asking)
            giveUp();
        else
            ask();
    });
}

void RankChooser::makeHosts()
{
    auto* const tree = new QTreeView;
    tree->setObjectName(QStringLiteral("attachHostsView"));
    tree->setAccessibleName(tr("Hosts"));
    tree->setRootIsDecorated(false);
    tree->setUniformRowHeights(true);
    tree->setAllColumnsShowFocus(true);
    m_hosts = new FilteredView(tree, m_context);
    m_hosts->setObjectName(QStringLiteral("attachHosts"));
    m_hosts->setColumnChars({18, 16, 10});
    m_hosts->setModel(&m_model);
    tree->setFrameShape(QFrame::StyledPanel);
    m_pages->addWidget(m_hosts);
}

void RankChooser::setJob(const launchers::RunningJob* job)
{
    if (job && m_job && keyOf(*job) == keyOf(*m_job)) {
        m_job = *job; // the same, a moment later
        if (job->ranks)
            m_choice.setCount(*job->ranks);
        return showProblem();
    }
    m_look.stop();
    m_question.cancel();
    m_asking = false;
    m_job = job ? std::optional(*job) : std::nullopt;
    const auto known = job ? m_known.find(keyOf(*job)) : m_known.end();
    const Known before = known == m_known.end() ? Known() : known->second;
    m_error = before.error;
    m_model.changeHosts([&](RankChoice& choice) {
        choice = before.choice;
        if (job && job->ranks)
            choice.setCount(*job->ranks);
    });
    if (job && m_context.jobs && !ranksNeedTheLauncher(*job) && m_choice.hosts().empty() && !m_error)
        m_look.start();
    showText();
    showState();
}

util::Result<std::optional<util::RankSet>> RankChooser::ranks() const
{
    if (const QString problem = m_choice.problem(); !problem.isEmpty())
        return util::fail(std::make_error_code(std::errc::invalid_argument), problem.toStdString());
    return m_choice.ranks();
}

void RankChooser::forget()
{
    m_known.clear();
    setJob(nullptr);
}

void RankChooser::keep()
{
    if (m_job)
        m_known[keyOf(*m_job)] = {m_choice, m_error};
}

void RankChooser::ask()
{
    if (!m_job || !m_context.jobs)
        return;
    m_error.reset();
    m_asking = true;
    m_question = m_context.jobs->inspect(m_job->target,
                                         [this](const util::Result<session::JobLaunched>& answer) { take(answer); });
    showState();
}

void RankChooser::giveUp()
{
    m_question.cancel();
    m_asking = false;
    showState();
}

void RankChooser::take(const util::Result<session::JobLaunched>& answer)
{
    m_asking = false;
    if (answer)
        m_model.changeHosts([&](RankChoice& choice) { choice.setPlaces(answer->ranks); });
    else
        m_error = answer.error();
    keep();
    showText();
    showState();
    emit changed();
}

void RankChooser::showState()
{
    for (QWidget* const part :
         {static_cast<QWidget*>(m_label), static_cast<QWidget*>(m_field), static_cast<QWidget*>(m_pages)})
        part->setVisible(m_job.has_value());
    m_pages->setCurrentIndex(m_choice.hosts().empty() ? 0 : 1);
    m_progress->setVisible(m_asking);
    m_button->setVisible(m_job && m_context.jobs && !m_look.isActive());
    m_button->setText(m_asking ? tr("Ca&ncel Asking") : m_error ? tr("Try Agai&n") : tr("Show Ra&nks"));
    if (!m_job || m_look.isActive())
        m_words->clear();
    else if (m_asking)
        m_words->setText(ranksNeedTheLauncher(*m_job) ? tr("Asking the launcher ...") : tr("Looking for them ..."));
    else if (m_error)
        m_words->setText(errorWords(*m_error));
    else
        m_words->setText(tr("Its launcher knows where they are. It is asked only when you say so."));
    setLabelColor(*m_words, m_context.theme.color(m_error ? ColorRole::ErrorText : ColorRole::DimText));
}

void RankChooser::showText()
{
    if (m_field->text() != m_choice.text())
        m_field->setText(m_choice.text());
    showProblem();
}

void RankChooser::showProblem()
{
    m_problem->setText(m_job ? m_choice.problem() : QString());
    m_problem->setVisible(!m_problem->text().isEmpty());
}

void RankChooser::showLook()
{
    m_field->setFont(m_context.theme.fixedFont());
    setLabelColor(*m_problem, m_context.theme.color(ColorRole::ErrorText));
    showState();
}

} // namespace dbgr::ui

#include "moc_rank_chooser.cpp"
