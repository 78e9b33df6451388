// SPDX-License-Identifier: GPL-3.0-or-later
// The lines that a console shows: those of all, of the launcher or of some ranks, in the order in which they came, and
// equal ones of several ranks folded into one row. Reads the session's OutputStore a slice at a time, so that no flood
// holds up a frame. Thread: GUI.
#pragma once

#include "session/output_line.h"
#include "util/rank_set.h"

#include <QObject>
#include <QTimer>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>

namespace dbgr::session {
class OutputStore;
}

namespace dbgr::ui {

class SessionBridge;

/// Whose lines a console shows.
struct ConsoleSource
{
    enum class Kind
    {
        All,
        Launcher,
        Ranks,
    };
    Kind kind = Kind::All;
    util::RankSet ranks; ///< of Kind::Ranks

    friend bool operator==(const ConsoleSource&, const ConsoleSource&) = default;
};

/// Rows go by number from 0; what has to last (a selection, a scroll position) is kept as the sequence of a row's first
/// line, which only grows from row to row.
class ConsoleModel final : public QObject
{
    Q_OBJECT

public:
    /// Lines that are read in one turn of the event loop.
    static constexpr std::size_t kSlice = 20000;
    /// Equal lines fold when not more rows than this came between them.
    static constexpr std::size_t kFoldWindow = 500;

    explicit ConsoleModel(SessionBridge& bridge, QObject* parent = nullptr);
    ~ConsoleModel() override;

    void setSource(ConsoleSource source);
    [[nodiscard]] const ConsoleSource& source() const { return m_source; }
    /// Whether equal lines of several ranks are one row.
    void setFolded(bool folded);
    [[nodiscard]] bool isFolded() const { return m_folded; }
    /// Shows nothing of what came until this sequence; the store keeps it.
    void hideThrough(std::uint64_t sequence);

    [[nodiscard]] std::size_t rowCount() const { return m_rows.size(); }
    /// The first of the row's lines; null if the store has just lost it. Valid until control returns to the event loop.
    [[nodiscard]] const session::OutputLine* line(std::size_t row) const;
    /// Who wrote it, or whom it was sent to; empty for the launcher.
    [[nodiscard]] util::RankSet ranks(std::size_t row) const;
    /// What became of input; null for output.
    [[nodiscard]] const session::SentInput* sentInput(std::size_t row) const;
    [[nodiscard]] std::uint64_t sequence(std::size_t row) const { return m_rows[row].sequence; }
    /// The first row at or behind a sequence; rowCount() if there is none.
    [[nodiscard]] std::size_t rowOf(std::uint64_t sequence) const;
    /// Bytes of the longest line that was ever shown.
    [[nodiscard]] std::size_t longestLine() const { return m_longest; }
    /// Whether lines wait to be read in.
    [[nodiscard]] bool isBehind() const { return m_next.isActive(); }

signals:
    /// Other rows altogether.
    void rebuilt();
    /// Rows at the end are new, rows were dropped, or what rows hold has changed. \param appended number of new rows
    void changed(qint64 appended);

private:
    struct Row
    {
        std::uint64_t sequence = 0;
        session::OutputSource source;
        session::LineKind kind = session::LineKind::Stdout;
        std::unique_ptr<util::RankSet> folded; ///< all its ranks, if they are several
    };

    [[nodiscard]] const session::OutputStore& store() const;
    void rebuild();
    /// Reads on in the store.
    void readOn();
    [[nodiscard]] bool wants(const session::OutputLine& line) const;
    void add(const session::OutputLine& line);
    /// Into a row that says the same. \return whether there is one
    bool fold(const session::OutputLine& line);
    void forgetOldFolds();
    /// Takes out rows whose lines the store has lost.
    void dropLost();

    SessionBridge& m_bridge;
    ConsoleSource m_source;
    bool m_folded = true;
    std::deque<Row> m_rows;
    std::uint64_t m_seen = 0;   ///< the last line that was read
    std::uint64_t m_hidden = 0; ///< lines up to here are not shown
    std::size_t m_longest = 0;
    std::uint64_t m_droppedAtSweep = 0; ///< of OutputStore::droppedInAll()
    /// Hash of a text -> the newest row that has it; rank -> its newest row. Both by sequence.
    std::unordered_map<std::size_t, std::uint64_t> m_foldable;
    std::unordered_map<std::uint32_t, std::uint64_t> m_newestOf;
    QTimer m_next;
};

} // namespace dbgr::ui
