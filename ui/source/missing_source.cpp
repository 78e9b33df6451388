// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/missing_source.h"

#include "ui/bridge/counted.h"
#include "ui/source/source_store.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label_color.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace dbgr::ui {

namespace {

constexpr int kMaxTried = 6;
constexpr int kWidth = 560;
constexpr int kButtonHeight = 28;

} // namespace

MissingSource::MissingSource(Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_icon(new QLabel(this)), m_title(new QLabel(this)), m_path(new QLabel(this)),
      m_tried(new QLabel(this)), m_map(new QPushButton(tr("&Map a Folder..."), this)),
      m_open(new QPushButton(tr("&Open Another File..."), this))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_map->setObjectName(QStringLiteral("mapFolder"));
    m_map->setToolTip(tr("Choose where this file is now; others of the same folder are found then, too"));
    m_open->setObjectName(QStringLiteral("openOther"));
    m_title->setObjectName(QStringLiteral("missingTitle"));
    m_tried->setObjectName(QStringLiteral("missingTried"));
    for (QPushButton* const button : {m_map, m_open})
        button->setMinimumHeight(kButtonHeight);
    m_map->setDefault(true);
    for (QLabel* const label : {m_title, m_path, m_tried}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    auto* const buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_map);
    buttons->addWidget(m_open);
    buttons->addStretch();
    auto* const words = new QVBoxLayout;
    words->setSpacing(8);
    words->addWidget(m_title);
    words->addWidget(m_path);
    words->addWidget(m_tried);
    words->addSpacing(8);
    words->addLayout(buttons);
    auto* const row = new QHBoxLayout;
    row->setSpacing(16);
    row->addWidget(m_icon, 0, Qt::AlignTop);
    row->addLayout(words, 1);
    auto* const box = new QWidget(this);
    box->setLayout(row);
    box->setMaximumWidth(kWidth);
    auto* const layout = new QVBoxLayout(this);
    layout->addStretch(2);
    auto* const centred = new QHBoxLayout;
    centred->addStretch(1);
    centred->addWidget(box, 100);
    centred->addStretch(1);
    layout->addLayout(centred);
    layout->addStretch(3);
    connect(m_map, &QPushButton::clicked, this, &MissingSource::mapWanted);
    connect(m_open, &QPushButton::clicked, this, &MissingSource::openWanted);
    connect(&theme, &Theme::changed, this, &MissingSource::restyle);
    restyle();
}

void MissingSource::restyle()
{
    m_icon->setPixmap(m_theme.icon(QStringLiteral("warning"), ColorRole::DimText).pixmap(32, 32));
    QFont title = font();
    title.setPointSizeF(title.pointSizeF() * 1.25);
    title.setBold(true);
    m_title->setFont(title);
    m_path->setFont(m_theme.fixedFont());
    setLabelColor(*m_tried, m_theme.color(ColorRole::DimText));
}

void MissingSource::explain(const SourceText& source)
{
    const QString name = QFileInfo(source.path).fileName();
    m_path->setText(source.path);
    m_map->setVisible(!source.found());
    setFocusProxy(source.found() ? m_open : m_map);
    if (source.found()) {
        m_title->setText(tr("%1 cannot be shown").arg(name));
        m_tried->setText(source.problem);
        return;
    }
    m_title->setText(tr("%1 is not on this machine").arg(name));
    QStringList lines{tr("The program was built from it. It was looked for at:")};
    for (const QString& tried : source.tried.mid(0, kMaxTried))
        lines << QStringLiteral("    ") + tried;
    if (source.tried.size() > kMaxTried)
        lines << counted(static_cast<qulonglong>(source.tried.size() - kMaxTried), tr("    and at 1 more place"),
                         tr("    and at %1 more places"));
    m_tried->setText(lines.join(QLatin1Char('\n')));
}

} // namespace dbgr::ui

#include "moc_missing_source.cpp"
