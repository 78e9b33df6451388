// SPDX-License-Identifier: GPL-3.0-or-later
// The hand and the eye for the source: lines by their text, clicks in the margin, what the margin shows. Thread: GUI.
#pragma once

#include "tests/support/gui/window_run.h"
#include "ui/source/source_marks.h"

#include <QString>

#include <cstdint>

namespace dbgr::ui {
class SourceArea;
class SourceView;
} // namespace dbgr::ui

namespace dbgr::test {

class SourceHand
{
public:
    explicit SourceHand(WindowRun& run) : m_run(run) {}

    /// Waits until a file of that name is shown with its text.
    [[nodiscard]] bool untilShown(const QString& fileName);
    /// The first line with that text, from 1; 0 none.
    [[nodiscard]] std::uint32_t lineWith(const QString& text) const;
    /// The line of the file on top; empty without.
    [[nodiscard]] QString lineText(std::uint32_t line) const;
    /// The whole file on top.
    [[nodiscard]] QString text() const;
    [[nodiscard]] std::uint32_t cursorLine() const;
    /// What the margin shows at that line.
    [[nodiscard]] ui::LineMark markAt(std::uint32_t line) const;
    /// The line at which the leading rank stands; 0 none of this file.
    [[nodiscard]] std::uint32_t leadingLine() const;
    [[nodiscard]] bool untilLeadingAt(std::uint32_t line);

    /// As a user clicks to set or remove a breakpoint.
    void clickMargin(std::uint32_t line);
    /// The cursor goes there by "Go to Line".
    void goTo(std::uint32_t line);

private:
    [[nodiscard]] ui::SourceArea* area() const;
    /// Null while no text is shown.
    [[nodiscard]] ui::SourceView* view() const;

    WindowRun& m_run;
};

} // namespace dbgr::test
