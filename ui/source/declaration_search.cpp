// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/declaration_search.h"

#include "debug/engine_request.h"
#include "session/session.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/session_bridge.h"
#include "ui/window/ui_context.h"

#include <utility>

namespace dbgr::ui {

namespace {

/// Of "FILE:LINE"; not known() otherwise.
debug::SourceLocation locationOfPlace(const std::string& place)
{
    const std::size_t colon = place.rfind(':');
    if (colon == std::string::npos)
        return {};
    return {place.substr(0, colon), QString::fromStdString(place.substr(colon + 1)).toUInt(), 0};
}

} // namespace

DeclarationSearch::DeclarationSearch(UiContext& context, QObject* parent) : QObject(parent), m_context(context)
{}

void DeclarationSearch::ask(const QString& name, const QString& expression, const debug::SourceLocation& where)
{
    m_answer.forget();
    const auto rank = m_context.place.rank();
    session::Session& session = m_context.bridge.session();
    if (expression.isEmpty() || !rank || !session.processes().standing().contains(*rank)) {
        emit unknown(name);
        return;
    }
    debug::Describe question{debug::Describe::What::Declaration, expression.toStdString(), 1};
    question.line = debug::SourceLine{where.file, where.line};
    session.describe(
        util::RankSet(*rank), std::move(question), m_context.place.choice(), m_answer.expect([this, name](auto answer) {
            const bool isKnown = answer && !answer->value.empty() && !answer->value.front().names.empty();
            const debug::SourceLocation place =
                isKnown ? locationOfPlace(answer->value.front().names.front().place) : debug::SourceLocation();
            if (place.known())
                emit found(place);
            else
                emit unknown(name);
        }));
}

} // namespace dbgr::ui

#include "moc_declaration_search.cpp"
