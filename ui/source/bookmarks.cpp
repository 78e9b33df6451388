// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/bookmarks.h"

#include <QStringList>

#include <algorithm>
#include <tuple>
#include <utility>

namespace dbgr::ui {

namespace {

bool standsBefore(const Bookmark& one, const Bookmark& other)
{
    return std::tie(one.file, one.line) < std::tie(other.file, other.line);
}

auto isAt(const SourceNames& file, std::uint32_t line)
{
    return [&file, line](const Bookmark& one) { return one.line == line && isNameOf(one.file, file); };
}

/// Where its line is now, from 1; 0: it is gone, or several are like it.
std::uint32_t lineOf(const Bookmark& bookmark, const QStringList& lines)
{
    const qsizetype last = static_cast<qsizetype>(bookmark.line) - 1;
    const auto isIt = [&](qsizetype index) { return Bookmarks::lineKey(lines.value(index)) == bookmark.text; };
    if (isIt(last))
        return bookmark.line;
    std::uint32_t found = 0;
    const qsizetype end = std::min(lines.size(), last + Bookmarks::kNear + 1);
    for (qsizetype index = std::max<qsizetype>(0, last - Bookmarks::kNear); index < end; ++index) {
        if (!isIt(index))
            continue;
        if (found != 0)
            return 0;
        found = static_cast<std::uint32_t>(index) + 1;
    }
    return found;
}

} // namespace

QString Bookmarks::lineKey(const QString& line)
{
    QString key = line.trimmed().left(kKeyLetters);
    if (!key.isEmpty() && key.back().isHighSurrogate())
        key.chop(1);                // half a letter is none
    key.remove(QChar(QChar::Null)); // which no file keeps
    return key;
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
    std::vector<Bookmark> bookmarks = m_bookmarks;
    QStringList lines; // of a file that has bookmarks
    for (Bookmark& one : bookmarks) {
        if (!isNameOf(one.file, file))
            continue;
        one.file = file.program;
        if (lines.isEmpty())
            lines = text.split(u'\n');
        if (one.text.isEmpty())
            one.text = lineKey(lines.value(static_cast<qsizetype>(one.line) - 1));
        const std::uint32_t line = lineOf(one, lines);
        one.lost = line == 0;
        if (line != 0)
            one.line = line;
    }
    set(std::move(bookmarks));
}

} // namespace dbgr::ui

#include "moc_bookmarks.cpp"
