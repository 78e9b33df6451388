// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a row of a palette: the name with its typed letters bold, the detail, the keys. Thread: GUI.
#pragma once

#include <QStyledItemDelegate>

namespace dbgr::ui {

class Theme;

class PaletteDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit PaletteDelegate(const Theme& theme, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const Theme& m_theme;
};

} // namespace dbgr::ui
