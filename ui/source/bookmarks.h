// SPDX-License-Identifier: GPL-3.0-or-later
// The lines that the user has marked, to come back to them. A file that changes on disk takes its bookmarks with it,
// by the text of their lines. Way: source_area, session files, breakpoint_memory <-> here -> margin and list.
// Thread: GUI.
#pragma once

#include "ui/source/source_names.h"

#include "debug/frame.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <vector>

namespace dbgr::ui {

struct Bookmark
{
    QString file; ///< as the program calls it
    std::uint32_t line = 0;
    QString text = {};   ///< lineKey() of its line; "" not known yet
    QString remark = {}; ///< the user's; "" none
    bool lost = false;   ///< the file has changed, and the line is not there any more, nor found near by

    [[nodiscard]] debug::SourceLocation where() const { return {file.toStdString(), line, 0}; }
    friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

class Bookmarks final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// What of a line's text is kept, by which it is known again: see session::comparableLines().
    [[nodiscard]] static QString lineKey(const QString& line);

    /// By file and line.
    [[nodiscard]] const std::vector<Bookmark>& all() const { return m_bookmarks; }
    /// Null if there is none.
    [[nodiscard]] const Bookmark* at(const SourceNames& file, std::uint32_t line) const;
    /// The next one behind this line or, not `forward`, before it, in this file or another, around the end; null if
    /// there is none at all.
    [[nodiscard]] const Bookmark* next(const debug::SourceLocation& from, bool forward) const;

    /// In place of all that there are.
    void set(std::vector<Bookmark> bookmarks);
    /// Removes the line's bookmark, or makes one. \param text of the line
    void toggle(const SourceNames& file, std::uint32_t line, const QString& text);
    /// Of the line's bookmark; makes one if there is none. \param remark "" none
    void setRemark(const SourceNames& file, std::uint32_t line, const QString& text, const QString& remark);
    void remove(const debug::SourceLocation& where);
    /// This is the file's text now: its bookmarks go where their lines have gone, as breakpoints do
    /// (session::fateOf()), and else stay and are `lost`. They have the program's name of the file from then on.
    void follow(const SourceNames& file, const QString& text);

signals:
    void changed();

private:
    std::vector<Bookmark> m_bookmarks;
};

} // namespace dbgr::ui
