// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stacks/view_status.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>

namespace dbgr::ui {

namespace {

constexpr int kTickMs = 1000;
constexpr int kSpacing = 8;

} // namespace

QString ageText(qint64 seconds)
{
    const auto text = [](const char* words) { return QCoreApplication::translate("ViewStatus", words); };
    if (seconds < 60)
        return text("%1 s").arg(seconds);
    if (seconds < 60 * 60)
        return text("%1 min").arg(seconds / 60);
    return text("%1 h").arg(seconds / (60 * 60));
}

ViewStatus::ViewStatus(QWidget* parent)
    : QWidget(parent), m_parts(new QBoxLayout(QBoxLayout::LeftToRight, this)), m_line(new QHBoxLayout),
      m_buttons(new QHBoxLayout), m_text(new QLabel(this)), m_age(new QLabel(this))
{
    m_parts->setContentsMargins(8, 2, 4, 2);
    m_parts->setSpacing(kSpacing);
    m_parts->setSizeConstraint(QLayout::SetNoConstraint); // see minimumSizeHint()
    m_parts->addLayout(m_line, 1);
    m_parts->addLayout(m_buttons);
    m_line->setSpacing(kSpacing);
    m_buttons->setSpacing(kSpacing);
    m_buttons->addStretch();
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // it is cut when there is no room
    m_text->installEventFilter(this);
    m_text->setTextFormat(Qt::PlainText);
    m_age->setForegroundRole(QPalette::PlaceholderText); // a quiet colour
    m_line->addWidget(m_text, 1);
    m_line->addWidget(m_age);
    connect(&m_timer, &QTimer::timeout, this, &ViewStatus::tick);
}

void ViewStatus::addButton(QWidget* button)
{
    m_buttons->addWidget(button);
    arrange();
}

void ViewStatus::addSwitch(QWidget* button)
{
    m_line->addWidget(button);
    m_switchWidth += button->sizeHint().width() + kSpacing;
    arrange();
}

void ViewStatus::setText(const QString& text)
{
    m_fullText = text;
    arrange();
    showText();
}

void ViewStatus::setState(bool stale, bool underWay)
{
    m_underWay = underWay;
    if (stale == m_stale) {
        if (m_dimmed)
            tick();
        return;
    }
    m_stale = stale;
    if (stale) {
        m_since.start();
        m_timer.start(kPatienceMs);
        return;
    }
    m_timer.stop();
    m_age->clear();
    if (std::exchange(m_dimmed, false))
        emit dimmedChanged(false);
}

void ViewStatus::tick()
{
    m_timer.start(kTickMs);
    m_age->setText(m_underWay ? tr("reading...") : tr("%1 ago").arg(ageText(m_since.elapsed() / 1000)));
    if (!std::exchange(m_dimmed, true))
        emit dimmedChanged(true);
}

bool ViewStatus::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        showText();
    return QWidget::eventFilter(watched, event);
}

QSize ViewStatus::minimumSizeHint() const
{
    const QMargins margins = m_parts->contentsMargins();
    const int width = std::max(m_line->minimumSize().width(), m_buttons->minimumSize().width());
    return {width + margins.left() + margins.right(), m_parts->totalMinimumSize().height()};
}

void ViewStatus::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

/// There is always room for an age, so that nothing jumps when it comes.
void ViewStatus::arrange()
{
    const QFontMetrics metrics = m_text->fontMetrics();
    const int text = metrics.horizontalAdvance(m_fullText) + metrics.horizontalAdvance(tr("%1 ago").arg(ageText(59)));
    const bool fits = text + m_switchWidth + m_buttons->sizeHint().width() + 4 * kSpacing <= width();
    const bool isBeside = fits || m_buttons->count() == 1; // its stretch
    m_parts->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_parts->setSpacing(isBeside ? kSpacing : 0);
}

void ViewStatus::showText()
{
    m_text->setText(m_text->fontMetrics().elidedText(m_fullText, Qt::ElideRight, m_text->width()));
    m_text->setToolTip(m_fullText);
}

} // namespace dbgr::ui

#include "moc_view_status.cpp"
