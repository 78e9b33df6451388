// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/actions.h"

#include "ui/settings/settings.h"
#include "ui/theme/theme.h"
#include "ui/window/action_table.h"

#include <QCoreApplication>

namespace dbgr::ui {

namespace {

QString settingOf(const QAction* action)
{
    return QStringLiteral("keys/%1").arg(action->objectName());
}

QString translated(const char* text)
{
    return *text ? QCoreApplication::translate("Actions", text) : QString();
}

} // namespace

Actions::Actions(Settings& settings, Theme& theme, QObject* parent)
    : QObject(parent), m_settings(settings), m_theme(theme)
{
    for (const ActionInfo& info : actionTable()) {
        QAction* const action = add(QLatin1String(info.name), translated(info.text),
                                    QKeySequence::listFromString(QLatin1String(info.keys)));
        m_tips.insert(action, translated(info.tip));
        action->setStatusTip(translated(info.tip));
    }
    showTips();
    showIcons();
    connect(&theme, &Theme::changed, this, &Actions::showIcons);
}

QAction* Actions::find(const QString& name) const
{
    return m_byName.value(name);
}

QAction* Actions::get(const char* name) const
{
    QAction* const action = find(QLatin1String(name));
    Q_ASSERT(action);
    return action;
}

QAction* Actions::add(const QString& name, const QString& text, const QList<QKeySequence>& keys)
{
    auto* const action = new QAction(text, this);
    action->setObjectName(name);
    m_byName.insert(name, action);
    m_defaults.insert(action, keys);
    m_order.push_back(action);
    applyKeys(action);
    return action;
}

void Actions::applyKeys(QAction* action)
{
    const QVariant own = m_settings.entry(settingOf(action));
    action->setShortcuts(own.isValid() ? QKeySequence::listFromString(own.toString(), QKeySequence::PortableText)
                                       : m_defaults.value(action));
}

void Actions::setKeys(QAction* action, const QList<QKeySequence>& keys)
{
    m_settings.setEntry(settingOf(action), QKeySequence::listToString(keys, QKeySequence::PortableText));
    applyKeys(action);
    showTips();
}

void Actions::resetKeys(QAction* action)
{
    m_settings.setEntry(settingOf(action), {});
    applyKeys(action);
    showTips();
}

QList<QKeySequence> Actions::defaultKeys(const QAction* action) const
{
    return m_defaults.value(action);
}

QAction* Actions::ownerOf(const QKeySequence& keys, const QAction* butNot) const
{
    for (QAction* const action : m_order) {
        if (action != butNot && action->shortcuts().contains(keys))
            return action;
    }
    return nullptr;
}

void Actions::showTips()
{
    for (QAction* const action : std::as_const(m_order))
        showTip(action);
}

void Actions::showTip(QAction* action)
{
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    const QString what = action->statusTip().isEmpty() ? action->iconText() : action->statusTip();
    action->setToolTip(keys.isEmpty() ? what : QStringLiteral("%1 (%2)").arg(what, keys));
}

void Actions::setWhyNot(QAction* action, const QString& why)
{
    action->setStatusTip(why.isEmpty() ? m_tips.value(action) : why);
    showTip(action);
}

void Actions::showIcons()
{
    for (const ActionInfo& info : actionTable()) {
        if (*info.icon)
            get(info.name)->setIcon(m_theme.icon(QLatin1String(info.icon)));
    }
}

} // namespace dbgr::ui

#include "moc_actions.cpp"
