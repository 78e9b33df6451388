// SPDX-License-Identifier: GPL-3.0-or-later
// The bookmarks, by a few letters of their lines or remarks: to go to one, or to remove it. Thread: GUI.
#pragma once

#include "debug/frame.h"
#include "ui/dialogs/palette.h"
#include "ui/dialogs/place_model.h"

namespace dbgr::ui {

class Bookmarks;

class BookmarkPalette final : public Palette
{
    Q_OBJECT

public:
    /// \param bookmarks outlive it
    BookmarkPalette(UiContext& context, Bookmarks& bookmarks, QWidget* window);

signals:
    void chosen(const dbgr::debug::SourceLocation& where);

private:
    void takePattern(const QString& pattern) override;
    void choose(const QModelIndex& index) override;
    bool remove(const QModelIndex& index) override;
    [[nodiscard]] QString emptyText() const override;
    void showBookmarks();

    Bookmarks& m_bookmarks;
    PlaceModel m_model;
};

} // namespace dbgr::ui
