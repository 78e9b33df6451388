// SPDX-License-Identifier: GPL-3.0-or-later
// Times as the window tells them: by the job's clock, which begins with its launch. Thread: any.
#pragma once

#include <QString>

#include <chrono>

namespace dbgr::ui {

/// "00:12", "1:02:03".
[[nodiscard]] inline QString elapsedText(std::chrono::seconds elapsed)
{
    const auto total = elapsed.count();
    const QString minutes =
        QStringLiteral("%1:%2").arg(total / 60 % 60, 2, 10, QLatin1Char('0')).arg(total % 60, 2, 10, QLatin1Char('0'));
    return total < 3600 ? minutes : QStringLiteral("%1:%2").arg(total / 3600).arg(minutes);
}

} // namespace dbgr::ui
