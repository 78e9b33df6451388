// SPDX-License-Identifier: GPL-3.0-or-later
// Times as the window tells them: by the job's clock, which begins with its launch. Thread: any.
#pragma once

#include <QString>

#include <chrono>
#include <cstdint>

namespace dbgr::ui {

/// "00:12", "1:02:03".
[[nodiscard]] inline QString elapsedText(std::chrono::seconds elapsed)
{
    const auto total = elapsed.count();
    const QString minutes =
        QStringLiteral("%1:%2").arg(total / 60 % 60, 2, 10, QLatin1Char('0')).arg(total % 60, 2, 10, QLatin1Char('0'));
    return total < 3600 ? minutes : QStringLiteral("%1:%2").arg(total / 3600).arg(minutes);
}

/// "00:12.345678", "-00:00.000100" of what was before.
[[nodiscard]] inline QString exactElapsedText(std::chrono::microseconds elapsed)
{
    constexpr std::int64_t kSecond = 1'000'000;
    const std::int64_t count = elapsed.count() < 0 ? -elapsed.count() : elapsed.count();
    return (elapsed.count() < 0 ? QStringLiteral("-") : QString()) +
           elapsedText(std::chrono::seconds(count / kSecond)) +
           QStringLiteral(".%1").arg(count % kSecond, 6, 10, QLatin1Char('0'));
}

} // namespace dbgr::ui
