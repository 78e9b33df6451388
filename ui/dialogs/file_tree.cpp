// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/file_tree.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace dbgr::ui {

namespace {

using Iterator = QStringList::const_iterator;

const QString kSystem = QStringLiteral("/usr");

/// Of sorted paths from `begin` to `end`, which all begin with `prefix`: what lies directly below that.
std::vector<FileNode> nodesBelow(Iterator begin, Iterator end, const QString& prefix)
{
    std::vector<FileNode> folders;
    std::vector<FileNode> files;
    while (begin != end) {
        const qsizetype slash = begin->indexOf(u'/', prefix.size());
        if (slash < 0) {
            files.push_back({begin->mid(prefix.size()), *begin, {}});
            ++begin;
            continue;
        }
        const QString folder = begin->left(slash + 1);
        const auto last = std::find_if(begin, end, [&](const QString& path) { return !path.startsWith(folder); });
        folders.push_back({folder.mid(prefix.size()).chopped(1), folder.chopped(1), nodesBelow(begin, last, folder)});
        begin = last;
    }
    for (FileNode& folder : folders) {
        if (folder.below.size() != 1 || !folder.below.front().isFolder())
            continue;
        FileNode only = std::move(folder.below.front());
        only.name = folder.name + u'/' + only.name;
        folder = std::move(only);
    }
    std::move(files.begin(), files.end(), std::back_inserter(folders));
    return folders;
}

} // namespace

std::vector<FileNode> fileTree(const QStringList& paths)
{
    QStringList sorted = paths;
    sorted.removeAll(QString());
    sorted.sort();
    sorted.removeDuplicates();
    std::vector<FileNode> outermost;
    for (FileNode& node : nodesBelow(sorted.cbegin(), sorted.cend(), {})) {
        if (!node.name.isEmpty()) {
            outermost.push_back(std::move(node));
            continue;
        }
        for (FileNode& below : node.below) { // the root of the file system is no folder to open
            below.name.prepend(u'/');
            outermost.push_back(std::move(below));
        }
    }
    std::stable_partition(outermost.begin(), outermost.end(), [](const FileNode& node) {
        return node.path != kSystem && !node.path.startsWith(kSystem + u'/');
    });
    return outermost;
}

} // namespace dbgr::ui
