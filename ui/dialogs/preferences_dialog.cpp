// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/preferences_dialog.h"

#include "ui/dialogs/keys_page.h"
#include "ui/dialogs/preference_pages.h"
#include "ui/theme/theme.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QListWidget>
#include <QPushButton>
#include <QStackedWidget>

namespace dbgr::ui {

namespace {

constexpr int kIconName = Qt::UserRole;
constexpr int kTitlesWidth = 140;
constexpr QSize kPreferencesSize(720, 480);

} // namespace

PreferencesDialog::PreferencesDialog(UiContext& context, QWidget* parent)
    : QDialog(parent), m_context(context), m_titles(new QListWidget), m_pages(new QStackedWidget)
{
    setObjectName(QStringLiteral("preferences"));
    setWindowTitle(tr("Preferences"));
    resize(kPreferencesSize);
    m_titles->setObjectName(QStringLiteral("preferencePages"));
    m_titles->setAccessibleName(tr("Pages"));
    m_titles->setFixedWidth(kTitlesWidth);
    m_titles->setIconSize(QSize(16, 16));
    addPage(tr("Appearance"), QStringLiteral("watches"), makeAppearancePage(context));
    addPage(tr("Keys"), QStringLiteral("keyboard"), new KeysPage(context));
    addPage(tr("Launch"), QStringLiteral("launch"), makeLaunchPage(context));
    addPage(tr("Limits"), QStringLiteral("filter"), makeLimitsPage(context));
    addPage(tr("Engine"), QStringLiteral("preferences"), makeEnginePage(context));

    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QPushButton* const close = buttons->button(QDialogButtonBox::Close);
    close->setIcon(QIcon());      // the style's own is of another set
    close->setAutoDefault(false); // Return in a field stores it and closes nothing
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_titles, &QListWidget::currentRowChanged, m_pages, &QStackedWidget::setCurrentIndex);
    auto* const layout = new QGridLayout(this);
    layout->setHorizontalSpacing(16);
    layout->setVerticalSpacing(12);
    layout->addWidget(m_titles, 0, 0);
    layout->addWidget(m_pages, 0, 1);
    layout->addWidget(buttons, 1, 0, 1, 2);
    layout->setColumnStretch(1, 1);
    connect(&context.theme, &Theme::changed, this, &PreferencesDialog::showLook);
    showLook();
    m_titles->setCurrentRow(0);
}

void PreferencesDialog::addPage(const QString& title, const QString& icon, QWidget* page)
{
    auto* const item = new QListWidgetItem(title, m_titles);
    item->setData(kIconName, icon);
    item->setSizeHint(QSize(0, m_titles->fontMetrics().height() + 12));
    page->setAccessibleName(title);
    m_pages->addWidget(page);
}

void PreferencesDialog::open(Page page)
{
    m_titles->setCurrentRow(static_cast<int>(page));
    show();
    raise();
    activateWindow();
    m_titles->setFocus();
}

void PreferencesDialog::showLook()
{
    for (int row = 0; row < m_titles->count(); ++row) {
        QListWidgetItem* const item = m_titles->item(row);
        item->setIcon(m_context.theme.icon(item->data(kIconName).toString()));
    }
}

} // namespace dbgr::ui

#include "moc_preferences_dialog.cpp"
