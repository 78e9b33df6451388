// SPDX-License-Identifier: BSD-3-Clause
#include "values/print/function_name.h"

#include "util/demangle.h"

#include <optional>
#include <string_view>

namespace dbgr::values {

namespace {

std::string nameOfCxx(std::string_view symbol)
{
    const auto name = symbol.starts_with("_Z") ? util::demangled(symbol) : std::nullopt;
    return name.value_or(std::string(symbol));
}

/// gfortran: __solver_MOD_relax, relax_, inner.0
std::string nameOfFortran(std::string_view symbol)
{
    constexpr std::string_view kModule = "_MOD_";
    const std::size_t module = symbol.find(kModule);
    if (symbol.starts_with("__") && module != std::string_view::npos)
        return std::string(symbol.substr(2, module - 2)) + "::" + std::string(symbol.substr(module + kModule.size()));
    if (const std::size_t dot = symbol.find('.'); dot != std::string_view::npos && dot > 0)
        symbol = symbol.substr(0, dot);
    if (symbol.ends_with('_'))
        symbol.remove_suffix(1);
    return std::string(symbol);
}

} // namespace

std::string functionNameAt(const LoadedFiles& files, Address code)
{
    const LoadedFile* const file = files.at(code);
    if (!file)
        return {};
    const FileAddress address = file->module().inFile(code);
    const auto found = file->debug().symbols().functionAround(address);
    if (!found)
        return {};
    const std::optional<Die> unit = file->debug().unitAt(address);
    const bool isFortran = unit && languageOf(*unit) == Language::Fortran;
    const std::string name = isFortran ? nameOfFortran(found->name) : nameOfCxx(found->name);
    return found->offset == 0 ? name : name + "+" + std::to_string(found->offset);
}

} // namespace dbgr::values
