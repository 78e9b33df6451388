// SPDX-License-Identifier: GPL-3.0-or-later
// Paints rows about places in the program: quiet where there is no source or what they say is old, numbers in the fixed
// face, a mark at the chosen one; and the indents of the stack tree. Thread: GUI.
#pragma once

#include <QStyledItemDelegate>

namespace dbgr::ui {

class StackTreeView;
class Theme;

/// For the lists of frames and threads.
class PlaceDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    /// \param numbers columns before this one are numbers \param chosenRole bool: paints a mark in the first column
    struct Layout
    {
        int sourceRole = 0;
        int chosenRole = 0; ///< 0 none
        int fixedFirst = 0; ///< columns from here ...
        int fixedLast = -1; ///< ... to here are numbers, in the fixed face
    };

    PlaceDelegate(const Theme& theme, Layout layout, QObject* parent = nullptr);

    /// What the rows say is old.
    void setDimmed(bool dimmed) { m_dimmed = dimmed; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
    [[nodiscard]] const Theme& theme() const { return m_theme; }
    [[nodiscard]] bool isDimmed() const { return m_dimmed; }

private:
    const Theme& m_theme;
    Layout m_layout;
    bool m_dimmed = false;
};

/// For the stack tree: function and place in two colours, the mark for opening and closing, counts that only repeat
/// those of the caller quiet.
class StackDelegate final : public PlaceDelegate
{
    Q_OBJECT

public:
    StackDelegate(const Theme& theme, StackTreeView& view);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    void paintMark(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
    void paintWhere(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;

    const StackTreeView& m_view;
};

} // namespace dbgr::ui
