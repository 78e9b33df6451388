// SPDX-License-Identifier: GPL-3.0-or-later
// The table's commands as QActions, with the keys that the user gave them. Who does a command connects to it.
// Thread: GUI.
#pragma once

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QObject>

namespace dbgr::ui {

class Settings;
class Theme;
struct ActionInfo;

class Actions final : public QObject
{
    Q_OBJECT

public:
    Actions(Settings& settings, Theme& theme, QObject* parent = nullptr);

    /// \param name of the table (`action::k...`), or of an add()
    /// \return null if there is no such command
    [[nodiscard]] QAction* find(const QString& name) const;
    /// \pre there is such a command
    [[nodiscard]] QAction* get(const char* name) const;
    /// A command that is not in the table, such as showing a dock; known to palette and preferences from then on.
    QAction* add(const QString& name, const QString& text, const QList<QKeySequence>& keys);
    /// In the order of the table, then of add().
    [[nodiscard]] const QList<QAction*>& all() const { return m_order; }

    /// Other keys for a command; stored. An empty list takes its keys away.
    void setKeys(QAction* action, const QList<QKeySequence>& keys);
    /// The keys that it has if the user does not say otherwise.
    [[nodiscard]] QList<QKeySequence> defaultKeys(const QAction* action) const;
    void resetKeys(QAction* action);
    /// Why a disabled command makes no sense now: stands in its tips. "" nothing to say.
    void setWhyNot(QAction* action, const QString& why);
    /// Another command that has these keys already; null if there is none.
    [[nodiscard]] QAction* ownerOf(const QKeySequence& keys, const QAction* butNot) const;

private:
    void applyKeys(QAction* action);
    void showTips();
    void showTip(QAction* action);
    void showIcons();

    Settings& m_settings;
    Theme& m_theme;
    QHash<QString, QAction*> m_byName;
    QHash<const QAction*, QList<QKeySequence>> m_defaults;
    QHash<const QAction*, QString> m_tips;
    QList<QAction*> m_order;
};

} // namespace dbgr::ui
