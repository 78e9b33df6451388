// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the rows of a console to a file, some at a time, so that a million of them hold up nothing. Deletes itself
// when it has told how it ended. Thread: GUI.
#pragma once

#include "util/result.h"

#include <QObject>
#include <QSaveFile>
#include <QString>

#include <cstddef>
#include <cstdint>

namespace dbgr::ui {

class ConsoleModel;

class ConsoleExport final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t kSlice = 4000;

    /// Writes what the model shows now. \param model outlives this
    ConsoleExport(const ConsoleModel& model, const QString& file, QObject* parent);

    /// How it ended, once done().
    [[nodiscard]] const util::Result<void>& result() const { return m_result; }

signals:
    void done();

private:
    void begin();
    void writeOn();
    void finish();

    const ConsoleModel& m_model;
    QSaveFile m_file;
    util::Result<void> m_result;
    std::uint64_t m_written = 0; ///< the sequence of the last row that was written
    std::uint64_t m_last = 0;    ///< the row to end with
};

} // namespace dbgr::ui
