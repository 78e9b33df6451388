// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/source_view.h"

#include "ui/settings/setting_keys.h"
#include "ui/source/expression_at.h"
#include "ui/source/mark_painter.h"
#include "ui/source/source_lexers.h"
#include "ui/theme/theme.h"
#include "ui/window/ui_context.h"

#include <Qsci/qscilexer.h>

#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace dbgr::ui {

namespace {

enum Margin
{
    kBreakpoints,
    kNumbers,
    kRanks,
    kMargins,
};

enum Marker
{
    kOtherLine, // of two at a line the higher one is seen
    kCurrentLine,
};

constexpr int kMatchIndicator = 8;
constexpr int kBreakpointWidth = 20;
constexpr int kTextGap = 8;
constexpr int kContextLines = 3;
constexpr int kDwellMs = 350;

/// Nothing where no rank stands (any more).
std::optional<ColorRole> backgroundOf(const LineMark& mark)
{
    if (mark.leading && !mark.stale)
        return ColorRole::CurrentLine;
    return mark.ranks.empty() ? std::nullopt : std::optional(ColorRole::OtherLine);
}

} // namespace

SourceView::SourceView(UiContext& context, QWidget* parent)
    : QsciScintilla(parent), m_theme(context.theme), m_settings(context.settings), m_language(SourceLanguage::Plain)
{
    setUp();
    restyle();
    connect(&m_theme, &Theme::changed, this, &SourceView::restyle);
    connect(&m_settings, &Settings::changed, this, [this](const QString& name) {
        if (name == QLatin1String(setting::kTabWidth.name))
            setTabWidth(m_settings.value(setting::kTabWidth));
    });
    connect(this, &QsciScintillaBase::SCN_DWELLSTART, this, &SourceView::dwell);
    connect(this, &QsciScintillaBase::SCN_DWELLEND, this, [this] { emit hovered({}, {}); });
    connect(this, &QsciScintilla::cursorPositionChanged, this, &SourceView::showCaretLine);
    connect(this, &QsciScintillaBase::SCN_UPDATEUI, this, [this](int updated) {
        if (updated & (SC_UPDATE_V_SCROLL | SC_UPDATE_H_SCROLL))
            emit hovered({}, {}); // another text is under the mouse
    });
    connect(this, &QsciScintillaBase::SCN_ZOOM, this, &SourceView::styleMargins);
    connect(this, &QsciScintilla::marginClicked, this, [this](int margin, int line) {
        if (margin == kBreakpoints || margin == kNumbers)
            emit breakpointClicked(static_cast<quint32>(line) + 1);
    });
}

SourceView::~SourceView() = default;

void SourceView::setUp()
{
    setAccessibleName(tr("Source"));
    setFrameShape(QFrame::NoFrame);
    setUtf8(true);
    setReadOnly(true);
    setWrapMode(WrapNone);
    setTabWidth(m_settings.value(setting::kTabWidth));
    setCaretWidth(2);
    SendScintilla(SCI_SETUNDOCOLLECTION, 0UL);
    SendScintilla(SCI_SETMOUSEDWELLTIME, kDwellMs);
    SendScintilla(SCI_SETSCROLLWIDTHTRACKING, 1UL);
    SendScintilla(SCI_SETSCROLLWIDTH, 1UL);
    SendScintilla(SCI_SETEXTRAASCENT, 1L);
    SendScintilla(SCI_SETEXTRADESCENT, 1L);
    SendScintilla(SCI_SETMARGINLEFT, 0UL, static_cast<long>(kTextGap));
    SendScintilla(SCI_USEPOPUP, 0UL);
    setMargins(kMargins);
    setMarginType(kBreakpoints, SymbolMargin);
    setMarginType(kNumbers, NumberMargin);
    setMarginType(kRanks, SymbolMargin);
    for (int margin = 0; margin < kMargins; ++margin) {
        setMarginMarkerMask(margin, 0);
        setMarginSensitivity(margin, true);
        SendScintilla(SCI_SETMARGINCURSORN, static_cast<unsigned long>(margin), static_cast<long>(SC_CURSORARROW));
    }
    setMarginWidth(kBreakpoints, kBreakpointWidth);
    markerDefine(Background, kOtherLine);
    markerDefine(Background, kCurrentLine);
    indicatorDefine(StraightBoxIndicator, kMatchIndicator);
    setIndicatorDrawUnder(true, kMatchIndicator);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
}

void SourceView::restyle()
{
    const QColor text = m_theme.color(ColorRole::Text);
    const QColor base = m_theme.color(ColorRole::Base);
    setFont(m_theme.fixedFont());
    setColor(text);
    setPaper(base);
    if (QsciLexer* const known = lexer())
        styleLexer(*known, m_language, m_theme);
    setCaretForegroundColor(text);
    QColor line = text;
    line.setAlpha(m_theme.isDark() ? 18 : 12);
    setCaretLineBackgroundColor(line);
    QColor selection = m_theme.color(ColorRole::Accent);
    selection.setAlpha(80);
    setSelectionBackgroundColor(selection);
    resetSelectionForegroundColor();
    setMarkerBackgroundColor(m_theme.color(ColorRole::CurrentLine), kCurrentLine);
    setMarkerBackgroundColor(m_theme.color(ColorRole::OtherLine), kOtherLine);
    QColor match = m_theme.color(ColorRole::Accent);
    match.setAlpha(60);
    setIndicatorForegroundColor(match, kMatchIndicator);
    match.setAlpha(140);
    setIndicatorOutlineColor(match, kMatchIndicator);
    styleMargins();
}

void SourceView::styleMargins()
{
    const QFont font = face();
    setMarginsFont(m_theme.fixedFont());
    setMarginsForegroundColor(m_theme.color(ColorRole::DimText));
    setMarginsBackgroundColor(m_theme.color(ColorRole::Margin));
    for (int margin = 0; margin < kMargins; ++margin)
        setMarginBackgroundColor(margin, m_theme.color(ColorRole::Margin));
    const QString widest = QString(std::max(3, static_cast<int>(QString::number(lines()).size())), QLatin1Char('9'));
    setMarginWidth(kNumbers, QFontMetrics(font).horizontalAdvance(widest) + kTextGap);
    setMarginWidth(kRanks, std::max(ranksWidth(m_marks, font), kTextGap));
}

void SourceView::showText(const QString& newText, SourceLanguage language)
{
    if (language != m_language || (!lexer() && language != SourceLanguage::Plain)) {
        m_language = language;
        delete lexer();
        setLexer(makeLexer(language, m_theme, this));
        // Colours what #if leaves out like the rest: nobody knows how it was compiled.
        SendScintilla(SCI_SETPROPERTY, "lexer.cpp.track.preprocessor", "0");
        SendScintilla(SCI_SETPROPERTY, "fold", "0");
        restyle();
    }
    const int first = firstVisibleLine();
    const std::uint32_t cursor = cursorLine();
    setReadOnly(false);
    setText(newText);
    setReadOnly(true);
    clearMatches();
    styleMargins();
    SendScintilla(SCI_SETEMPTYSELECTION, positionFromLineIndex(static_cast<int>(std::min(cursor, lineCount())) - 1, 0));
    setFirstVisibleLine(first);
    showBackgrounds();
}

void SourceView::setMarks(std::vector<LineMark> marks)
{
    m_marks = std::move(marks);
    showBackgrounds();
    // It grows with the counts, and does not jump back with every step.
    setMarginWidth(kRanks, std::max(marginWidth(kRanks), ranksWidth(m_marks, face())));
    viewport()->update();
}

void SourceView::showBackgrounds()
{
    markerDeleteAll();
    for (const LineMark& mark : m_marks) {
        const auto background = backgroundOf(mark);
        if (background && mark.line <= lineCount())
            markerAdd(static_cast<int>(mark.line) - 1,
                      *background == ColorRole::CurrentLine ? kCurrentLine : kOtherLine);
    }
    showCaretLine();
}

/// Not over the colour of a line where ranks stand.
void SourceView::showCaretLine()
{
    const LineMark* const mark = markOf(cursorLine());
    setCaretLineVisible(!mark || !backgroundOf(*mark));
}

std::uint32_t SourceView::cursorLine() const
{
    int line = 0;
    int index = 0;
    getCursorPosition(&line, &index);
    return static_cast<std::uint32_t>(line) + 1;
}

std::uint32_t SourceView::lineCount() const
{
    return static_cast<std::uint32_t>(std::max(1, lines()));
}

void SourceView::showLine(std::uint32_t line)
{
    const int index = static_cast<int>(std::clamp(line, 1U, lineCount())) - 1;
    SendScintilla(SCI_SETEMPTYSELECTION, positionFromLineIndex(index, 0));
    SendScintilla(SCI_SETXOFFSET, 0UL);
    const int first = firstVisibleLine();
    const int shown = std::max(1, static_cast<int>(SendScintilla(SCI_LINESONSCREEN)));
    const int context = std::min(kContextLines, shown / 4);
    const bool comfortable = (first == 0 || index >= first + context) && index < first + shown - context;
    if (!comfortable)
        setFirstVisibleLine(std::max(0, index - shown / 3));
}

QPoint SourceView::below(std::uint32_t line) const
{
    const int height = textHeight(0);
    const int y = (static_cast<int>(line) - firstVisibleLine()) * height;
    return viewport()->mapTo(this, QPoint(textLeft(), y));
}

int SourceView::findAll(const QString& wanted, bool caseSensitive)
{
    clearMatches();
    if (wanted.isEmpty())
        return 0;
    // Not by Scintilla, to which only letters of ASCII have a case.
    const QString all = text();
    const Qt::CaseSensitivity sensitivity = caseSensitive ? Qt::CaseSensitive : Qt::CaseInsensitive;
    const auto bytesOf = [&all](qsizetype from, qsizetype to) {
        return static_cast<long>(QStringView(all).mid(from, to - from).toUtf8().size());
    };
    long position = 0;
    qsizetype counted = 0; // what lies before it in the text is before `position` in bytes
    for (qsizetype found = all.indexOf(wanted, 0, sensitivity);
         found >= 0 && static_cast<int>(m_matches.size()) < kMaxMatches;
         found = all.indexOf(wanted, counted, sensitivity)) {
        const long begin = position + bytesOf(counted, found);
        counted = found + wanted.size();
        position = begin + bytesOf(found, counted);
        m_matches.push_back({begin, position});
        SendScintilla(SCI_INDICATORFILLRANGE, static_cast<unsigned long>(begin), position - begin);
    }
    return static_cast<int>(m_matches.size());
}

int SourceView::goToMatch(bool forward, bool stay)
{
    if (m_matches.empty())
        return 0;
    const long start = SendScintilla(SCI_GETSELECTIONSTART) + (forward && !stay ? 1 : 0);
    auto match = std::lower_bound(m_matches.begin(), m_matches.end(), start,
                                  [](const Match& one, long position) { return one.begin < position; });
    if (!forward)
        match = match == m_matches.begin() ? m_matches.end() - 1 : match - 1;
    if (match == m_matches.end())
        match = m_matches.begin();
    showLine(static_cast<std::uint32_t>(SendScintilla(SCI_LINEFROMPOSITION, match->begin)) + 1);
    SendScintilla(SCI_SETSEL, static_cast<unsigned long>(match->begin), match->end);
    return static_cast<int>(match - m_matches.begin()) + 1;
}

void SourceView::clearMatches()
{
    m_matches.clear();
    SendScintilla(SCI_SETINDICATORCURRENT, kMatchIndicator);
    SendScintilla(SCI_INDICATORCLEARRANGE, 0UL, SendScintilla(SCI_GETLENGTH));
}

QString SourceView::selectedWord() const
{
    const QString selected = selectedText();
    return selected.contains(QLatin1Char('\n')) ? QString() : selected;
}

std::uint32_t SourceView::lineAtY(int y) const
{
    const int line = firstVisibleLine() + y / std::max(1, textHeight(0));
    return line < lines() ? static_cast<std::uint32_t>(line) + 1 : 0;
}

const LineMark* SourceView::markOf(std::uint32_t line) const
{
    const auto found = std::lower_bound(m_marks.begin(), m_marks.end(), line,
                                        [](const LineMark& mark, std::uint32_t wanted) { return mark.line < wanted; });
    return found != m_marks.end() && found->line == line ? &*found : nullptr;
}

int SourceView::textLeft() const
{
    return marginWidth(kBreakpoints) + marginWidth(kNumbers) + marginWidth(kRanks);
}

QFont SourceView::face() const
{
    QFont font = m_theme.fixedFont();
    font.setPointSizeF(font.pointSizeF() + static_cast<qreal>(SendScintilla(SCI_GETZOOM)));
    return font;
}

void SourceView::paintMark(QPainter& painter, const LineMark& mark, int top, int height) const
{
    const QRectF cell(0, top, marginWidth(kBreakpoints), height);
    if (mark.bookmarked)
        paintBookmark(painter, cell, m_theme);
    paintBreakpoint(painter, cell, mark, m_theme);
    const QRect ranks(textLeft() - marginWidth(kRanks), top, marginWidth(kRanks), height);
    // The line's colour begins where its ranks are told, not only at its text.
    if (const auto background = backgroundOf(mark))
        painter.fillRect(ranks.adjusted(0, 0, kTextGap, 0), m_theme.color(*background));
    paintRanks(painter, ranks, mark, m_theme, face());
}

void SourceView::paintEvent(QPaintEvent* event)
{
    QsciScintilla::paintEvent(event);
    QPainter painter(viewport());
    const int height = textHeight(0);
    const int first = firstVisibleLine();
    const auto top = [&](std::uint32_t line) { return (static_cast<int>(line) - 1 - first) * height; };
    bool ghostIsTaken = false;
    for (const LineMark& mark : m_marks) {
        if (mark.line > lineCount() || top(mark.line) + height < 0 || top(mark.line) > viewport()->height())
            continue;
        paintMark(painter, mark, top(mark.line), height);
        ghostIsTaken = ghostIsTaken || (mark.line == m_ghost && mark.look != BreakpointLook::None);
    }
    if (m_ghost != 0 && !ghostIsTaken)
        paintBreakpointGhost(painter, QRectF(0, top(m_ghost), marginWidth(kBreakpoints), height), m_theme);
}

bool SourceView::isInSight(std::uint32_t line, int height) const
{
    const int top = (static_cast<int>(line) - 1 - firstVisibleLine()) * textHeight(0);
    return line > 0 && top >= 0 && top + textHeight(0) <= height;
}

std::uint32_t SourceView::placeInSight(int height) const
{
    const auto leading =
        std::find_if(m_marks.begin(), m_marks.end(), [](const LineMark& mark) { return mark.leading; });
    if (leading != m_marks.end() && isInSight(leading->line, height))
        return leading->line;
    return isInSight(cursorLine(), height) ? cursorLine() : 0;
}

void SourceView::resizeEvent(QResizeEvent* event)
{
    if (const std::uint32_t line = placeInSight(event->oldSize().height()))
        m_kept = line;
    QsciScintilla::resizeEvent(event);
    const int shown = viewport()->height() / std::max(1, textHeight(0));
    if (m_kept == 0 || shown == 0)
        return; // as soon as there is room for a line
    const std::uint32_t line = std::exchange(m_kept, 0);
    if (!isInSight(line, viewport()->height()))
        setFirstVisibleLine(static_cast<int>(line) - shown + std::min(kContextLines, shown / 4));
}

bool SourceView::event(QEvent* event)
{
    // Tab leaves the text: there is nothing to indent.
    if (event->type() == QEvent::KeyPress) {
        const auto* const key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Tab || key->key() == Qt::Key_Backtab)
            return QWidget::focusNextPrevChild(key->key() == Qt::Key_Tab);
    }
    if (event->type() == QEvent::WindowDeactivate)
        emit hovered({}, {}); // a value stays over no other window
    return QsciScintilla::event(event);
}

bool SourceView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* const help = static_cast<QHelpEvent*>(event);
        const QString tip = tipAt(help->pos());
        if (tip.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), tip, viewport());
        return true;
    }
    if (event->type() == QEvent::Leave) {
        setGhost(0);
        emit hovered({}, {});
    }
    return QsciScintilla::viewportEvent(event);
}

QString SourceView::tipAt(const QPoint& position) const
{
    const LineMark* const mark = markOf(lineAtY(position.y()));
    if (!mark)
        return {};
    if (position.x() < marginWidth(kBreakpoints) + marginWidth(kNumbers)) {
        const bool both = !mark->breakpointTip.isEmpty() && !mark->bookmarkTip.isEmpty();
        return mark->breakpointTip + (both ? QStringLiteral("\n") : QString()) + mark->bookmarkTip;
    }
    return position.x() < textLeft() ? mark->ranksTip : QString();
}

void SourceView::setGhost(std::uint32_t line)
{
    if (std::exchange(m_ghost, line) != line)
        viewport()->update();
}

void SourceView::mouseMoveEvent(QMouseEvent* event)
{
    const bool inMargin = event->position().x() < marginWidth(kBreakpoints) + marginWidth(kNumbers);
    setGhost(inMargin ? lineAtY(static_cast<int>(event->position().y())) : 0);
    QsciScintilla::mouseMoveEvent(event);
}

void SourceView::contextMenuEvent(QContextMenuEvent* event)
{
    emit hovered({}, {});
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const std::uint32_t line = byMouse ? lineAtY(event->pos().y()) : cursorLine();
    const QPoint global = byMouse ? event->globalPos() : mapToGlobal(below(cursorLine()));
    if (line != 0)
        emit menuWanted(line, global);
}

QString SourceView::wordAtCursor() const
{
    int line = 0;
    int index = 0;
    getCursorPosition(&line, &index);
    return wordAtLineIndex(line, index);
}

QString SourceView::expressionAtCursor() const
{
    const long cursor = SendScintilla(SCI_GETCURRENTPOS);
    const QString lineText = text(static_cast<int>(SendScintilla(SCI_LINEFROMPOSITION, cursor)));
    const qsizetype index = columnOf(cursor);
    const QString here = expressionAt(lineText, index, m_language);
    const bool isBehind = index >= lineText.size() || (!lineText[index].isLetterOrNumber() && lineText[index] != u'_');
    return isBehind && index > 0 ? expressionAt(lineText, index - 1, m_language) : here;
}

qsizetype SourceView::columnOf(long position) const
{
    const long begin = SendScintilla(SCI_POSITIONFROMLINE, SendScintilla(SCI_LINEFROMPOSITION, position));
    return position > begin ? text(static_cast<int>(begin), static_cast<int>(position)).size() : 0;
}

void SourceView::pointAtCursor()
{
    const long position = SendScintilla(SCI_GETSELECTIONSTART);
    dwell(static_cast<int>(position), static_cast<int>(SendScintilla(SCI_POINTXFROMPOSITION, 0UL, position)),
          static_cast<int>(SendScintilla(SCI_POINTYFROMPOSITION, 0UL, position)));
}

/// Comments, strings and keywords have none; their colour tells them in every language. Fortran reserves no words: what
/// is a keyword elsewhere may be a variable here.
bool SourceView::mayHaveValue(long position) const
{
    const QsciLexer* const known = lexer();
    if (!known)
        return true;
    const QColor color = known->color(static_cast<int>(SendScintilla(SCI_GETSTYLEAT, position)));
    return color != m_theme.color(ColorRole::Comment) && color != m_theme.color(ColorRole::StringText) &&
           (color != m_theme.color(ColorRole::Keyword) || isFortran(m_language));
}

void SourceView::dwell(int position, int x, int y)
{
    if (position < 0 || QApplication::activePopupWidget()) // the mouse rests in a menu
        return;
    if (!mayHaveValue(position))
        return;
    const QString lineText = text(static_cast<int>(SendScintilla(SCI_LINEFROMPOSITION, position)));
    // A selection within a line says itself what is meant.
    const QString selected = selectedWord();
    const bool onSelection = !selected.isEmpty() && position >= SendScintilla(SCI_GETSELECTIONSTART) &&
                             position < SendScintilla(SCI_GETSELECTIONEND);
    emit hovered(onSelection ? selected.trimmed() : expressionAt(lineText, columnOf(position), m_language),
                 viewport()->mapToGlobal(QPoint(x, y)));
}

} // namespace dbgr::ui

#include "moc_source_view.cpp"
