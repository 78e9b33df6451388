// SPDX-License-Identifier: GPL-3.0-or-later
// Lexers of source files, and their colours out of the theme. Thread: GUI.
#pragma once

#include "ui/source/source_language.h"

class QObject;
class QsciLexer;

namespace dbgr::ui {

class Theme;

/// A lexer in the theme's colours; null for plain text.
[[nodiscard]] QsciLexer* makeLexer(SourceLanguage language, const Theme& theme, QObject* parent);
/// Gives the lexer the colours and the face that the theme has now.
void styleLexer(QsciLexer& lexer, SourceLanguage language, const Theme& theme);

} // namespace dbgr::ui
