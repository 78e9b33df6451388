// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/start_page.h"

#include "ui/bridge/counted.h"
#include "ui/sessions/recent_sessions_row.h"
#include "ui/start/card.h"
#include "ui/start/launch_form.h"
#include "ui/theme/application_icon.h"
#include "ui/theme/theme.h"
#include "ui/widgets/filtered_view.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

namespace dbgr::ui {

namespace {

constexpr int kColumnWidth = 800;
constexpr int kIconSize = 16;
constexpr int kTitleIconSize = 48;
constexpr int kSpace = 16;
constexpr int kRecentHeight = 100;
/// Only a number comes of it.
constexpr std::chrono::seconds kJobsInterval{5};

QLabel* makeHeading(const QString& text)
{
    auto* const label = new QLabel(text);
    QFont font;
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    return label;
}

QVBoxLayout* section(QWidget* whole, const QString& heading, QWidget* content)
{
    auto* const layout = new QVBoxLayout(whole);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(makeHeading(heading));
    layout->addWidget(content, 1);
    return layout;
}

} // namespace

StartPage::StartPage(UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_history(context.settings), m_jobs(context.jobs, kJobsInterval)
{
    setObjectName(QStringLiteral("startPage"));
    setAccessibleName(tr("Start page"));
    setFocusPolicy(Qt::StrongFocus);
    auto* const column = new QWidget;
    column->setMaximumWidth(kColumnWidth);
    auto* const layout = new QVBoxLayout(column);
    layout->setContentsMargins(kSpace, kSpace, kSpace, kSpace);
    layout->setSpacing(kSpace);
    layout->addWidget(makeTitle());
    layout->addWidget(makeLaunch());
    layout->addWidget(makeRecent(), 1);
    layout->addWidget(makeSessions());
    auto* const bottom = new QHBoxLayout;
    bottom->setSpacing(kSpace);
    bottom->addWidget(makeTips(), 4);
    bottom->addWidget(makeAttach(), 3);
    bottom->addWidget(makeCores(), 3);
    layout->addLayout(bottom);

    auto* const page = new QWidget;
    auto* const centred = new QHBoxLayout(page);
    centred->setContentsMargins(0, 0, 0, 0);
    centred->addStretch(1);
    centred->addWidget(column, 100);
    centred->addStretch(1);
    auto* const scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(page);
    auto* const whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scroll);

    connect(&context.theme, &Theme::changed, this, &StartPage::showLook);
    showLook();
}

StartPage::~StartPage()
{
    delete m_form; // they show the history
    delete m_recent;
}

QWidget* StartPage::makeTitle()
{
    auto* const icon = new QLabel;
    icon->setPixmap(applicationIcon().pixmap(kTitleIconSize));
    auto* const name = new QLabel(QStringLiteral("dbgr"));
    QFont font;
    font.setPointSizeF(font.pointSizeF() * 1.8);
    font.setWeight(QFont::DemiBold);
    name->setFont(font);
    auto* const words = new QLabel(tr("Which ranks are where, and why"));
    m_dim.push_back(words);

    auto* const title = new QWidget;
    auto* const texts = new QVBoxLayout;
    texts->setSpacing(0);
    texts->addWidget(name);
    texts->addWidget(words);
    auto* const layout = new QHBoxLayout(title);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(icon);
    layout->addLayout(texts, 1);
    return title;
}

QWidget* StartPage::makeLaunch()
{
    m_form = new LaunchForm(m_context, m_history);
    auto* const card = new Card(m_context.theme);
    auto* const inside = new QVBoxLayout(card);
    inside->setContentsMargins(kSpace, kSpace, kSpace, kSpace);
    inside->addWidget(m_form);
    connect(m_form, &LaunchForm::launchRequested, this, &StartPage::launch);
    auto* const whole = new QWidget;
    section(whole, tr("Launch a job"), card);
    return whole;
}

QWidget* StartPage::makeRecent()
{
    auto* const view = new QTreeView;
    view->setObjectName(QStringLiteral("recentView"));
    view->setAccessibleName(tr("Recent launches"));
    view->setRootIsDecorated(false);
    view->setUniformRowHeights(true);
    view->setAllColumnsShowFocus(true);
    m_recent = new FilteredView(view, m_context);
    m_recent->setObjectName(QStringLiteral("recentLaunches"));
    m_recent->setMinimumHeight(kRecentHeight);
    m_recent->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored); // it takes what the others leave
    m_recent->setModel(&m_history);
    m_recent->setEmptyText(tr("No jobs yet"), tr("Those that you launch stand here, to start them again"));
    view->header()->setStretchLastSection(false);
    view->header()->setSectionResizeMode(LaunchHistory::Command, QHeaderView::Stretch);
    view->header()->setSectionResizeMode(LaunchHistory::Folder, QHeaderView::ResizeToContents);
    view->header()->setSectionResizeMode(LaunchHistory::When, QHeaderView::ResizeToContents);
    addRecentActions();
    connect(view, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        m_form->setRequest(m_history.request(m_recent->toSource(index).row()));
    });
    connect(view, &QTreeView::doubleClicked, this,
            [this](const QModelIndex& index) { launch(m_history.request(m_recent->toSource(index).row())); });
    auto* const whole = new QWidget;
    section(whole, tr("Recent"), m_recent);
    return whole;
}

QWidget* StartPage::makeSessions()
{
    auto* const row = new RecentSessionsRow(m_context);
    connect(row, &RecentSessionsRow::chosen, this, &StartPage::sessionChosen);
    auto* const whole = new QWidget;
    auto* const layout = new QHBoxLayout(whole);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSpace);
    layout->addWidget(makeHeading(tr("Sessions")));
    layout->addWidget(row, 1);
    return whole;
}

void StartPage::addRecentActions()
{
    const auto make = [this](const char* name, const QString& text, const QList<QKeySequence>& keys, auto what) {
        auto* const action = new QAction(text, this);
        action->setObjectName(QLatin1String(name));
        action->setShortcuts(keys);
        connect(action, &QAction::triggered, this, [this, what] {
            if (const int row = currentRow(); row >= 0)
                what(row);
        });
        return action;
    };
    m_recent->addContextActions({make("recent.launch", tr("Launch"), {Qt::Key_Return, Qt::Key_Enter},
                                      [this](int row) { launch(m_history.request(row)); }),
                                 make("recent.fill", tr("Put into the Form"), {Qt::Key_Space},
                                      [this](int row) {
                                          m_form->setRequest(m_history.request(row));
                                          m_form->focusCommand();
                                      }),
                                 make("recent.remove", tr("Remove from the List"), {QKeySequence::Delete},
                                      [this](int row) { m_history.remove(row); })});
}

QWidget* StartPage::makeWay(const WayWords& words, const char* actionName)
{
    auto* const icon = new QLabel;
    m_icons.push_back({icon, QLatin1String(words.icon)});
    auto* const text = new QLabel(words.text);
    text->setWordWrap(true);
    auto* const choose = new QPushButton(words.button);
    choose->setObjectName(QLatin1String(words.name));
    choose->setAutoDefault(false);
    QAction* const action = m_context.actions.get(actionName);
    choose->setToolTip(action->toolTip());
    connect(choose, &QPushButton::clicked, action, &QAction::trigger);
    auto* const card = new Card(m_context.theme);
    auto* const grid = new QGridLayout(card);
    grid->setContentsMargins(12, 12, 12, 12);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(1, 1);
    grid->addWidget(icon, 0, 0, Qt::AlignTop);
    grid->addWidget(text, 0, 1);
    if (words.note)
        grid->addWidget(words.note, 1, 1);
    grid->setRowStretch(2, 1);
    grid->addWidget(choose, 3, 1, Qt::AlignLeft);
    auto* const whole = new QWidget;
    section(whole, words.title, card);
    return whole;
}

QWidget* StartPage::makeAttach()
{
    m_jobCount = new QLabel;
    m_jobCount->setObjectName(QStringLiteral("startJobCount"));
    m_dim.push_back(m_jobCount);
    connect(&m_jobs, &JobWatch::listed, this, &StartPage::showJobs);
    return makeWay({"startAttach", "attach", tr("Attach to a running job"),
                    tr("A job that runs already can be looked into, and goes on as it was."), tr("Choose a &Job..."),
                    m_jobCount},
                   action::kAttach);
}

QWidget* StartPage::makeCores()
{
    return makeWay({"startCores", "stacks", tr("Open core files"),
                    tr("What crashed ranks left behind is looked at as one job: stacks and values."),
                    tr("Open C&ore Files..."), nullptr},
                   action::kOpenCores);
}

void StartPage::showJobs(const launchers::JobListing& listing)
{
    const auto jobs = listing.jobs.size();
    m_jobCount->setText(jobs == 0 ? tr("None of yours runs here now.")
                                  : counted(jobs, tr("1 of yours runs here now."), tr("%1 of yours run here now.")));
}

void StartPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_jobs.setActive(true);
}

void StartPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_jobs.setActive(false);
}

QWidget* StartPage::makeTips()
{
    const QString palette =
        m_context.actions.get(action::kCommandPalette)->shortcut().toString(QKeySequence::NativeText);
    const std::pair<const char*, QString> tips[] = {
        {"breakpoint", tr("Ranks are held before your code runs: set breakpoints first.")},
        {"ranks", tr("Commands are for the focus: all ranks, or those that you choose.")},
        {"palette", tr("%1 finds every command. Typing in a list filters it.").arg(palette)},
    };
    auto* const card = new Card(m_context.theme);
    auto* const grid = new QGridLayout(card);
    grid->setContentsMargins(12, 12, 12, 12);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(1, 1);
    for (const auto& [icon, text] : tips) {
        auto* const mark = new QLabel;
        m_icons.push_back({mark, QLatin1String(icon)});
        auto* const words = new QLabel(text);
        words->setWordWrap(true);
        const int row = grid->rowCount();
        grid->addWidget(mark, row, 0, Qt::AlignTop);
        grid->addWidget(words, row, 1);
    }
    auto* const whole = new QWidget;
    section(whole, tr("Good to know"), card);
    return whole;
}

void StartPage::remember(const LaunchRequest& request)
{
    m_history.add(request);
    m_form->setRequest(request);
}

LaunchRequest StartPage::request() const
{
    return m_form->request();
}

void StartPage::propose(const LaunchRequest& request)
{
    m_form->setRequest(request);
    m_proposed = true;
    setFocus();
}

void StartPage::launch(const LaunchRequest& request)
{
    const LaunchRequest wanted = request; // the history's own row moves
    const bool isWrong = problemsOf(wanted).any();
    if (isWrong) { // of a recent one, whose folder is gone: the form says so
        m_form->setRequest(wanted);
        m_form->submit();
        return;
    }
    remember(wanted);
    emit launchRequested(wanted);
}

int StartPage::currentRow() const
{
    return m_recent->toSource(m_recent->view()->currentIndex()).row();
}

void StartPage::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    if (std::exchange(m_proposed, false))
        m_form->focusButton();
    else
        m_form->focusCommand();
}

void StartPage::showLook()
{
    const Theme& theme = m_context.theme;
    for (const IconLabel& icon : m_icons)
        icon.label->setPixmap(theme.icon(icon.icon, ColorRole::DimText).pixmap(kIconSize));
    QPalette dim;
    dim.setColor(QPalette::WindowText, theme.color(ColorRole::DimText));
    for (QLabel* const label : m_dim)
        label->setPalette(dim);
}

} // namespace dbgr::ui

#include "moc_start_page.cpp"
