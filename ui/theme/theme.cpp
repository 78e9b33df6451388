// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include "ui/theme/application_icon.h"

#include "ui/settings/setting_keys.h"
#include "ui/theme/flat_style.h"
#include "ui/theme/svg_icon_engine.h"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QPalette>

namespace dbgr::ui {

namespace {

struct Shades
{
    QRgb light;
    QRgb dark;
};

Shades shadesOf(ColorRole role)
{
    switch (role) {
    case ColorRole::Window:
        return {0xfff3f4f6, 0xff24272b};
    case ColorRole::Base:
        return {0xffffffff, 0xff1b1e21};
    case ColorRole::Alternate:
        return {0xfff7f8fa, 0xff202327};
    case ColorRole::Text:
        return {0xff1c2024, 0xffe2e5e9};
    case ColorRole::DimText:
        return {0xff5f6872, 0xff9aa3ad};
    case ColorRole::Border:
        return {0xffcfd4da, 0xff3b4047};
    case ColorRole::Accent:
        return {0xff0b6bcb, 0xff4c9df3};
    case ColorRole::AccentText:
        return {0xffffffff, 0xff0c1116};
    case ColorRole::State:
        return {0xff7a5200, 0xffd9b86c};
    case ColorRole::Changed:
        return {0xffb3261e, 0xffff9a8d};
    case ColorRole::Hint:
        return {0xffe8f1fb, 0xff1f3347};
    case ColorRole::Warning:
        return {0xfffff2d6, 0xff41341a};
    case ColorRole::Error:
        return {0xfffde7e4, 0xff472522};
    case ColorRole::ErrorText:
        return {0xffa3180f, 0xffff9a8d};
    case ColorRole::Breakpoint:
        return {0xffc62828, 0xfff0605a};
    case ColorRole::CurrentLine:
        return {0xfffff0c2, 0xff4a3f1a};
    case ColorRole::OtherLine:
        return {0xffeaf3fc, 0xff22323f};
    case ColorRole::Margin:
        return {0xfff3f4f6, 0xff202327};
    case ColorRole::Keyword:
        return {0xff7a1fa2, 0xffc792ea};
    case ColorRole::Comment:
        return {0xff4d7053, 0xff86a98b};
    case ColorRole::StringText:
        return {0xff9a4a00, 0xffe2a76f};
    case ColorRole::Number:
        return {0xff0d5cad, 0xff82b7f0};
    case ColorRole::Preprocessor:
        return {0xff00695c, 0xff6cc7b8};
    case ColorRole::Input:
        return {0xff0b6bcb, 0xff6fb3f7};
    case ColorRole::ErrorOutput:
        return {0xffa3180f, 0xffff9a8d};
    }
    return {0xff000000, 0xffffffff};
}

} // namespace

Theme::Theme(Settings& settings, QObject* parent) : QObject(parent), m_settings(settings)
{
    loadResources();
    m_desktopFont = QApplication::font();
    m_desktopIsDark = QApplication::palette().color(QPalette::Window).lightness() < 128;
    QApplication::setStyle(new FlatStyle);
    apply();
    connect(&settings, &Settings::changed, this, [this](const QString& name) {
        if (name.startsWith(QLatin1String("appearance/")))
            apply();
    });
}

QColor Theme::color(ColorRole role) const
{
    const Shades shades = shadesOf(role);
    return QColor::fromRgba(m_dark ? shades.dark : shades.light);
}

QFont Theme::fixedFont() const
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    const QString family = m_settings.value(setting::kFixedFont);
    if (!family.isEmpty())
        font.setFamily(family);
    const int size = m_settings.value(setting::kFixedFontSize);
    font.setPointSizeF(size > 0 ? size : QApplication::font().pointSizeF());
    font.setStyleHint(QFont::Monospace);
    return font;
}

QIcon Theme::icon(const QString& name) const
{
    return icon(name, ColorRole::Text);
}

QIcon Theme::icon(const QString& name, ColorRole role) const
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const IconColors colors{color(role), color(ColorRole::Border), color(ColorRole::AccentText)};
    return QIcon(new SvgIconEngine(file.readAll(), colors));
}

void Theme::apply()
{
    const QString choice = m_settings.value(setting::kTheme);
    m_dark = choice == QLatin1String("dark") || (choice != QLatin1String("light") && m_desktopIsDark);

    QPalette palette;
    const auto set = [&](QPalette::ColorRole target, ColorRole role) { palette.setColor(target, color(role)); };
    set(QPalette::Window, ColorRole::Window);
    set(QPalette::WindowText, ColorRole::Text);
    set(QPalette::Base, ColorRole::Base);
    set(QPalette::AlternateBase, ColorRole::Alternate);
    set(QPalette::Text, ColorRole::Text);
    set(QPalette::Button, ColorRole::Window);
    set(QPalette::ButtonText, ColorRole::Text);
    set(QPalette::BrightText, ColorRole::ErrorText);
    set(QPalette::ToolTipBase, ColorRole::Base);
    set(QPalette::ToolTipText, ColorRole::Text);
    set(QPalette::PlaceholderText, ColorRole::DimText);
    set(QPalette::Highlight, ColorRole::Accent);
    set(QPalette::HighlightedText, ColorRole::AccentText);
    set(QPalette::Link, ColorRole::Accent);
    set(QPalette::Mid, ColorRole::Border);
    palette.setColor(QPalette::Dark, color(ColorRole::Border).darker(115));
    palette.setColor(QPalette::Light, color(ColorRole::Window).lighter(110));
    for (const QPalette::ColorRole dimmed : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, dimmed, m_dark ? QColor(0x6b737c) : QColor(0xa0a6ad));
    QApplication::setPalette(palette);

    QFont font = m_desktopFont;
    const QString family = m_settings.value(setting::kInterfaceFont);
    if (!family.isEmpty())
        font.setFamily(family);
    if (const int size = m_settings.value(setting::kInterfaceFontSize); size > 0)
        font.setPointSize(size);
    QApplication::setFont(font);
    emit changed();
}

} // namespace dbgr::ui

#include "moc_theme.cpp"
