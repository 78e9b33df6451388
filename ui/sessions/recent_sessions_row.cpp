// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/recent_sessions_row.h"

#include "ui/theme/theme.h"
#include "ui/widgets/label_color.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace dbgr::ui {

namespace {

/// Letters of a name that is longer.
constexpr int kNameLetters = 24;

QString buttonText(const QString& file, const QFontMetrics& metrics)
{
    const QString name = metrics.elidedText(QFileInfo(file).completeBaseName(), Qt::ElideMiddle,
                                            metrics.averageCharWidth() * kNameLetters);
    return QString(name).replace(u'&', QStringLiteral("&&"));
}

} // namespace

RecentSessionsRow::RecentSessionsRow(UiContext& context, QWidget* parent)
    : QWidget(parent), m_recent(context.settings), m_none(new QLabel(tr("Those that you save stand here."), this))
{
    setObjectName(QStringLiteral("recentSessions"));
    setAccessibleName(tr("Recent sessions"));
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    for (qsizetype i = 0; i < kShown; ++i) {
        auto* const button = new QToolButton(this);
        button->setObjectName(QStringLiteral("recentSession%1").arg(i));
        button->setFocusPolicy(Qt::StrongFocus);
        connect(button, &QToolButton::clicked, this, [this, i] {
            if (const QStringList files = m_recent.files(); i < files.size())
                emit chosen(files[i]);
        });
        m_buttons.push_back(button);
        layout->addWidget(button);
    }
    layout->addWidget(m_none);
    layout->addStretch(1);
    auto* const open = new QPushButton(tr("Open S&ession..."), this);
    open->setObjectName(QStringLiteral("startOpenSession"));
    open->setAutoDefault(false);
    QAction* const action = context.actions.get(action::kOpenSession);
    open->setToolTip(action->toolTip());
    connect(open, &QPushButton::clicked, action, &QAction::trigger);
    layout->addWidget(open);
    connect(&m_recent, &RecentSessions::changed, this, &RecentSessionsRow::showFiles);
    const auto showLook = [this, &theme = context.theme] { setLabelColor(*m_none, theme.color(ColorRole::DimText)); };
    connect(&context.theme, &Theme::changed, this, showLook);
    showLook();
    showFiles();
}

void RecentSessionsRow::showFiles()
{
    const QStringList files = m_recent.files();
    m_none->setVisible(files.isEmpty());
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        QToolButton& button = *m_buttons[i];
        const bool isThere = static_cast<qsizetype>(i) < files.size();
        button.setVisible(isThere);
        if (!isThere)
            continue;
        const QString& file = files[static_cast<qsizetype>(i)];
        button.setText(buttonText(file, button.fontMetrics()));
        button.setToolTip(QDir::toNativeSeparators(file));
        button.setAccessibleName(tr("Open session %1").arg(QFileInfo(file).completeBaseName()));
    }
}

} // namespace dbgr::ui

#include "moc_recent_sessions_row.cpp"
