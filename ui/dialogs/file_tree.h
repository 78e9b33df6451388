// SPDX-License-Identifier: GPL-3.0-or-later
// Paths of files as a tree of folders. Pure. Thread: any.
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace dbgr::ui {

/// A folder, or a file, which has nothing below it.
struct FileNode
{
    QString name; ///< of a folder that holds nothing but another one, with that: "src/solver"
    QString path; ///< whole
    std::vector<FileNode> below;

    [[nodiscard]] bool isFolder() const { return !below.empty(); }
};

/// Folders before files, each by name, outermost "/data/ring/src" and the like, and those of the system behind all
/// others. Paths without a slash stand outermost, too.
[[nodiscard]] std::vector<FileNode> fileTree(const QStringList& paths);

} // namespace dbgr::ui
