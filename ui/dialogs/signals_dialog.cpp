// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/signals_dialog.h"

#include "session/session.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/dialogs/float_traps_box.h"
#include "util/signal_name.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>

#include <cstring>

namespace dbgr::ui {

namespace {

enum Column
{
    kName,
    kStop,
    kTell,
    kPass,
    kMeaning,
    kColumns
};

constexpr QSize kSize(560, 480);

} // namespace

SignalsDialog::SignalsDialog(UiContext& context, QWidget* parent)
    : QDialog(parent), m_context(context), m_table(new QTableWidget(0, kColumns, this)),
      m_floats(new FloatTrapsBox(context, this))
{
    setWindowTitle(tr("Signals"));
    setObjectName(QStringLiteral("signals"));
    auto* const words =
        new QLabel(tr("What becomes of a signal that a rank gets, in all ranks and from now on."), this);
    words->setWordWrap(true);
    m_table->setAccessibleName(tr("Signals"));
    m_table->setHorizontalHeaderLabels({tr("Signal"), tr("Stops"), tr("Is told"), tr("Reaches it"), tr("Meaning")});
    m_table->verticalHeader()->hide();
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setShowGrid(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(kMeaning, QHeaderView::Stretch);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_usual = buttons->addButton(tr("As Is &Usual"), QDialogButtonBox::ResetRole);
    m_usual->setAutoDefault(false); // Return in the list is no way to take everything back
    auto* const layout = new QVBoxLayout(this);
    layout->addWidget(words);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_floats);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_usual, &QPushButton::clicked, this, &SignalsDialog::restoreUsual);
    connect(m_table, &QTableWidget::itemChanged, this, &SignalsDialog::take);
    fill();
    resize(kSize);
}

void SignalsDialog::fill()
{
    const QSignalBlocker quiet(m_table);
    for (int signal = 1; signal <= debug::kMaxSignal; ++signal) {
        if (!util::signalName(signal) || debug::isOwnSignal(signal))
            continue;
        const int row = m_table->rowCount();
        m_table->insertRow(row);
        auto* const label = new QTableWidgetItem(QString::fromStdString(session::signalWord(signal)));
        label->setData(Qt::UserRole, signal);
        m_table->setItem(row, kName, label);
        const char* const meaning = sigdescr_np(signal); // null: one for real time
        m_table->setItem(
            row, kMeaning,
            new QTableWidgetItem(meaning ? QString::fromLocal8Bit(meaning) : QStringLiteral("Real-time signal")));
        for (const Column column : {kStop, kTell, kPass}) {
            auto* const box = new QTableWidgetItem;
            box->setFlags(Qt::ItemIsUserCheckable | Qt::ItemIsEnabled | Qt::ItemIsSelectable);
            box->setData(Qt::AccessibleTextRole,
                         QStringLiteral("%1: %2").arg(label->text(), m_table->horizontalHeaderItem(column)->text()));
            m_table->setItem(row, column, box);
        }
        showRule(row);
    }
    m_table->setCurrentCell(0, kStop);
}

void SignalsDialog::showRule(int row)
{
    const QSignalBlocker quiet(m_table);
    const debug::SignalRule rule =
        m_context.bridge.session().signalRules().rule(m_table->item(row, kName)->data(Qt::UserRole).toInt());
    m_table->item(row, kStop)->setCheckState(rule.stop ? Qt::Checked : Qt::Unchecked);
    m_table->item(row, kTell)->setCheckState(rule.stop || rule.tell ? Qt::Checked : Qt::Unchecked);
    m_table->item(row, kPass)->setCheckState(rule.pass ? Qt::Checked : Qt::Unchecked);
    QFont font = m_table->font();
    font.setBold(rule != debug::usualRule(rule.signal)); // what was changed
    m_table->item(row, kName)->setFont(font);
    m_usual->setEnabled(!m_context.bridge.session().signalRules().changed().empty());
}

void SignalsDialog::take(QTableWidgetItem* changed)
{
    const int row = changed->row();
    const int signal = m_table->item(row, kName)->data(Qt::UserRole).toInt();
    const auto isChecked = [&](Column column) { return m_table->item(row, column)->checkState() == Qt::Checked; };
    debug::SignalRule rule{signal, isChecked(kStop), isChecked(kPass), isChecked(kTell)};
    if (changed->column() == kTell && !rule.tell)
        rule.stop = false; // what stops is told
    if (changed->column() == kStop && !rule.stop)
        rule.tell = false; // as most that stop nobody
    m_context.notices.showResult(QStringLiteral("signals"), m_context.bridge.session().handleSignal(rule));
    showRule(row);
}

void SignalsDialog::restoreUsual()
{
    session::Session& session = m_context.bridge.session();
    const std::map<int, debug::SignalRule> changed = session.signalRules().changed();
    for (const auto& [signal, rule] : changed)
        m_context.notices.showResult(QStringLiteral("signals"), session.handleSignal(debug::usualRule(signal)));
    m_table->setFocus(); // the button can be pressed no more, and would take the keyboard along
    for (int row = 0; row < m_table->rowCount(); ++row)
        showRule(row);
}

void SignalsDialog::showEvent(QShowEvent* event)
{
    for (int row = 0; row < m_table->rowCount(); ++row)
        showRule(row); // a script may have changed them
    m_floats->showTraps();
    QDialog::showEvent(event);
    m_table->setFocus();
}

} // namespace dbgr::ui

#include "moc_signals_dialog.cpp"
