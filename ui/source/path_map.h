// SPDX-License-Identifier: GPL-3.0-or-later
// Where sources are that were moved since the program was built: folders of the program, and what they are called on
// this machine. Remembered in the settings. Way: source_store asks it for every file. Thread: GUI.
#pragma once

#include "session/source_folders.h"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace dbgr::ui {

class Settings;

/// Everything below `from` is below `to`. A whole file may stand for itself.
struct PathMapping
{
    QString from; ///< as the program's debug information has it
    QString to;   ///< on this machine

    friend bool operator==(const PathMapping&, const PathMapping&) = default;
};

class PathMap final : public QObject
{
    Q_OBJECT

public:
    explicit PathMap(Settings& settings, QObject* parent = nullptr);

    /// In the order in which the user made them.
    [[nodiscard]] const std::vector<PathMapping>& all() const { return m_mappings; }
    /// Mappings of which a side is empty are left out; of several with the same `from` the last stays.
    void set(std::vector<PathMapping> mappings);
    void add(const PathMapping& mapping);

    /// By the mapping with the longest `from`; nothing if there is none for this path.
    [[nodiscard]] std::optional<QString> toLocal(const QString& path) const;
    /// The way back: what the program calls this file.
    [[nodiscard]] std::optional<QString> toProgram(const QString& local) const;

    /// What has to be mapped for `path` to be found at `local`: both without the folders that they end with together.
    [[nodiscard]] static PathMapping derive(const QString& path, const QString& local);

signals:
    void changed();

private:
    void load();

    Settings& m_settings;
    std::vector<PathMapping> m_mappings;
    session::SourceFolders m_folders; ///< the same
};

} // namespace dbgr::ui
