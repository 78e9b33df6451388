// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/find_bar.h"

#include "ui/bridge/counted.h"
#include "ui/source/source_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label_color.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace dbgr::ui {

FindBar::FindBar(Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_edit(new QLineEdit(this)), m_count(new QLabel(this)),
      m_case(addButton(QStringLiteral("findCase"), tr("Tell capital letters from small ones"))),
      m_previous(addButton(QStringLiteral("findPrevious"), tr("Previous match (Shift+F3)"))),
      m_next(addButton(QStringLiteral("findNext"), tr("Next match (F3)"))),
      m_close(addButton(QStringLiteral("findClose"), tr("Close (Escape)")))
{
    setObjectName(QStringLiteral("findBar"));
    setAutoFillBackground(true);
    m_edit->setObjectName(QStringLiteral("findText"));
    m_edit->setPlaceholderText(tr("Find in this file"));
    m_edit->setAccessibleName(tr("Find in this file"));
    m_edit->setClearButtonEnabled(true);
    m_edit->setMaximumWidth(320);
    m_edit->installEventFilter(this);
    m_count->setObjectName(QStringLiteral("findCount"));
    m_case->setText(QStringLiteral("Aa"));
    m_case->setCheckable(true);
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(4);
    layout->addWidget(m_edit, 1);
    for (QToolButton* const button : {m_previous, m_next, m_case})
        layout->addWidget(button);
    layout->addSpacing(4);
    layout->addWidget(m_count);
    layout->addStretch();
    layout->addWidget(m_close);
    connect(m_edit, &QLineEdit::textChanged, this, &FindBar::search);
    connect(m_case, &QToolButton::toggled, this, &FindBar::search);
    connect(m_previous, &QToolButton::clicked, this, &FindBar::findPrevious);
    connect(m_next, &QToolButton::clicked, this, &FindBar::findNext);
    connect(m_close, &QToolButton::clicked, this, &FindBar::close);
    connect(&theme, &Theme::changed, this, &FindBar::restyle);
    restyle();
    hide();
}

QToolButton* FindBar::addButton(const QString& name, const QString& tip)
{
    auto* const button = new QToolButton(this);
    button->setObjectName(name);
    button->setAutoRaise(true);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    return button;
}

void FindBar::restyle()
{
    m_previous->setIcon(m_theme.icon(QStringLiteral("previous")));
    m_next->setIcon(m_theme.icon(QStringLiteral("next")));
    m_close->setIcon(m_theme.icon(QStringLiteral("close")));
    const bool missing = m_found == 0 && !m_edit->text().isEmpty();
    setLabelColor(*m_count, m_theme.color(missing ? ColorRole::ErrorText : ColorRole::DimText));
}

void FindBar::setView(SourceView* view)
{
    if (m_view && m_view != view)
        m_view->clearMatches();
    m_view = view;
    refresh();
}

void FindBar::refresh()
{
    if (!m_view || !isVisible())
        return;
    m_found = m_view->findAll(m_edit->text(), m_case->isChecked());
    showCount(0);
}

void FindBar::open()
{
    if (!m_view)
        return;
    const QString selected = m_view->selectedWord();
    show();
    if (!selected.isEmpty() && selected != m_edit->text())
        m_edit->setText(selected);
    else
        search();
    m_edit->selectAll();
    m_edit->setFocus(Qt::ShortcutFocusReason);
}

void FindBar::close()
{
    if (m_view)
        m_view->clearMatches();
    hide();
    emit closed();
}

void FindBar::search()
{
    refresh();
    go(true, true);
}

void FindBar::findNext()
{
    if (!isVisible())
        open();
    go(true, false);
}

void FindBar::findPrevious()
{
    if (!isVisible())
        open();
    go(false, false);
}

void FindBar::go(bool forward, bool stay)
{
    if (m_view)
        showCount(m_view->goToMatch(forward, stay));
}

void FindBar::showCount(int number)
{
    if (m_edit->text().isEmpty())
        m_count->clear();
    else if (m_found == 0)
        m_count->setText(tr("not found"));
    else if (number == 0)
        m_count->setText(counted(static_cast<qulonglong>(m_found), tr("1 match"), tr("%1 matches")));
    else
        m_count->setText(tr("%1 of %2").arg(number).arg(m_found) +
                         (m_found == SourceView::kMaxMatches ? QStringLiteral("+") : QString()));
    restyle();
}

bool FindBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return QWidget::eventFilter(watched, event);
    const auto* const key = static_cast<QKeyEvent*>(event);
    const bool isOurs = key->key() == Qt::Key_Escape || key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (!isOurs)
        return QWidget::eventFilter(watched, event);
    event->accept(); // before the window's own keys
    if (event->type() == QEvent::KeyPress) {
        if (key->key() == Qt::Key_Escape)
            close();
        else if (key->modifiers() & Qt::ShiftModifier)
            findPrevious();
        else
            findNext();
    }
    return true;
}

} // namespace dbgr::ui

#include "moc_find_bar.cpp"
