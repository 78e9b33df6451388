// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/bookmarks.h"

#include "session/moved_line.h"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace dbgr::ui {

namespace {

bool standsBefore(const Bookmark& one, const Bookmark& other)
{
    return std::tie(one.file, one.line) < std::tie(other.file, other.line);
}

/// As it is kept, and known again; "" no such line.
QString textAt(const std::vector<std::string>& lines, std::uint32_t line)
{
    return line == 0 || line > lines.size() ? QString() : QString::fromStdString(lines[line - 1]);
}

auto isAt(const SourceNames& file, std::uint32_t line)
{
    return [&file, line](const Bookmark& one) { return one.line == line && isNameOf(one.file, file); };
}

} // namespace

QString Bookmarks::lineKey(const QString& line)
{
    return textAt(session::comparableLines(line.toStdString()).value_or(std::vector<std::string>()), 1);
}

const Bookmark* Bookmarks::at(const SourceNames& file, std::uint32_t line) const
{
    const auto found = std::find_if(m_bookmarks.begin(), m_bookmarks.end(), isAt(file, line));
    return found == m_bookmarks.end() ? nullptr : &*found;
}

const Bookmark* Bookmarks::next(const debug::SourceLocation& from, bool forward) const
{
    if (m_bookmarks.empty())
        return nullptr;
    const Bookmark here{QString::fromStdString(from.file), from.line};
    if (forward) {
        const auto behind = std::upper_bound(m_bookmarks.begin(), m_bookmarks.end(), here, standsBefore);
        return behind == m_bookmarks.end() ? &m_bookmarks.front() : &*behind;
    }
    const auto notBefore = std::lower_bound(m_bookmarks.begin(), m_bookmarks.end(), here, standsBefore);
    return notBefore == m_bookmarks.begin() ? &m_bookmarks.back() : &*(notBefore - 1);
}

void Bookmarks::set(std::vector<Bookmark> bookmarks)
{
    std::stable_sort(bookmarks.begin(), bookmarks.end(), standsBefore);
    if (bookmarks == m_bookmarks)
        return;
    m_bookmarks = std::move(bookmarks);
    emit changed();
}

void Bookmarks::toggle(const SourceNames& file, std::uint32_t line, const QString& text)
{
    std::vector<Bookmark> bookmarks = m_bookmarks;
    if (std::erase_if(bookmarks, isAt(file, line)) == 0)
        bookmarks.push_back({file.program, line, lineKey(text)});
    set(std::move(bookmarks));
}

void Bookmarks::setRemark(const SourceNames& file, std::uint32_t line, const QString& text, const QString& remark)
{
    std::vector<Bookmark> bookmarks = m_bookmarks;
    const auto found = std::find_if(bookmarks.begin(), bookmarks.end(), isAt(file, line));
    if (found == bookmarks.end())
        bookmarks.push_back({file.program, line, lineKey(text), remark});
    else
        found->remark = remark;
    set(std::move(bookmarks));
}

void Bookmarks::remove(const debug::SourceLocation& where)
{
    std::vector<Bookmark> bookmarks = m_bookmarks;
    std::erase_if(bookmarks, [&](const Bookmark& one) { return one.where() == where; });
    set(std::move(bookmarks));
}

void Bookmarks::follow(const SourceNames& file, const QString& text)
{
    using What = session::LineFate::What;
    std::vector<Bookmark> bookmarks = m_bookmarks;
    std::optional<std::vector<std::string>> lines; // of a file that has bookmarks
    for (Bookmark& one : bookmarks) {
        if (!isNameOf(one.file, file))
            continue;
        one.file = file.program;
        if (!lines)
            lines = session::comparableLines(text.toStdString()).value_or(std::vector<std::string>());
        if (one.text.isEmpty())
            one.text = textAt(*lines, one.line);
        const session::LineFate fate = session::fateOf({{}, one.line, one.text.toStdString(), {}, {}, {}}, *lines);
        one.line = fate.line;
        one.lost = fate.what == What::Gone || fate.what == What::Unclear;
    }
    set(std::move(bookmarks));
}

} // namespace dbgr::ui

#include "moc_bookmarks.cpp"
