// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/console/console_export.h"

#include "ui/console/console_model.h"
#include "ui/console/console_row.h"

#include <QTimer>

#include <system_error>

namespace dbgr::ui {

ConsoleExport::ConsoleExport(const ConsoleModel& model, const QString& file, QObject* parent)
    : QObject(parent), m_model(model), m_file(file)
{
    if (model.rowCount() > 0)
        m_last = model.sequence(model.rowCount() - 1);
    QTimer::singleShot(0, this, &ConsoleExport::begin);
}

void ConsoleExport::begin()
{
    if (m_file.open(QIODevice::WriteOnly))
        writeOn();
    else
        finish();
}

void ConsoleExport::writeOn()
{
    std::size_t row = m_model.rowOf(m_written + 1);
    for (std::size_t i = 0; i < kSlice && row < m_model.rowCount() && m_written < m_last; ++i, ++row) {
        m_file.write(plainRow(m_model, row).toUtf8() + '\n');
        m_written = m_model.sequence(row);
    }
    if (row < m_model.rowCount() && m_written < m_last)
        QTimer::singleShot(0, this, &ConsoleExport::writeOn);
    else
        finish();
}

void ConsoleExport::finish()
{
    if (m_file.error() != QFileDevice::NoError || !m_file.commit())
        m_result = util::fail(std::make_error_code(std::errc::io_error),
                              "writing the output to " + m_file.fileName().toStdString() + ": " +
                                  m_file.errorString().toStdString(),
                              "Choose another folder or name.");
    emit done();
    deleteLater();
}

} // namespace dbgr::ui

#include "moc_console_export.cpp"
