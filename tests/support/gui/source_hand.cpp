// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/gui/source_hand.h"

#include "ui/source/source_area.h"
#include "ui/source/source_page.h"
#include "ui/source/source_tabs.h"
#include "ui/source/source_view.h"
#include "ui/window/action_table.h"

#include <algorithm>

namespace dbgr::test {

using ui::SourceArea;
using ui::SourcePage;
using ui::SourceView;

SourceArea* SourceHand::area() const
{
    return m_run.find<SourceArea>("sourceArea");
}

SourceView* SourceHand::view() const
{
    const SourcePage* const page = area() ? area()->tabs().currentPage() : nullptr;
    return page && page->hasText() ? &page->view() : nullptr;
}

bool SourceHand::untilShown(const QString& fileName)
{
    return m_run.until([&] {
        return view() && view()->isVisible() &&
               QString::fromStdString(area()->currentLocation().file).endsWith(fileName);
    });
}

QString SourceHand::text() const
{
    return view() ? area()->tabs().currentPage()->text() : QString();
}

std::uint32_t SourceHand::lineWith(const QString& text) const
{
    const QStringList lines = this->text().split('\n');
    const auto found =
        std::find_if(lines.begin(), lines.end(), [&](const QString& line) { return line.contains(text); });
    return found == lines.end() ? 0 : static_cast<std::uint32_t>(found - lines.begin()) + 1;
}

QString SourceHand::lineText(std::uint32_t line) const
{
    return text().split('\n').value(static_cast<qsizetype>(line) - 1).trimmed();
}

std::uint32_t SourceHand::cursorLine() const
{
    return view() ? view()->cursorLine() : 0;
}

ui::LineMark SourceHand::markAt(std::uint32_t line) const
{
    if (view()) {
        for (const ui::LineMark& mark : view()->marks())
            if (mark.line == line)
                return mark;
    }
    return {};
}

std::uint32_t SourceHand::leadingLine() const
{
    if (view()) {
        for (const ui::LineMark& mark : view()->marks())
            if (mark.leading && !mark.stale)
                return mark.line;
    }
    return 0;
}

bool SourceHand::untilLeadingAt(std::uint32_t line)
{
    return m_run.until([&] { return leadingLine() == line; });
}

void SourceHand::clickMargin(std::uint32_t line)
{
    SourceView* const source = view();
    source->showLine(line);
    const int middle = source->below(line).y() - source->textHeight(static_cast<int>(line) - 1) / 2;
    m_run.click(source->viewport(), QPoint(6, middle));
}

void SourceHand::goTo(std::uint32_t line)
{
    m_run.command(ui::action::kFocusSource);
    m_run.command(ui::action::kGoToLine);
    m_run.type(QString::number(line));
    m_run.key(Qt::Key_Return);
}

} // namespace dbgr::test
