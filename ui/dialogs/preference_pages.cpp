// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/preference_pages.h"

#include "launchers/launch_spec.h"
#include "ui/dialogs/font_field.h"
#include "ui/dialogs/setting_fields.h"
#include "ui/settings/engine_settings.h"
#include "ui/settings/setting_keys.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

namespace dbgr::ui {

namespace {

QString text(const char* source)
{
    return QCoreApplication::translate("PreferencePages", source);
}

/// What the fonts look like together.
QLabel* makeSample(UiContext& context)
{
    auto* const sample = new QLabel(QStringLiteral("for (int hop = 0; hop < n; ++hop)\n"
                                                   "    token = next(token);  // 0O 1lI {}"));
    sample->setTextFormat(Qt::PlainText);
    sample->setFrameShape(QFrame::StyledPanel);
    sample->setMargin(8);
    sample->setAutoFillBackground(true);
    sample->setBackgroundRole(QPalette::Base);
    const auto show = [sample, &theme = context.theme] { sample->setFont(theme.fixedFont()); };
    QObject::connect(&context.theme, &Theme::changed, sample, show);
    show();
    return sample;
}

QCheckBox* makeCheck(Settings& settings, const SettingKey<bool>& key, const QString& words)
{
    auto* const box = new QCheckBox(words);
    box->setObjectName(QLatin1String(key.name));
    box->setChecked(settings.value(key));
    QObject::connect(box, &QCheckBox::clicked, &settings, [key, &settings](bool on) { settings.set(key, on); });
    return box;
}

/// A line of text, stored when it was edited.
QLineEdit* makeText(Settings& settings, const SettingKey<QString>& key, const QString& whenEmpty)
{
    auto* const line = new QLineEdit(settings.value(key));
    line->setObjectName(QLatin1String(key.name));
    line->setPlaceholderText(whenEmpty);
    line->setMinimumWidth(280);
    QObject::connect(line, &QLineEdit::editingFinished, &settings,
                     [line, key, &settings] { settings.set(key, line->text().trimmed()); });
    return line;
}

} // namespace

QWidget* makeAppearancePage(UiContext& context)
{
    auto* const page = new QWidget;
    QFormLayout* const form = makeForm(page);
    form->addRow(text("&Theme"), makeChoice(context.settings, setting::kTheme,
                                            {{QStringLiteral("desktop"), text("as the desktop")},
                                             {QStringLiteral("light"), text("light")},
                                             {QStringLiteral("dark"), text("dark")}}));
    form->addRow(text("Interface"),
                 new FontField(context.settings, {setting::kInterfaceFont, setting::kInterfaceFontSize},
                               text("Use the desktop's font"), false));
    form->addRow(text("Source and values"),
                 new FontField(context.settings, {setting::kFixedFont, setting::kFixedFontSize},
                               text("Use the system's font of fixed width"), true));
    form->addRow(QString(), makeSample(context));
    form->addRow(text("&Editor"),
                 makeText(context.settings, setting::kEditor, text("the first found: code, kate, gvim, ...")));
    form->addRow(QString(), makeRemark(text("Opens the file that is shown (Ctrl+E). %f is the file, %l the line: "
                                            "code -g %f:%l")));
    return page;
}

QWidget* makeLaunchPage(UiContext& context)
{
    auto* const page = new QWidget;
    QFormLayout* const form = makeForm(page);
    form->addRow(text("&Hold ranks"), makeChoice(context.settings, setting::kHoldPoint,
                                                 {{QStringLiteral("init"), text("in MPI_Init")},
                                                  {QStringLiteral("app"), text("at the end of MPI_Init")},
                                                  {QStringLiteral("exec"), text("before main")},
                                                  {QStringLiteral("none"), text("nowhere")}}));
    form->addRow(text("&Stop first at"),
                 makeText(context.settings, setting::kFirstStop, text("function or file:line; may be empty")));
    form->addRow(QString(), makeRemark(text("With these a new launch form begins. Each launch can have others, and "
                                            "its own are remembered with it.")));
    form->addRow(text("&Patience"),
                 makeNumber(context.settings, setting::kLaunchPatience, {5, 3600, 5, text("s"), {}}));
    form->addRow(QString(), makeRemark(text("A launch has failed when not all ranks are attached by then.")));
    return page;
}

QWidget* makeLimitsPage(UiContext& context)
{
    auto* const page = new QWidget;
    QFormLayout* const form = makeForm(page);
    form->addRow(text("&Lines of output"), makeNumber(context.settings, setting::kOutputLines,
                                                      {1000, 10000000, 10000, text("of each rank"), {}}));
    form->addRow(text("&Output in all"),
                 makeNumber(context.settings, setting::kOutputMegabytes, {16, 16384, 64, text("MiB"), {}}));
    form->addRow(QString(), makeRemark(text("Of what ranks write, the oldest lines are dropped first. The rank that "
                                            "wrote most loses them.")));
    return page;
}

QWidget* makeEnginePage(UiContext& context)
{
    auto* const page = new QWidget;
    QFormLayout* const form = makeForm(page);
    form->addRow(text("&Daemon"), makeText(context.settings, setting::kDaemonProgram, text("dbgd, beside dbgr")));
    form->addRow(text("Daemon's l&og"), makeText(context.settings, setting::kDaemonLog, text("none")));
    form->addRow(QString(), makeRemark(text("Paths on the nodes of the job; for the daemon, dbgd or the folder of "
                                            "an installation that all nodes see. They count from the next start of "
                                            "dbgr on; DBGR_DBGD and DBGR_DAEMON_LOG in the environment win.")));
    form->addRow(QString(),
                 makeCheck(context.settings, setting::kPushDaemons, text("&Bring the daemons to the nodes")));
    form->addRow(QString(), makeRemark(text("For nodes on which dbgr is not installed, from the next launch or attach "
                                            "on. The launcher has them fetched into a folder that is gone when the "
                                            "session ends.")));
    form->addRow(text("&Lost after"), makeNumber(context.settings, setting::kLostAfter,
                                                 {int(launchers::kLeastLostAfter.count()),
                                                  int(launchers::kMostLostAfter.count()),
                                                  15,
                                                  text("s without a word"),
                                                  {}}));
    form->addRow(QString(), makeRemark(text("So long a node may be silent until its ranks are given up, from the next "
                                            "launch or attach on. After 10 s it is marked as silent.")));
    return page;
}

} // namespace dbgr::ui
