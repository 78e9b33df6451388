// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/restart_dialog.h"

#include "ui/start/launch_form.h"

#include <QVBoxLayout>

namespace dbgr::ui {

namespace {

constexpr int kWidth = 720;
constexpr int kMargin = 16;

} // namespace

RestartDialog::RestartDialog(UiContext& context, LaunchHistory& history, QWidget* parent)
    : QDialog(parent), m_form(new LaunchForm(context, history, this))
{
    setObjectName(QStringLiteral("restartDialog"));
    setWindowTitle(tr("Restart With"));
    m_form->setButton(tr("&Restart"), tr("Ends the job that runs, after a question, and starts this one (Return)"));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->addWidget(m_form);
    layout->addStretch(1);
    resize(kWidth, sizeHint().height());
    connect(m_form, &LaunchForm::launchRequested, this, [this](const LaunchRequest& request) {
        accept();
        emit restartRequested(request);
    });
}

void RestartDialog::open(const LaunchRequest& request)
{
    m_form->setRequest(request);
    QDialog::show();
    raise();
    activateWindow();
    m_form->focusCommand();
}

} // namespace dbgr::ui

#include "moc_restart_dialog.cpp"
