// SPDX-License-Identifier: BSD-3-Clause
#include "dbgwire/question.h"

#include "dbgwire/convert.h"

namespace dbgr::dbgwire {

Question::Question(const debug::EngineRequest& request)
    : m_what(debug::name(request)), m_asTyped(debug::asTyped(request)), m_bytes(encodeQuestion(request))
{}

} // namespace dbgr::dbgwire
