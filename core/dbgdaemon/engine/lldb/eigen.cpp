// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/eigen.h"

#include "dbgdaemon/engine/lldb/content_plan.h"

#include <lldb/API/LLDB.h>

#include <array>
#include <charconv>
#include <string_view>

namespace dbgr::daemon {

namespace {

constexpr const char* kTypes = "^(const )?(volatile )?Eigen::(Matrix|Array)<.+>(( )?&)?$";
constexpr long kInValue = -1;

// LLDB makes the body of a class of this. A class of another release whose members are elsewhere has no elements.
constexpr const char* kElements = R"(
def __init__(self, value, unused):
    self.value = value
    self.rows = self.columns = 0

def update(self):
    self.rows = self.columns = 0
    kind = self.value.GetType().GetUnqualifiedType().GetCanonicalType()
    self.scalar = kind.GetTemplateArgumentType(0)
    self.size = self.scalar.GetByteSize()
    rows, columns, options = [int(one) for one in kind.GetName().rstrip('>').split(',')[-5:-2]]
    storage = self.value.GetChildMemberWithName('m_storage')
    data = storage.GetChildMemberWithName('m_data')
    array = data.GetChildMemberWithName('array')
    self.first = array if array.IsValid() else data
    number = lambda name, other: storage.GetChildMemberWithName(name).GetValueAsSigned(other)
    rows, columns = number('m_rows', rows), number('m_cols', columns)
    if not self.first.IsValid() or self.size == 0 or rows < 0 or columns < 0 or rows * columns * self.size > 2**46:
        return
    self.rows, self.columns, self.by_rows = rows, columns, options & 1

def num_children(self):
    return self.rows * self.columns

def has_children(self):
    return True

def get_child_index(self, name):
    try:
        numbers = [int(one) for one in name.strip('[]').split(',')]
        return numbers[0] if len(numbers) == 1 else numbers[0] * self.columns + numbers[1]
    except ValueError:
        return -1

def get_child_at_index(self, index):
    if index < 0 or index >= self.num_children():
        return None
    row, column = divmod(index, self.columns)
    place = index if self.by_rows else row + column * self.rows
    name = '[%d]' % index if 1 in (self.rows, self.columns) else '[%d,%d]' % (row, column)
    return self.first.CreateChildAtOffset(name, place * self.size, self.scalar)
)";

// And a function of this, of `valobj`.
constexpr const char* kShape = R"(
value = valobj.GetNonSyntheticValue()
kind = value.GetType().GetUnqualifiedType().GetCanonicalType()
if kind.IsReferenceType():
    kind = kind.GetDereferencedType().GetUnqualifiedType().GetCanonicalType()
rows, columns = [int(one) for one in kind.GetName().rstrip('>').split(',')[-5:-3]]
storage = value.GetChildMemberWithName('m_storage')
rows = storage.GetChildMemberWithName('m_rows').GetValueAsSigned(rows)
columns = storage.GetChildMemberWithName('m_cols').GetValueAsSigned(columns)
if rows < 0 or columns < 0 or rows * columns > 2**40:
    return '%dx%d <no matrix has this size>' % (rows, columns)
return '%dx%d' % (rows, columns)
)";

} // namespace

std::optional<EigenShape> eigenShape(const std::string& name)
{
    if ((!name.starts_with("Eigen::Matrix<") && !name.starts_with("Eigen::Array<")) || !name.ends_with('>'))
        return std::nullopt;
    std::array<long, 5> numbers{}; // rows, columns, options, and the most of each, behind the element's type
    std::string_view rest(name.data(), name.size() - 1);
    for (std::size_t i = numbers.size(); i-- > 0;) {
        const std::size_t comma = rest.rfind(',');
        if (comma == std::string_view::npos)
            return std::nullopt;
        std::string_view text = rest.substr(comma + 1);
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), numbers[i]);
        if (error != std::errc() || end != text.data() + text.size())
            return std::nullopt;
        rest = rest.substr(0, comma);
    }
    return EigenShape{numbers[0], numbers[1]};
}

bool planEigenType(lldb::SBType type, const std::string& name, PlanBook& book, ContentPlan& plan)
{
    const auto shape = eigenShape(name);
    FoundMember data;
    FoundMember rows;
    FoundMember columns;
    if (!shape || !findMember(type, {"m_storage", "m_data"}, data) || !data.type.IsPointerType())
        return false; // or they are part of the value, as of any other class
    plan::Counted counted{data.offset, 0, book.of(type.GetTemplateArgumentType(0))};
    const bool hasRows = findMember(type, {"m_storage", "m_rows"}, rows);
    const bool hasColumns = findMember(type, {"m_storage", "m_cols"}, columns);
    if (hasRows && hasColumns)
        counted.columns = columns.offset;
    else
        counted.factor = static_cast<std::uint64_t>(hasRows ? shape->columns : shape->rows);
    counted.count = hasRows ? rows.offset : columns.offset;
    plan.kind = plan::Opaque{};
    if ((hasRows || hasColumns) && (counted.columns || counted.factor != static_cast<std::uint64_t>(kInValue)))
        plan.kind = counted;
    return true;
}

void addEigenFormatters(lldb::SBTypeCategory& category)
{
    const lldb::SBTypeNameSpecifier types(kTypes, true);
    category.AddTypeSynthetic(types, lldb::SBTypeSynthetic::CreateWithScriptCode(kElements, lldb::eTypeOptionCascade));
    category.AddTypeSummary(types, lldb::SBTypeSummary::CreateWithScriptCode(kShape, lldb::eTypeOptionCascade));
}

} // namespace dbgr::daemon
