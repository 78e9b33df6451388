// SPDX-License-Identifier: GPL-3.0-or-later
// Draws an icon of our set in the theme's colours, at the size and density at which it is shown: nothing is drawn
// before. Thread: GUI.
#pragma once

#include <QByteArray>
#include <QColor>
#include <QIconEngine>

#include <utility>

namespace dbgr::ui {

struct IconColors
{
    QColor normal;
    QColor disabled;
    QColor selected; ///< in a selected row
};

class SvgIconEngine final : public QIconEngine
{
public:
    /// \param svg whose lines and areas are "currentColor"
    SvgIconEngine(QByteArray svg, const IconColors& colors) : m_svg(std::move(svg)), m_colors(colors) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override;
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override;
    [[nodiscard]] QIconEngine* clone() const override { return new SvgIconEngine(*this); }

private:
    [[nodiscard]] QByteArray colored(QIcon::Mode mode) const;

    QByteArray m_svg;
    IconColors m_colors;
};

} // namespace dbgr::ui
