// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/float_traps_box.h"

#include "session/rank_refusal.h"
#include "session/session.h"
#include "ui/bridge/session_bridge.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QSignalBlocker>

namespace dbgr::ui {

namespace {

QString label(util::FloatTrap trap)
{
    switch (trap) {
    case util::FloatTrap::Invalid:
        return FloatTrapsBox::tr("&Invalid");
    case util::FloatTrap::DivideByZero:
        return FloatTrapsBox::tr("&Division by zero");
    case util::FloatTrap::Overflow:
        return FloatTrapsBox::tr("&Overflow");
    case util::FloatTrap::Underflow:
        return FloatTrapsBox::tr("U&nderflow");
    case util::FloatTrap::Inexact:
        return FloatTrapsBox::tr("Ine&xact");
    }
    return {};
}

QString explained(util::FloatTrap trap)
{
    switch (trap) {
    case util::FloatTrap::Invalid:
        return FloatTrapsBox::tr("A result is a NaN that comes of no other, as of 0/0 or sqrt(-1).");
    case util::FloatTrap::DivideByZero:
        return FloatTrapsBox::tr("Something other than 0 is divided by 0, or log(0) is computed.");
    case util::FloatTrap::Overflow:
        return FloatTrapsBox::tr("A result is too large to be a number.");
    case util::FloatTrap::Underflow:
        return FloatTrapsBox::tr("A result is so small that digits are lost. Correct programs meet it.");
    case util::FloatTrap::Inexact:
        return FloatTrapsBox::tr("A result is rounded. All programs meet it, everywhere.");
    }
    return {};
}

} // namespace

FloatTrapsBox::FloatTrapsBox(UiContext& context, QWidget* parent) : QGroupBox(parent), m_context(context)
{
    setObjectName(QStringLiteral("floatTraps"));
    auto* const layout = new QHBoxLayout(this);
    for (const util::FloatTrap trap : util::kFloatTraps) {
        auto* const widget = new QCheckBox(label(trap), this);
        widget->setToolTip(explained(trap));
        layout->addWidget(widget);
        m_boxes.push_back({trap, widget});
        connect(widget, &QCheckBox::clicked, this, [this, box = m_boxes.back()] { take(box); });
    }
    layout->addStretch();
    connect(&context.bridge, &SessionBridge::focusChanged, this, &FloatTrapsBox::showTraps);
    connect(&context.bridge, &SessionBridge::jobChanged, this, &FloatTrapsBox::showTraps);
    showTraps();
}

void FloatTrapsBox::showTraps()
{
    const session::Session& session = m_context.bridge.session();
    const util::RankSet& focus = session.focus();
    const bool isAny = !focus.empty() && util::kHasFloatTraps;
    setTitle(!util::kHasFloatTraps ? tr("Floating-point traps: this processor has none")
             : isAny ? tr("Floating-point results that stop %1").arg(QString::fromStdString(session::ranksText(focus)))
                     : tr("Floating-point results that stop ranks: there are no ranks yet"));
    for (const Box& box : m_boxes) {
        const QSignalBlocker quiet(box.widget);
        const util::RankSet with = session.floatTraps().ranksWith(box.trap) & focus;
        box.widget->setEnabled(isAny);
        box.widget->setTristate(!with.empty() && with != focus);
        box.widget->setCheckState(with.empty() ? Qt::Unchecked : with == focus ? Qt::Checked : Qt::PartiallyChecked);
    }
}

void FloatTrapsBox::take(const Box& box)
{
    session::Session& session = m_context.bridge.session();
    const util::RankSet focus = session.focus();
    const bool on = box.widget->checkState() != Qt::Unchecked;
    // Each rank keeps its other traps.
    util::RankSet without = focus;
    for (const session::FloatTrapTable::ByTraps before = session.floatTraps().all();
         const auto& [traps, ranks] : before) {
        util::FloatTraps changed = traps;
        changed.set(box.trap, on);
        if (const util::RankSet here = ranks & focus; !here.empty() && changed != traps)
            session.trapFloats(here, changed);
        without -= ranks;
    }
    if (on && !without.empty()) {
        util::FloatTraps only;
        only.set(box.trap, true);
        session.trapFloats(without, only);
    }
    showTraps();
}

} // namespace dbgr::ui

#include "moc_float_traps_box.cpp"
