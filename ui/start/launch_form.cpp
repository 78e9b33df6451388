// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/launch_form.h"

#include "ui/settings/setting_keys.h"
#include "ui/start/launch_history.h"
#include "ui/theme/leading_palette.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>

namespace dbgr::ui {

using launchers::HoldPoint;

namespace {

constexpr int kLabelColumn = 0;
constexpr int kFieldColumn = 1;
constexpr int kFieldColumns = 4; ///< field, its button; or two fields with a label between
constexpr int kEnvironmentLines = 4;
constexpr int kButtonPadding = 32;

} // namespace

LaunchForm::LaunchForm(UiContext& context, LaunchHistory& history, QWidget* parent)
    : QWidget(parent), m_context(context), m_history(history)
{
    auto* const grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(kFieldColumn, 1);
    grid->setColumnStretch(kFieldColumn + 2, 1);
    makeCommand(*grid);
    makeFolder(*grid);
    makeStops(*grid);
    makeEnvironment(*grid);
    makeButton(*grid);
    connect(&context.theme, &Theme::changed, this, [this] {
        showLook();
        showProblems();
    });
    showLook();
    fillFirst();
}

void LaunchForm::addLabel(QGridLayout& grid, const QString& text, QWidget* buddy)
{
    auto* const label = new QLabel(text, this);
    label->setBuddy(buddy);
    buddy->setAccessibleName(QString(text).remove(u'&'));
    grid.addWidget(label, grid.rowCount(), kLabelColumn);
}

QLabel* LaunchForm::addProblem(QGridLayout& grid)
{
    auto* const label = new QLabel(this);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->hide();
    grid.addWidget(label, grid.rowCount(), kFieldColumn, 1, kFieldColumns);
    return label;
}

void LaunchForm::makeCommand(QGridLayout& grid)
{
    m_command = new QComboBox(this);
    m_command->setObjectName(QStringLiteral("command"));
    m_command->setEditable(true);
    m_command->setInsertPolicy(QComboBox::NoInsert);
    m_command->setDuplicatesEnabled(true); // Return in a known command starts what the form says, not what it said then
    m_command->setModel(&m_history);
    m_command->setCompleter(nullptr);
    m_command->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_command->lineEdit()->setPlaceholderText(
        QStringLiteral("mpiexec -n 4 ./ring, or -n 4 ./ring for dbgr's own launcher"));
    m_command->installEventFilter(this);
    addLabel(grid, tr("&Command"), m_command);
    grid.addWidget(m_command, grid.rowCount() - 1, kFieldColumn, 1, kFieldColumns);
    m_commandProblem = addProblem(grid);
    connect(m_command, &QComboBox::activated, this, [this](int row) { setRequest(m_history.request(row)); });
    connect(m_command, &QComboBox::editTextChanged, this, &LaunchForm::showProblems);
    connect(m_command->lineEdit(), &QLineEdit::returnPressed, this, &LaunchForm::submit);
}

void LaunchForm::makeFolder(QGridLayout& grid)
{
    m_folder = new QLineEdit(this);
    m_folder->setObjectName(QStringLiteral("folder"));
    m_browse = new QToolButton(this);
    m_browse->setObjectName(QStringLiteral("browse"));
    m_browse->setToolTip(tr("Choose the folder"));
    m_browse->setAccessibleName(tr("Choose the working folder"));
    addLabel(grid, tr("Fo&lder"), m_folder);
    grid.addWidget(m_folder, grid.rowCount() - 1, kFieldColumn, 1, kFieldColumns - 1);
    grid.addWidget(m_browse, grid.rowCount() - 1, kFieldColumn + kFieldColumns - 1);
    m_folderProblem = addProblem(grid);
    connect(m_folder, &QLineEdit::textChanged, this, &LaunchForm::showProblems);
    connect(m_folder, &QLineEdit::returnPressed, this, &LaunchForm::submit);
    connect(m_browse, &QToolButton::clicked, this, &LaunchForm::browse);
}

void LaunchForm::makeStops(QGridLayout& grid)
{
    m_hold = new QComboBox(this);
    m_hold->setObjectName(QStringLiteral("hold"));
    m_hold->installEventFilter(this);
    const auto addHold = [this](HoldPoint hold, const QString& text, const QString& tip) {
        m_hold->addItem(text, QString::fromLatin1(launchers::name(hold)));
        m_hold->setItemData(m_hold->count() - 1, tip, Qt::ToolTipRole);
    };
    addHold(HoldPoint::Init, tr("in MPI_Init"), tr("Right for nearly all MPI programs"));
    addHold(HoldPoint::App, tr("at the end of MPI_Init"), tr("Only MPI libraries that offer it"));
    addHold(HoldPoint::Exec, tr("before main"), tr("For programs without MPI, too"));
    addHold(HoldPoint::None, tr("nowhere"), tr("Ranks run, and are attached to as soon as they can be"));

    m_firstStop = new QComboBox(this);
    m_firstStop->setObjectName(QStringLiteral("firstStop"));
    m_firstStop->setEditable(true);
    m_firstStop->setInsertPolicy(QComboBox::NoInsert);
    m_firstStop->addItem(QStringLiteral("main"));
    m_firstStop->setCurrentIndex(-1);
    m_firstStop->setCompleter(nullptr);
    m_firstStop->setToolTip(tr("A breakpoint that is set before the job starts: a function, or file:line"));
    m_firstStop->lineEdit()->setPlaceholderText(tr("function or file:line; may be empty"));
    m_firstStop->installEventFilter(this);

    addLabel(grid, tr("Hol&d ranks"), m_hold);
    const int row = grid.rowCount() - 1;
    grid.addWidget(m_hold, row, kFieldColumn);
    auto* const label = new QLabel(tr("Sto&p first at"), this);
    label->setBuddy(m_firstStop);
    m_firstStop->setAccessibleName(tr("Stop first at"));
    grid.addWidget(label, row, kFieldColumn + 1);
    grid.addWidget(m_firstStop, row, kFieldColumn + 2, 1, kFieldColumns - 2);
    m_firstStopProblem = addProblem(grid);
    connect(m_firstStop, &QComboBox::editTextChanged, this, &LaunchForm::showProblems);
    connect(m_hold, &QComboBox::currentIndexChanged, this, &LaunchForm::showProblems);
    connect(m_firstStop->lineEdit(), &QLineEdit::returnPressed, this, &LaunchForm::submit);
}

void LaunchForm::makeEnvironment(QGridLayout& grid)
{
    m_showEnvironment = new QToolButton(this);
    m_showEnvironment->setObjectName(QStringLiteral("showEnvironment"));
    m_showEnvironment->setAutoRaise(true);
    m_showEnvironment->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_environment = new QPlainTextEdit(this);
    m_environment->setObjectName(QStringLiteral("environment"));
    m_environment->setAccessibleName(tr("Environment variables, one NAME=value a line"));
    m_environment->setPlaceholderText(tr("OMP_NUM_THREADS=2\nOne NAME=value a line, on top of dbgr's own environment"));
    m_environment->setTabChangesFocus(true);
    m_environment->setFixedHeight(m_environment->fontMetrics().lineSpacing() * kEnvironmentLines + 12);
    grid.addWidget(m_showEnvironment, grid.rowCount(), kFieldColumn, 1, kFieldColumns, Qt::AlignLeft);
    grid.addWidget(m_environment, grid.rowCount(), kFieldColumn, 1, kFieldColumns);
    m_environmentProblem = addProblem(grid);
    connect(m_showEnvironment, &QToolButton::clicked, this, [this] {
        unfoldEnvironment(m_environment->isHidden());
        if (!m_environment->isHidden())
            m_environment->setFocus();
    });
    connect(m_environment, &QPlainTextEdit::textChanged, this, [this] {
        showEnvironmentCount();
        showProblems();
    });
}

void LaunchForm::makeButton(QGridLayout& grid)
{
    m_launch = new QPushButton(tr("La&unch"), this);
    m_launch->setObjectName(QStringLiteral("launch"));
    m_launch->setToolTip(tr("Starts the job, with its ranks held (Return)"));
    m_launch->setDefault(true);
    m_launch->setAutoDefault(true);
    m_launch->setMinimumWidth(m_launch->sizeHint().width() + kButtonPadding);
    grid.addWidget(m_launch, grid.rowCount(), kFieldColumn + 2, 1, kFieldColumns - 2, Qt::AlignRight);
    setTabOrder(m_firstStop, m_showEnvironment);
    setTabOrder(m_showEnvironment, m_environment);
    setTabOrder(m_environment, m_launch);
    connect(m_launch, &QPushButton::clicked, this, &LaunchForm::submit);
}

LaunchRequest LaunchForm::request() const
{
    QStringList environment;
    for (const QString& line : m_environment->toPlainText().split(u'\n')) {
        if (!line.trimmed().isEmpty())
            environment << line.trimmed();
    }
    return {m_command->currentText().trimmed(), m_folder->text().trimmed(), environment,
            holdPointOf(m_hold->currentData().toString()), m_firstStop->currentText().trimmed()};
}

void LaunchForm::setRequest(const LaunchRequest& request)
{
    m_submitted = false;
    m_command->setEditText(request.command);
    m_folder->setText(request.folder);
    m_environment->setPlainText(request.environment.join(u'\n'));
    unfoldEnvironment(!request.environment.isEmpty());
    m_hold->setCurrentIndex(qMax(0, m_hold->findData(QString::fromLatin1(launchers::name(request.hold)))));
    m_firstStop->setEditText(request.firstStop);
    showEnvironmentCount();
    showProblems();
}

void LaunchForm::fillFirst()
{
    if (m_history.rowCount() > 0) {
        setRequest(m_history.request(0));
        return;
    }
    const Settings& settings = m_context.settings;
    setRequest({{},
                QDir::currentPath(),
                {},
                holdPointOf(settings.value(setting::kHoldPoint)),
                settings.value(setting::kFirstStop)});
}

void LaunchForm::submit()
{
    m_submitted = true;
    showProblems();
    const LaunchRequest wanted = request();
    const LaunchProblems problems = problemsOf(wanted);
    if (!problems.any()) {
        emit launchRequested(wanted);
        return;
    }
    if (!problems.environment.isEmpty())
        unfoldEnvironment(true);
    if (!problems.command.isEmpty())
        m_command->setFocus();
    else if (!problems.folder.isEmpty())
        m_folder->setFocus();
    else if (!problems.firstStop.isEmpty())
        m_firstStop->setFocus();
    else
        m_environment->setFocus();
}

void LaunchForm::focusCommand()
{
    m_command->setFocus();
    m_command->lineEdit()->selectAll();
}

void LaunchForm::focusButton()
{
    m_launch->setFocus();
}

void LaunchForm::setButton(const QString& text, const QString& tip)
{
    m_launch->setText(text);
    m_launch->setToolTip(tip);
}

void LaunchForm::showProblems()
{
    const LaunchProblems problems = m_submitted ? problemsOf(request()) : LaunchProblems();
    const auto show = [](QLabel* label, const QString& problem) {
        label->setText(problem);
        label->setVisible(!problem.isEmpty());
    };
    show(m_commandProblem, problems.command);
    show(m_folderProblem, problems.folder);
    show(m_environmentProblem, problems.environment);
    const QString remark = firstStopRemark(request());
    show(m_firstStopProblem, problems.firstStop.isEmpty() ? remark : problems.firstStop);
    setTextColor(m_firstStopProblem, problems.firstStop.isEmpty() ? ColorRole::DimText : ColorRole::ErrorText);
}

void LaunchForm::unfoldEnvironment(bool shown)
{
    m_environment->setVisible(shown);
    showLook();
}

void LaunchForm::showEnvironmentCount()
{
    const auto count = request().environment.size();
    m_showEnvironment->setText(count == 0 ? tr("&Environment") : tr("&Environment (%1 added)").arg(count));
}

void LaunchForm::setTextColor(QLabel* label, ColorRole role)
{
    QPalette palette;
    palette.setColor(QPalette::WindowText, m_context.theme.color(role));
    label->setPalette(palette);
}

void LaunchForm::showLook()
{
    const Theme& theme = m_context.theme;
    for (QLabel* const label : {m_commandProblem, m_folderProblem, m_environmentProblem})
        setTextColor(label, ColorRole::ErrorText);
    for (QWidget* const field : {static_cast<QWidget*>(m_command), static_cast<QWidget*>(m_folder),
                                 static_cast<QWidget*>(m_firstStop), static_cast<QWidget*>(m_environment)})
        field->setFont(theme.fixedFont());
    m_browse->setIcon(theme.icon(QStringLiteral("open")));
    m_showEnvironment->setIcon(
        theme.icon(!m_environment->isHidden() ? QStringLiteral("next") : QStringLiteral("expand")));
    m_launch->setPalette(leadingPalette(theme));
}

void LaunchForm::browse()
{
    auto* const dialog = new QFileDialog(this, tr("Working Folder"), m_folder->text());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, m_folder, &QLineEdit::setText);
    dialog->open();
}

bool LaunchForm::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Wheel) { // the wheel is for the page; nobody means to change a field by it
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace dbgr::ui

#include "moc_launch_form.cpp"
