// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/call_dialog.h"

#include "session/rank_refusal.h"
#include "session/session.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/session_bridge.h"
#include "ui/settings/setting_keys.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace dbgr::ui {

namespace {

enum CallColumn
{
    kCalledOrRanks,
    kGiven,
    kCallColumns
};

constexpr QSize kCallSize(560, 380);

} // namespace

CallDialog::CallDialog(UiContext& context, QWidget* parent)
    : QDialog(parent), m_context(context), m_whom(new QLabel(this)), m_line(new QLineEdit(this)),
      m_results(new QTreeWidget(this)), m_history(context.settings.value(setting::kCallHistory))
{
    setWindowTitle(tr("Call Function"));
    setObjectName(QStringLiteral("call"));
    m_whom->setObjectName(QStringLiteral("callWhom"));
    m_whom->setWordWrap(true);
    m_whom->setTextFormat(Qt::PlainText);
    m_line->setObjectName(QStringLiteral("callLine"));
    m_line->setAccessibleName(tr("What to call"));
    m_line->setPlaceholderText(tr("check(state, 7)"));
    m_line->setToolTip(tr("Up and Down bring earlier calls back"));
    m_line->installEventFilter(this);
    m_results->setObjectName(QStringLiteral("callResults"));
    m_results->setAccessibleName(tr("What was called"));
    m_results->setColumnCount(kCallColumns);
    m_results->setHeaderLabels({tr("Call, and its ranks"), tr("What it gave")});
    m_results->header()->setSectionResizeMode(kCalledOrRanks, QHeaderView::ResizeToContents);
    m_results->header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_results->setUniformRowHeights(true);

    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_call = buttons->addButton(tr("C&all"), QDialogButtonBox::ActionRole);
    m_call->setDefault(true);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
    auto* const layout = new QVBoxLayout(this);
    layout->addWidget(m_whom);
    layout->addWidget(m_line);
    layout->addWidget(m_results, 1);
    layout->addWidget(buttons);
    resize(kCallSize);

    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_call, &QPushButton::clicked, this, &CallDialog::call);
    connect(m_line, &QLineEdit::textEdited, this, [this] { m_at = -1; });
    connect(m_line, &QLineEdit::textChanged, this, &CallDialog::showWhom);
    connect(m_results, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* item) {
        const QTreeWidgetItem* const call = item->parent() ? item->parent() : item;
        m_line->setText(call->text(kCalledOrRanks));
        m_line->setFocus();
    });
    connect(&context.place, &CurrentPlace::changed, this, &CallDialog::showWhom);
    connect(&context.bridge, &SessionBridge::focusChanged, this, &CallDialog::showWhom);
    connect(&context.bridge, &SessionBridge::ranksChanged, this, &CallDialog::showWhom);
}

void CallDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    showWhom();
    m_line->setFocus();
    m_line->selectAll();
}

util::RankSet CallDialog::ranks() const
{
    const session::Session& session = m_context.bridge.session();
    const util::RankSet standing = session.focus() & session.processes().standing();
    const std::optional<util::Rank> rank = m_context.place.rank();
    return m_context.place.choice().thread && rank ? standing & util::RankSet(*rank) : standing;
}

void CallDialog::showWhom()
{
    const util::RankSet whom = ranks();
    QString text = tr("No rank of the focus stands: nothing can be called.");
    if (!whom.empty()) {
        text = tr("Called in %1, in the frame that is shown. What the call changes stays changed.")
                   .arg(QString::fromStdString(session::ranksText(whom)));
    }
    m_whom->setText(text);
    m_call->setEnabled(!whom.empty() && !m_line->text().trimmed().isEmpty() && !m_answer.underWay());
}

void CallDialog::call()
{
    const QString expression = m_line->text().trimmed();
    const util::RankSet whom = ranks();
    if (expression.isEmpty() || whom.empty() || m_answer.underWay())
        return;
    remember(expression);
    m_current = new QTreeWidgetItem({expression, tr("calling ...")});
    m_results->insertTopLevelItem(0, m_current);
    m_results->setCurrentItem(m_current);
    m_current->setExpanded(true);
    const session::AnswerCallback<Values> come =
        m_answer.expect([this, whom](const auto& answer) { take(whom, answer); });
    m_context.bridge.session().call(whom, expression.toStdString(), m_context.place.choice(), come);
    showWhom();
}

void CallDialog::take(const util::RankSet& ranks, const util::Result<session::Answer<Values>>& answer)
{
    m_current->setText(kGiven, {});
    if (!answer) {
        addRow(ranks, QString::fromStdString(answer.error().message()));
    } else {
        for (const debug::ValueGroup& group : answer->value)
            addRow(group.ranks, QString::fromStdString(group.problem.empty() ? group.value : group.problem));
        for (const debug::RankFailure& failure : answer->failures)
            addRow(failure.ranks, QString::fromStdString(failure.error.message()));
    }
    m_current->setExpanded(true);
    showWhom();
}

void CallDialog::addRow(const util::RankSet& ranks, const QString& text)
{
    auto* const row = new QTreeWidgetItem(m_current, {QString::fromStdString(session::ranksText(ranks)), text});
    row->setToolTip(kGiven, text);
}

void CallDialog::remember(const QString& expression)
{
    m_history.removeAll(expression);
    m_history.prepend(expression);
    m_history = m_history.mid(0, kMostRemembered);
    m_at = -1;
    m_context.settings.set(setting::kCallHistory, m_history);
}

void CallDialog::leafThroughHistory(int step)
{
    const int last = static_cast<int>(m_history.size()) - 1;
    const int to = std::clamp(m_at + step, -1, last);
    if (to == m_at)
        return;
    if (m_at < 0)
        m_typed = m_line->text();
    m_at = to;
    m_line->setText(m_at < 0 ? m_typed : m_history.at(m_at));
}

bool CallDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_line && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down) {
            leafThroughHistory(key == Qt::Key_Up ? 1 : -1);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace dbgr::ui

#include "moc_call_dialog.cpp"
