// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/console/console_text.h"

#include <QStringView>

#include <algorithm>
#include <array>
#include <cmath>

namespace dbgr::ui {

namespace {

/// "^G": every face has these, unlike Unicode's pictures of control characters.
QString caret(char16_t c)
{
    return QLatin1Char('^') + QChar(c ^ 0x40);
}

constexpr qsizetype kTabColumns = 8;
constexpr int kMostParameters = 32;

bool isControl(char16_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0);
}

/// Characters that change the order or the lines of what stands around them, or are not seen at all.
bool isTricky(char16_t c)
{
    return (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) ||
           c == 0x061c || c == 0xfeff;
}

/// The numbers of a control sequence: "1;31", "38:5:208".
class Parameters
{
public:
    explicit Parameters(QStringView text)
    {
        int value = 0;
        for (const QChar c : text) {
            if (c.unicode() >= u'0' && c.unicode() <= u'9')
                value = std::min(value * 10 + (c.unicode() - u'0'), 9999);
            else
                add(std::exchange(value, 0));
        }
        add(value);
    }
    [[nodiscard]] bool atEnd() const { return m_at >= m_count; }
    /// 0 behind the end.
    int next() { return atEnd() ? 0 : m_values[m_at++]; }

private:
    void add(int value)
    {
        if (m_count < m_values.size())
            m_values[m_count++] = value;
    }

    std::array<int, kMostParameters> m_values{};
    std::size_t m_count = 0;
    std::size_t m_at = 0;
};

/// What follows 38 or 48.
int extendedColor(Parameters& parameters)
{
    switch (parameters.next()) {
    case 5:
        return std::clamp(parameters.next(), 0, 255);
    case 2: {
        const int red = std::min(parameters.next(), 255);
        const int green = std::min(parameters.next(), 255);
        const int blue = std::min(parameters.next(), 255);
        return TextStyle::kTrueColor | red << 16 | green << 8 | blue;
    }
    default:
        return TextStyle::kDefault;
    }
}

void applyColor(TextStyle& style, int code, Parameters& parameters)
{
    if (code == 38)
        style.foreground = extendedColor(parameters);
    else if (code == 48)
        style.background = extendedColor(parameters);
    else if (code == 39)
        style.foreground = TextStyle::kDefault;
    else if (code == 49)
        style.background = TextStyle::kDefault;
    else if (code >= 30 && code <= 37)
        style.foreground = code - 30;
    else if (code >= 40 && code <= 47)
        style.background = code - 40;
    else if (code >= 90 && code <= 97)
        style.foreground = code - 90 + 8;
    else if (code >= 100 && code <= 107)
        style.background = code - 100 + 8;
}

void apply(TextStyle& style, QStringView text)
{
    Parameters parameters(text);
    do {
        switch (const int code = parameters.next()) {
        case 0:
            style = {};
            break;
        case 1:
            style.bold = true;
            break;
        case 2:
            style.dim = true;
            break;
        case 3:
            style.italic = true;
            break;
        case 4:
            style.underline = true;
            break;
        case 7:
            style.inverse = true;
            break;
        case 22:
            style.bold = style.dim = false;
            break;
        case 23:
            style.italic = false;
            break;
        case 24:
            style.underline = false;
            break;
        case 27:
            style.inverse = false;
            break;
        default:
            applyColor(style, code, parameters);
        }
    } while (!parameters.atEnd());
}

class Writer
{
public:
    explicit Writer(const QString& raw) : m_raw(raw) {}

    VisibleText write()
    {
        m_out.text.reserve(m_raw.size());
        for (m_at = 0; m_at < m_raw.size();)
            one();
        endRun();
        return std::move(m_out);
    }

private:
    void one()
    {
        const char16_t c = m_raw[m_at].unicode();
        ++m_at;
        if (c == u'\t')
            m_out.text.append(QString(kTabColumns - m_out.text.size() % kTabColumns, u' '));
        else if (c == u'\r')
            carriageReturn();
        else if (c == 0x1b)
            escape();
        else if (isTricky(c) || (c >= 0x80 && c < 0xa0))
            m_out.text.append(QStringLiteral("<U+%1>").arg(uint(c), 4, 16, QLatin1Char('0')).toUpper());
        else if (isControl(c))
            m_out.text.append(caret(c));
        else
            m_out.text.append(QChar(c));
    }

    void carriageReturn()
    {
        if (m_at == m_raw.size())
            return; // of a line end
        m_out = {};
        m_runStart = 0;
    }

    void escape()
    {
        const char16_t kind = m_at < m_raw.size() ? m_raw[m_at].unicode() : 0;
        if (kind == u'[' ? !controlSequence() : kind == u']' ? !systemCommand() : true)
            m_out.text.append(caret(0x1b));
    }

    /// "ESC [ 1 ; 31 m". \return whether there is one
    bool controlSequence()
    {
        const qsizetype first = m_at + 1;
        qsizetype end = first;
        while (end < m_raw.size() && m_raw[end].unicode() >= 0x20 && m_raw[end].unicode() < 0x40)
            ++end;
        if (end == m_raw.size() || m_raw[end].unicode() < 0x40 || m_raw[end].unicode() > 0x7e)
            return false;
        if (m_raw[end] == u'm') {
            endRun();
            apply(m_style, QStringView(m_raw).mid(first, end - first));
        }
        m_at = end + 1;
        return true;
    }

    /// A title or a link: "ESC ] 8 ; ; http://... BEL". \return whether there is one
    bool systemCommand()
    {
        for (qsizetype end = m_at + 1; end < m_raw.size(); ++end) {
            const bool bell = m_raw[end].unicode() == 7;
            if (!bell && (m_raw[end].unicode() != 0x1b || end + 1 == m_raw.size() || m_raw[end + 1] != u'\\'))
                continue;
            m_at = end + (bell ? 1 : 2);
            return true;
        }
        return false;
    }

    void endRun()
    {
        if (m_style != TextStyle() && m_out.text.size() > m_runStart)
            m_out.runs.push_back({m_runStart, m_out.text.size() - m_runStart, m_style});
        m_runStart = m_out.text.size();
    }

    const QString& m_raw;
    qsizetype m_at = 0;
    VisibleText m_out;
    TextStyle m_style;
    qsizetype m_runStart = 0;
};

double luminance(const QColor& color)
{
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double la = luminance(a) + 0.05;
    const double lb = luminance(b) + 0.05;
    return la > lb ? la / lb : lb / la;
}

QColor paletteColor(int code)
{
    static constexpr std::array<QRgb, 16> kBase{0xff000000, 0xffc4302b, 0xff2e8b57, 0xffb58900, 0xff2f74c0, 0xffa347ba,
                                                0xff178f9b, 0xffbfbfbf, 0xff7f7f7f, 0xfff0625d, 0xff5fc27e, 0xffe0b83c,
                                                0xff6aa9f0, 0xffcf7fe0, 0xff52c4cf, 0xffffffff};
    if (code < 16)
        return QColor::fromRgb(kBase[static_cast<std::size_t>(code)]);
    if (code >= 232)
        return QColor(8 + (code - 232) * 10, 8 + (code - 232) * 10, 8 + (code - 232) * 10);
    const auto level = [](int step) { return step == 0 ? 0 : 55 + step * 40; };
    const int cube = code - 16;
    return QColor(level(cube / 36), level(cube / 6 % 6), level(cube % 6));
}

} // namespace

VisibleText visibleText(std::string_view bytes)
{
    const QString raw = QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
    const bool plain =
        std::none_of(raw.begin(), raw.end(), [](QChar c) { return isControl(c.unicode()) || isTricky(c.unicode()); });
    return plain ? VisibleText{raw, {}} : Writer(raw).write();
}

QColor terminalColor(int code, const QColor& behind)
{
    constexpr double kReadable = 4.5;
    constexpr int kStep = 24;
    QColor color = code >= TextStyle::kTrueColor ? QColor::fromRgb(QRgb(code)) : paletteColor(std::clamp(code, 0, 255));
    const int step = luminance(behind) < 0.2 ? kStep : -kStep;
    for (int tries = 0; tries < 10 && contrast(color, behind) < kReadable; ++tries) {
        int hue = 0, saturation = 0, lightness = 0;
        color.getHsl(&hue, &saturation, &lightness);
        color.setHsl(hue, saturation, std::clamp(lightness + step, 0, 255));
    }
    return color;
}

} // namespace dbgr::ui
