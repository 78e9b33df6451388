// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attach/field_page.h"

#include "ui/theme/theme.h"
#include "ui/widgets/label_color.h"

#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <utility>

namespace dbgr::ui {

namespace {

QLabel* makeWords(QWidget* parent)
{
    auto* const label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

FieldPage::FieldPage(UiContext& context, const FieldWords& words, Reader read, QWidget* parent)
    : AttachPage(parent), m_context(context), m_read(std::move(read)), m_field(new QLineEdit(this)),
      m_problem(makeWords(this)), m_help(makeWords(this))
{
    auto* const label = new QLabel(words.label, this);
    label->setBuddy(m_field);
    m_field->setObjectName(QLatin1String(words.name));
    m_field->setAccessibleName(QString(words.label).remove(u'&'));
    m_field->setPlaceholderText(words.placeholder);
    m_help->setText(words.help);
    auto* const grid = new QGridLayout(this);
    grid->setContentsMargins(16, 16, 16, 16);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(1, 1);
    grid->addWidget(label, 0, 0);
    grid->addWidget(m_field, 0, 1);
    if (words.isFile) {
        m_browse = new QToolButton(this);
        m_browse->setToolTip(tr("Choose the file"));
        m_browse->setAccessibleName(tr("Choose the file"));
        grid->addWidget(m_browse, 0, 2);
        connect(m_browse, &QToolButton::clicked, this, &FieldPage::browse);
    }
    grid->addWidget(m_problem, 1, 1, 1, 2);
    grid->addWidget(m_help, 2, 1, 1, 2);
    grid->setRowStretch(3, 1);
    connect(m_field, &QLineEdit::textChanged, this, [this] {
        showProblem();
        emit changed();
    });
    connect(&context.theme, &Theme::changed, this, &FieldPage::showLook);
    showLook();
    showProblem();
}

util::Result<AttachChoice> FieldPage::choice() const
{
    auto target = m_read(m_field->text());
    if (!target)
        return util::fail(std::move(target).error());
    return AttachChoice{*std::move(target)};
}

void FieldPage::begin()
{
    m_field->setFocus();
    m_field->selectAll();
}

void FieldPage::browse()
{
    auto* const dialog = new QFileDialog(this, tr("Contact File"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, m_field, &QLineEdit::setText);
    dialog->open();
}

void FieldPage::showProblem()
{
    const auto now = choice();
    m_problem->setText(now || m_field->text().trimmed().isEmpty() ? QString()
                                                                  : QString::fromStdString(now.error().message()));
    m_problem->setVisible(!m_problem->text().isEmpty());
}

void FieldPage::showLook()
{
    const Theme& theme = m_context.theme;
    m_field->setFont(theme.fixedFont());
    setLabelColor(*m_problem, theme.color(ColorRole::ErrorText));
    setLabelColor(*m_help, theme.color(ColorRole::DimText));
    if (m_browse)
        m_browse->setIcon(theme.icon(QStringLiteral("open")));
}

} // namespace dbgr::ui

#include "moc_field_page.cpp"
