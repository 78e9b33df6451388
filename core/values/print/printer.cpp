// SPDX-License-Identifier: BSD-3-Clause
#include "values/print/printer.h"

#include "util/overloaded.h"
#include "values/print/value_writer.h"

#include <variant>

namespace dbgr::values {

std::string Printer::text(const Value& value)
{
    ValueWriter writer(m_reader, m_limits, m_format);
    writer.add(value, 0);
    return writer.take();
}

std::string Printer::text(const Answer& answer, Language language)
{
    ValueWriter writer(m_reader, m_limits, m_format);
    std::visit(util::Overloaded{[&](const Value& value) { writer.add(value, 0); },
                                [&](const auto& computed) { writer.add(computed, language); }},
               answer);
    return writer.take();
}

} // namespace dbgr::values
