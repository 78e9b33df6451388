// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgr remembers of its user: preferences, window layout, history. One table of keys (setting_keys.h), stored by
// QSettings in the place that XDG names. Thread: GUI.
#pragma once

#include <QObject>
#include <QSettings>
#include <QString>
#include <QVariant>

#include <memory>

namespace dbgr::ui {

/// A setting's name, type and value of a new user.
template <class T>
struct SettingKey
{
    const char* name;
    T fallback;
};

class Settings final : public QObject
{
    Q_OBJECT

public:
    /// The user's own.
    explicit Settings(QObject* parent = nullptr);
    /// Those of a file: for tests.
    explicit Settings(const QString& file, QObject* parent = nullptr);
    ~Settings() override;

    template <class T>
    [[nodiscard]] T value(const SettingKey<T>& key) const
    {
        const QVariant stored = m_store->value(QLatin1String(key.name));
        return stored.isValid() && stored.canConvert<T>() ? stored.value<T>() : key.fallback;
    }
    /// Stores it and tells, if it is new. A value equal to the fallback is not stored.
    template <class T>
    void set(const SettingKey<T>& key, const T& value)
    {
        if (this->value(key) != value)
            store(QLatin1String(key.name), value == key.fallback ? QVariant() : QVariant::fromValue(value));
    }

    // For tables of settings that have no key of their own, such as the keys of actions: a group and a name in it.
    [[nodiscard]] QVariant entry(const QString& name) const { return m_store->value(name); }
    /// An invalid variant removes it.
    void setEntry(const QString& name, const QVariant& value) { store(name, value); }
    [[nodiscard]] QStringList entriesOf(const QString& group) const;

signals:
    void changed(const QString& name);

private:
    void store(const QString& name, const QVariant& value);

    std::unique_ptr<QSettings> m_store;
};

} // namespace dbgr::ui
