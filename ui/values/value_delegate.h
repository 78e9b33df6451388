// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the cells of variables, watches and groups of ranks: changed, old and missing values in their colours, and a
// small drawing of value against rank beside what differs. Thread: GUI.
#pragma once

#include <QStyledItemDelegate>

namespace dbgr::ui {

class Theme;
struct Across;

class ValueDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit ValueDelegate(const Theme& theme, QObject* parent = nullptr);

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    /// Where the drawing of a cell goes; empty when it has none, or no room for one.
    [[nodiscard]] static QRect sparkRect(const QRect& cell, const QModelIndex& index);
    void paintCheckFrame(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
    void paintSpark(QPainter& painter, const QRect& area, const Across& across, bool selected, bool stale) const;

    const Theme& m_theme;
};

} // namespace dbgr::ui
