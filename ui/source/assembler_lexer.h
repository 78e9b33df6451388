// SPDX-License-Identifier: GPL-3.0-or-later
// Colours of assembler: what GNU as and compilers write for x86, ARM, RISC-V and POWER, and NASM. Thread: GUI.
#pragma once

#include <Qsci/qscilexercustom.h>

#include <QByteArray>

namespace dbgr::ui {

class AssemblerLexer final : public QsciLexerCustom
{
    Q_OBJECT

public:
    enum Style
    {
        Default,
        Comment,
        Label,
        Directive,
        Instruction,
        Register,
        Number,
        String,
    };

    using QsciLexerCustom::QsciLexerCustom;

    [[nodiscard]] const char* language() const override { return "Assembler"; }
    [[nodiscard]] QString description(int style) const override;
    void styleText(int start, int end) override;

private:
    /// \param inComment one of several lines began before \return whether one goes on behind it
    bool styleLine(const QByteArray& line, bool inComment);
};

} // namespace dbgr::ui
