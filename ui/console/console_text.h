// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of a line as something that can be shown: decoded, with control characters made visible and the colours
// that it asks a terminal for. Pure; any bytes will do. Thread: any.
#pragma once

#include <QColor>
#include <QString>

#include <string_view>
#include <vector>

namespace dbgr::ui {

/// What an SGR sequence ("ESC [ 31 m") asked for.
struct TextStyle
{
    static constexpr int kDefault = -1;
    static constexpr int kTrueColor = 1 << 24; ///< with 0xRRGGBB in the bits below

    int foreground = kDefault; ///< or 0 to 255 of the terminal's palette
    int background = kDefault;
    bool bold = false;
    bool dim = false;
    bool italic = false;
    bool underline = false;
    bool inverse = false;

    friend bool operator==(const TextStyle&, const TextStyle&) = default;
};

struct StyledRun
{
    qsizetype start = 0; ///< in VisibleText::text
    qsizetype length = 0;
    TextStyle style;
};

struct VisibleText
{
    QString text;
    std::vector<StyledRun> runs; ///< ascending; what is between them is plain
};

/// Invalid UTF-8 becomes U+FFFD, a control character "^G", a tab blanks up to the next eighth column, what
/// would reorder text its name ("<U+202E>"). A carriage return begins the line anew, as it does on a terminal. Of
/// escape sequences only colours and the like have an effect; the others that are complete are left out.
[[nodiscard]] VisibleText visibleText(std::string_view bytes);

/// A colour of the terminal's palette, or a true colour, that can be read on `behind`.
[[nodiscard]] QColor terminalColor(int code, const QColor& behind);

} // namespace dbgr::ui
