// SPDX-License-Identifier: GPL-3.0-or-later
// The guard between a view's model and the answers to its questions: only the answer to the newest question counts,
// and none comes to a model that is gone. Thread: GUI.
#pragma once

#include "session/answer.h"

#include <functional>
#include <memory>
#include <utility>

namespace dbgr::ui {

/// \code
/// m_session.stacks(focus, m_answer.expect([this](auto answer) { show(std::move(answer)); }));
/// \endcode
template <class T>
class LatestAnswer
{
public:
    using Taker = std::function<void(util::Result<session::Answer<T>>)>;

    /// The callback for a question that replaces all earlier ones.
    [[nodiscard]] session::AnswerCallback<T> expect(Taker take)
    {
        m_pending = std::make_shared<Taker>(std::move(take));
        return [pending = std::weak_ptr(m_pending), this](util::Result<session::Answer<T>> answer) {
            const auto taker = pending.lock(); // null: a newer question was asked, or *this is gone
            if (!taker)
                return;
            m_pending.reset();
            (*taker)(std::move(answer));
        };
    }
    /// The callback for parts of the answer to the question asked last: they come to the taker, too, before the whole,
    /// and say of whom more is awaited.
    [[nodiscard]] session::AnswerCallback<T> partly() const
    {
        return [pending = std::weak_ptr(m_pending)](util::Result<session::Answer<T>> soFar) {
            if (const auto taker = pending.lock())
                (*taker)(std::move(soFar));
        };
    }
    /// Whether an answer is still to come.
    [[nodiscard]] bool underWay() const { return m_pending != nullptr; }
    void forget() { m_pending.reset(); }

private:
    std::shared_ptr<Taker> m_pending;
};

} // namespace dbgr::ui
