// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/notice_bar.h"

#include "ui/bridge/notices.h"
#include "ui/theme/theme.h"
#include "ui/window/notice_row.h"

#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace dbgr::ui {

namespace {

/// Newest first, and what is worse before that.
std::vector<Notice> inOrder(const std::vector<Notice>& all)
{
    std::vector<Notice> sorted(all.rbegin(), all.rend());
    std::stable_sort(sorted.begin(), sorted.end(), [](const Notice& a, const Notice& b) { return a.kind > b.kind; });
    return sorted;
}

} // namespace

NoticeBar::NoticeBar(UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_layout(new QVBoxLayout(this)), m_more(new QToolButton(this))
{
    setObjectName(QStringLiteral("noticeBar"));
    setAccessibleName(tr("Notices"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    m_layout->addWidget(m_more);
    m_more->setObjectName(QStringLiteral("noticesMore"));
    m_more->setAutoRaise(true);
    m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_more->setIconSize(QSize(16, 16));
    connect(m_more, &QToolButton::clicked, this, [this] {
        m_unfolded = !m_unfolded;
        showNotices();
    });
    connect(&context.notices, &Notices::changed, this, &NoticeBar::showNotices);
    connect(&context.theme, &Theme::changed, this, &NoticeBar::styleMore);
    showNotices();
}

NoticeRow& NoticeBar::row(std::size_t index)
{
    if (index == m_rows.size()) {
        m_rows.push_back(new NoticeRow(m_context, this));
        m_layout->insertWidget(static_cast<int>(index), m_rows.back());
    }
    return *m_rows[index];
}

void NoticeBar::showNotices()
{
    const std::vector<Notice> notices = inOrder(m_context.notices.all());
    if (notices.size() <= kShownAtMost)
        m_unfolded = false;
    const std::size_t shown = m_unfolded ? notices.size() : std::min(notices.size(), kShownAtMost);
    for (std::size_t i = 0; i < shown; ++i) {
        row(i).setNotice(notices[i]);
        row(i).show();
    }
    for (std::size_t i = shown; i < m_rows.size(); ++i)
        m_rows[i]->hide();
    m_more->setVisible(notices.size() > kShownAtMost);
    m_more->setText(m_unfolded ? tr("Fewer") : tr("%n more", nullptr, static_cast<int>(notices.size() - shown)));
    styleMore();
    setVisible(!notices.empty());
}

void NoticeBar::styleMore()
{
    m_more->setIcon(m_context.theme.icon(m_unfolded ? QStringLiteral("previous") : QStringLiteral("next")));
}

} // namespace dbgr::ui

#include "moc_notice_bar.cpp"
