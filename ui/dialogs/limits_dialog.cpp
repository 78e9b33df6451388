// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/limits_dialog.h"

#include "debug/engine_request.h"
#include "session/describe.h"
#include "session/session.h"
#include "ui/bridge/session_bridge.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace dbgr::ui {

namespace {

enum LimitColumn
{
    kLimit,
    kNow,
    kRaised,
    kOfRanks,
    kLimitColumns
};

constexpr QSize kLimitsSize(620, 480);

} // namespace

LimitsDialog::LimitsDialog(UiContext& context, QWidget* parent)
    : QDialog(parent), m_context(context), m_words(new QLabel(this)), m_table(new QTableWidget(0, kLimitColumns, this))
{
    setWindowTitle(tr("Limits of Ranks"));
    setObjectName(QStringLiteral("limits"));
    m_words->setWordWrap(true);
    m_words->setTextFormat(Qt::PlainText);
    m_table->setAccessibleName(windowTitle());
    m_table->setHorizontalHeaderLabels({tr("Limit"), tr("Value"), tr("Can be raised"), tr("Ranks")});
    m_table->verticalHeader()->hide();
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setShowGrid(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(kOfRanks, QHeaderView::Stretch);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* const again = buttons->addButton(tr("&Ask Again"), QDialogButtonBox::ActionRole);
    again->setAutoDefault(false);
    auto* const layout = new QVBoxLayout(this);
    layout->addWidget(m_words);
    layout->addWidget(m_table, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(again, &QPushButton::clicked, this, &LimitsDialog::ask);
    resize(kLimitsSize);
}

void LimitsDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    ask();
    m_table->setFocus();
}

void LimitsDialog::ask()
{
    session::Session& session = m_context.bridge.session();
    m_table->setRowCount(0);
    if (session.focus().empty()) {
        m_words->setText(tr("There is no job: limits are those of ranks that stand."));
        return;
    }
    m_words->setText(tr("Asking ranks %1 ...").arg(QString::fromStdString(session::shortRanks(session.focus()))));
    session.describe(session.focus(), {debug::Describe::What::Limits, ""}, {},
                     m_answer.expect([this](const auto& answer) { take(answer); }));
}

void LimitsDialog::take(const util::Result<session::Answer<Descriptions>>& answer)
{
    if (!answer) {
        m_words->setText(QString::fromStdString(answer.error().message()));
        return;
    }
    // By limit, in the order in which the system has them; ranks that have the same share a row.
    struct Row
    {
        debug::DescribedName value;
        util::RankSet ranks;
    };
    std::vector<Row> rows;
    QString problems;
    for (const debug::Description& one : answer->value) {
        if (!one.problem.empty())
            problems +=
                tr(" Ranks %1: %2.")
                    .arg(QString::fromStdString(session::shortRanks(one.ranks)), QString::fromStdString(one.problem));
        for (const debug::DescribedName& name : one.names) {
            const auto same = std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.value == name; });
            if (same != rows.end()) {
                same->ranks |= one.ranks;
                continue;
            }
            const auto last =
                std::find_if(rows.rbegin(), rows.rend(), [&](const Row& row) { return row.value.name == name.name; });
            rows.insert(last == rows.rend() ? rows.end() : last.base(), {name, one.ranks});
        }
    }
    for (const debug::RankFailure& failure : answer->failures)
        problems += tr(" %1.").arg(QString::fromStdString(failure.error.message()));
    m_words->setText(tr("What the system lets each of these ranks have.") + problems);
    for (const Row& row : rows)
        add(row.value, row.ranks);
    m_table->setCurrentCell(0, kLimit);
}

void LimitsDialog::add(const debug::DescribedName& limit, const util::RankSet& ranks)
{
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    const auto set = [&](LimitColumn column, const QString& text) {
        m_table->setItem(row, column, new QTableWidgetItem(text));
    };
    set(kLimit, QString::fromStdString(limit.name));
    set(kNow, QString::fromStdString(limit.type));
    set(kRaised, limit.place.empty() && limit.type != "unlimited" ? tr("no") : QString::fromStdString(limit.place));
    set(kOfRanks, QString::fromStdString(session::shortRanks(ranks)));
}

} // namespace dbgr::ui

#include "moc_limits_dialog.cpp"
