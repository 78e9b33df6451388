// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/doctor_window.h"

#include "ui/settings/engine_settings.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"
#include "util/own_programs.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <string>
#include <vector>

namespace dbgr::ui {

namespace {

constexpr QSize kDoctorSize(860, 480);

/// DBGR_PROGRAM names another dbgr than the one that runs: in tests of the window none does.
QString dbgrProgram()
{
    return qEnvironmentVariable("DBGR_PROGRAM", QString::fromStdString(util::ownProgram("dbgr")));
}

/// With what the user chose in the preferences, as jobs have it.
QStringList environmentOfJobs()
{
    std::vector<std::string> ours;
    for (const QString& variable : QProcess::systemEnvironment())
        ours.push_back(variable.toStdString());
    QStringList environment;
    for (const std::string& variable : withEngineSettings(std::move(ours), Settings()))
        environment += QString::fromStdString(variable);
    return environment;
}

} // namespace

DoctorWindow::DoctorWindow(const Theme& theme, QWidget* parent)
    : QDialog(parent), m_process(new QProcess(this)), m_state(new QLabel(this)), m_text(new QPlainTextEdit(this)),
      m_again(new QPushButton(tr("Look &Again"), this))
{
    setObjectName(QStringLiteral("doctor"));
    setWindowTitle(tr("Doctor"));
    resize(kDoctorSize);
    m_state->setObjectName(QStringLiteral("doctorState"));
    m_text->setObjectName(QStringLiteral("doctorText"));
    m_text->setAccessibleName(tr("What was found"));
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap); // columns
    m_text->setFont(theme.fixedFont());
    m_again->setObjectName(QStringLiteral("doctorAgain"));
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setIcon(QIcon()); // the style's own is of another set
    buttons->addButton(m_again, QDialogButtonBox::ActionRole);
    auto* const layout = new QVBoxLayout(this);
    layout->addWidget(m_state);
    layout->addWidget(m_text, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_again, &QPushButton::clicked, this, &DoctorWindow::look);
    connect(m_process, &QProcess::readyReadStandardOutput, this, &DoctorWindow::showMore);
    connect(m_process, &QProcess::finished, this, &DoctorWindow::showEnd);
    connect(m_process, &QProcess::errorOccurred, this, &DoctorWindow::showFailure);
    m_process->setStandardInputFile(QProcess::nullDevice());
    look();
}

void DoctorWindow::look()
{
    m_text->clear();
    m_again->setEnabled(false);
    m_state->setText(tr("Looking at this machine, and debugging a tiny job ..."));
    m_process->setEnvironment(environmentOfJobs());
    m_process->start(dbgrProgram(), {QStringLiteral("doctor")});
}

void DoctorWindow::showMore()
{
    m_text->appendPlainText(QString::fromUtf8(m_process->readAllStandardOutput()).trimmed());
}

void DoctorWindow::showEnd()
{
    showMore();
    m_again->setEnabled(true);
    m_state->setText(m_process->exitStatus() == QProcess::CrashExit ? tr("The doctor crashed.")
                     : m_process->exitCode() == 0                   ? tr("Nothing keeps dbgr from working here.")
                                                                    : tr("Something will not work here."));
}

void DoctorWindow::showFailure(QProcess::ProcessError error)
{
    if (error != QProcess::FailedToStart)
        return; // its end says more
    m_again->setEnabled(true);
    m_state->setText(tr("The doctor cannot be started: %1").arg(m_process->errorString()));
}

} // namespace dbgr::ui

#include "moc_doctor_window.cpp"
