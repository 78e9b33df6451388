// SPDX-License-Identifier: GPL-3.0-or-later
// Colours, faces and icons of the window, dark and light. Every view takes them from here and repaints when they
// change; the palette of Qt's own widgets is set to match. Thread: GUI.
#pragma once

#include <QColor>
#include <QFont>
#include <QIcon>
#include <QObject>
#include <QString>

namespace dbgr::ui {

class Settings;

/// What a colour is for. Text roles have a contrast of 4.5:1 or more on Base and Window.
enum class ColorRole
{
    Window,    ///< behind docks and bars
    Base,      ///< behind text, lists and source
    Alternate, ///< every other row
    Text,
    DimText, ///< what is old, or less important
    Border,
    Accent, ///< the one accent: selection, focus, links
    AccentText,
    State,   ///< what a variable is that has no value: (not allocated)
    Changed, ///< a value that changed since the last stop
    Hint,    ///< behind a notice
    Warning,
    Error,
    ErrorText,
    Breakpoint,  ///< the mark in the margin
    CurrentLine, ///< behind the line where the leading rank stands
    OtherLine,   ///< behind a line where other ranks stand
    Margin,      ///< behind line numbers
    Keyword,     ///< source, from here on
    Comment,
    StringText,
    Number,
    Preprocessor,
    Input,       ///< what the user sent to ranks, in the console
    ErrorOutput, ///< standard error, in the console
};

class Theme final : public QObject
{
    Q_OBJECT

public:
    /// Takes the choice from the settings, follows their change, and sets the application's style, palette and font.
    explicit Theme(Settings& settings, QObject* parent = nullptr);

    [[nodiscard]] bool isDark() const { return m_dark; }
    [[nodiscard]] QColor color(ColorRole role) const;
    /// For source, values, numbers and output.
    [[nodiscard]] QFont fixedFont() const;
    /// An icon of our set, in the text's colour, greyed when disabled. \param name "continue" for icons/continue.svg
    [[nodiscard]] QIcon icon(const QString& name) const;
    /// The same in a colour of its own.
    [[nodiscard]] QIcon icon(const QString& name, ColorRole role) const;

signals:
    /// Colours, faces or icons are others now.
    void changed();

private:
    void apply();

    Settings& m_settings;
    bool m_desktopIsDark = false;
    QFont m_desktopFont;
    bool m_dark = false;
};

} // namespace dbgr::ui
