// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/bookmark_palette.h"

#include "ui/source/bookmarks.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"

#include <utility>
#include <vector>

namespace dbgr::ui {

namespace {

constexpr int kBookmarksWidth = 860;

/// "where it goes wrong - sum += flux[i];"
QString bookmarkName(const Bookmark& bookmark)
{
    const QString text = bookmark.text.isEmpty() ? BookmarkPalette::tr("(an empty line)") : bookmark.text;
    return bookmark.remark.isEmpty() ? text : bookmark.remark + QStringLiteral(" - ") + text;
}

} // namespace

BookmarkPalette::BookmarkPalette(UiContext& context, Bookmarks& bookmarks, QWidget* window)
    : Palette(context, window,
              {QStringLiteral("bookmarkPalette"), tr("Bookmarks"), tr("Type some of a marked line, or of its remark"),
               kBookmarksWidth}),
      m_bookmarks(bookmarks)
{
    setModel(m_model);
}

void BookmarkPalette::takePattern(const QString& pattern)
{
    if (isHidden())
        showBookmarks(); // there may be others than the last time
    m_model.setPattern(pattern);
}

void BookmarkPalette::showBookmarks()
{
    std::vector<CodePlace> places;
    for (const Bookmark& one : m_bookmarks.all())
        places.push_back({bookmarkName(one), one.where(), false,
                          one.lost ? tr(": the file has changed, and this line was not found near by")
                                   : tr("   (Delete removes the bookmark)")});
    m_model.setPlaces(std::move(places));
}

void BookmarkPalette::choose(const QModelIndex& index)
{
    emit chosen(m_model.place(index.row()).where);
}

bool BookmarkPalette::remove(const QModelIndex& index)
{
    if (index.isValid()) {
        const int row = index.row();
        m_bookmarks.remove(m_model.place(row).where);
        showBookmarks();
        select(row);
    }
    return true;
}

QString BookmarkPalette::emptyText() const
{
    if (!m_bookmarks.all().empty())
        return tr("No bookmark has these letters");
    const QString keys = context().actions.get(action::kToggleBookmark)->shortcut().toString(QKeySequence::NativeText);
    return tr("No line is marked: %1 marks the cursor's line").arg(keys);
}

} // namespace dbgr::ui

#include "moc_bookmark_palette.cpp"
