// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attach/attach_dialog.h"

#include "ui/attach/attach_fields.h"
#include "ui/attach/core_files_page.h"
#include "ui/attach/field_page.h"
#include "ui/attach/running_jobs_page.h"
#include "ui/settings/setting_keys.h"
#include "ui/theme/leading_palette.h"
#include "ui/theme/theme.h"
#include "ui/widgets/flat_tab_style.h"
#include "ui/widgets/label_color.h"

#include <QAction>
#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QProcessEnvironment>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <utility>

namespace dbgr::ui {

namespace {

constexpr QSize kSize(960, 600);
constexpr int kButtonPadding = 32;

launchers::AttachSpec specOf(AttachChoice choice, const Settings& settings)
{
    launchers::AttachSpec spec;
    spec.target = std::move(choice.target);
    spec.ranks = std::move(choice.ranks);
    for (const QString& entry : QProcessEnvironment::systemEnvironment().toStringList())
        spec.environment.push_back(entry.toStdString());
    spec.workingDirectory = QDir::currentPath().toStdString();
    spec.patience = std::chrono::seconds(settings.value(setting::kLaunchPatience));
    spec.pushDaemons = settings.value(setting::kPushDaemons);
    spec.lostAfter = std::chrono::seconds(settings.value(setting::kLostAfter));
    return spec;
}

/// As FieldPage wants it.
template <class Target>
FieldPage::Reader reader(util::Result<Target> (*read)(const QString&))
{
    return [read](const QString& text) -> util::Result<launchers::AttachTarget> {
        auto target = read(text);
        if (!target)
            return util::fail(std::move(target).error());
        return launchers::AttachTarget(*std::move(target));
    };
}

} // namespace

AttachDialog::AttachDialog(UiContext& context, QWidget* parent)
    : QDialog(parent), m_context(context), m_jobs(new RunningJobsPage(context)), m_tabs(new QTabWidget(this)),
      m_problem(new QLabel(this)), m_attach(new QPushButton(this)), m_cancel(new QPushButton(tr("Cancel"), this))
{
    setObjectName(QStringLiteral("attachDialog"));
    setWindowTitle(tr("Attach"));
    resize(kSize);
    m_tabs->setObjectName(QStringLiteral("attachPages"));
    m_tabs->setDocumentMode(true);
    FlatTabStyle::applyTo(*m_tabs->tabBar(), context.theme);
    addPage(m_jobs, tr("&Running Jobs"));
    addPage(new CoreFilesPage(context), tr("Core &Files"));
    addPage(new FieldPage(context,
                          {"attachProcesses", tr("Process &numbers"), tr("12,13,14"),
                           tr("Processes of this machine that no launcher started. They become ranks in this order, "
                              "unless their environment says which ranks they are.")},
                          reader(&readProcesses)),
            tr("&Processes"));
    addPage(new FieldPage(context,
                          {"attachServer", tr("Server's &address"), tr("prterun-n01-4711@0.0;tcp4://127.0.0.1:40001"),
                           tr("The URI of a PMIx server, or a contact or attachment file that it wrote; or \"system\" "
                              "for this machine's own. Its job is attached to."),
                           true},
                          reader(&readServer)),
            tr("&Server"));
    makeButtons();
    auto* const bottom = new QHBoxLayout;
    bottom->setContentsMargins(16, 4, 16, 12);
    bottom->setSpacing(8);
    bottom->addWidget(m_problem, 1);
    bottom->addWidget(m_attach);
    bottom->addWidget(m_cancel);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_tabs, 1);
    layout->addLayout(bottom);

    auto* const refresh = new QAction(tr("Look Again"), this);
    refresh->setShortcut(QKeySequence(Qt::Key_F5));
    refresh->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(refresh);
    connect(refresh, &QAction::triggered, this, [this] { m_jobs->refresh(); });
    connect(m_tabs, &QTabWidget::currentChanged, this, &AttachDialog::showChoice);
    connect(&context.theme, &Theme::changed, this, &AttachDialog::showLook);
    showLook();
    showChoice();
}

void AttachDialog::addPage(AttachPage* page, const QString& title)
{
    page->setAccessibleName(QString(title).remove(u'&'));
    m_tabs->addTab(page, title);
    connect(page, &AttachPage::changed, this, &AttachDialog::showChoice);
    connect(page, &AttachPage::accepted, this, &AttachDialog::attach);
}

void AttachDialog::makeButtons()
{
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setMinimumWidth(1);
    m_attach->setObjectName(QStringLiteral("attach"));
    m_attach->setText(tr("&Attach"));
    m_attach->setDefault(true);
    m_attach->setMinimumWidth(m_attach->sizeHint().width() + kButtonPadding);
    m_cancel->setAutoDefault(false);
    connect(m_attach, &QPushButton::clicked, this, &AttachDialog::attach);
    connect(m_cancel, &QPushButton::clicked, this, &AttachDialog::reject);
}

void AttachDialog::open(Page page)
{
    m_tabs->setCurrentIndex(static_cast<int>(page));
    show();
    raise();
    activateWindow();
    static_cast<AttachPage*>(m_tabs->currentWidget())->begin();
}

const AttachPage& AttachDialog::page() const
{
    return static_cast<const AttachPage&>(*m_tabs->currentWidget());
}

void AttachDialog::attach()
{
    auto choice = page().choice();
    if (!choice)
        return; // what is missing is shown
    const launchers::AttachSpec spec = specOf(*std::move(choice), m_context.settings);
    accept();
    emit attachRequested(spec);
}

void AttachDialog::showChoice()
{
    const auto choice = page().choice();
    m_attach->setEnabled(choice.has_value());
    m_problem->setText(choice ? QString() : QString::fromStdString(choice.error().detail));
    m_attach->setText(m_tabs->currentIndex() == static_cast<int>(Page::Cores) ? tr("&Open") : tr("&Attach"));
}

void AttachDialog::showLook()
{
    const Theme& theme = m_context.theme;
    m_attach->setPalette(leadingPalette(theme));
    setLabelColor(*m_problem, theme.color(ColorRole::DimText));
}

} // namespace dbgr::ui

#include "moc_attach_dialog.cpp"
#include "moc_attach_page.cpp"
