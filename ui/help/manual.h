// SPDX-License-Identifier: GPL-3.0-or-later
// The manual as text: its pages in order, what stands in them, and where words are found. The pages are docs/manual,
// which every dbgr with a window has in it. Thread: any.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <vector>

namespace dbgr::ui {

struct ManualPage
{
    QString file;  ///< "ranks.md"
    QString title; ///< as the list of pages has it
    QString about; ///< what stands behind it there
    QString part;  ///< the heading above it in the list
};

/// A part of a page in which all words of a search stand.
struct ManualHit
{
    QString file;
    QString page;    ///< title of the page
    QString heading; ///< "" at the beginning of the page
    QString anchor;  ///< of that heading: what stands behind # in a link
    QString line;    ///< the first line with one of the words
};

class Manual
{
public:
    static constexpr const char* kIndex = "index.md";
    static constexpr const char* kMessages = "messages.md";

    /// \param folder with the pages; by default the one in this program
    explicit Manual(QString folder = QStringLiteral(":/manual"));

    /// In the order of reading, without the list of pages itself.
    [[nodiscard]] const std::vector<ManualPage>& pages() const { return m_pages; }
    [[nodiscard]] const QString& folder() const { return m_folder; }
    /// A page as Markdown for a reader: without comments. "" if there is none.
    [[nodiscard]] QString text(const QString& file) const;
    /// The page so many further on in the order; the list of pages comes before the first one.
    [[nodiscard]] QString neighbour(const QString& file, int step) const;

    /// Parts with all of the words, whatever their case: first those with a word in a heading. At most `most`.
    [[nodiscard]] std::vector<ManualHit> search(const QString& words, std::size_t most = 200) const;
    /// "messages.md#..." of the entry that has an error's text; the page itself if none has.
    [[nodiscard]] QString messageEntry(const QString& message) const;

private:
    struct Section
    {
        ManualHit where; ///< without a line
        QStringList lines;
    };
    [[nodiscard]] const std::vector<Section>& sections() const;

    QString m_folder;
    std::vector<ManualPage> m_pages;
    mutable std::vector<Section> m_sections; ///< made when they are first wanted
};

/// What leads to a heading: "Where ranks are held" is "where-ranks-are-held", as on the pages' web sites.
[[nodiscard]] QString anchorOf(const QString& heading);

} // namespace dbgr::ui
