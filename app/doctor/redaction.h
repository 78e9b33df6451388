// SPDX-License-Identifier: GPL-3.0-or-later
// Takes out of a text who wrote it, and where: names and addresses of people and machines. Pure. Thread: any.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dbgr::doctor {

class Redaction
{
public:
    /// \param word is replaced where it stands alone, not within longer names; "" and "/" are ignored
    void hide(std::string_view word, std::string_view by);

    /// Also replaces numeric addresses of networks, but for loopback's.
    [[nodiscard]] std::string apply(std::string_view text) const;

    /// This user's name and home, this node's name.
    [[nodiscard]] static Redaction ofThisUser(const std::vector<std::string>& environment);

private:
    std::vector<std::pair<std::string, std::string>> m_words; ///< longer ones first
};

} // namespace dbgr::doctor
