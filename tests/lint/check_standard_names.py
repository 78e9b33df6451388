#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Headers of core include what they name of the C++ library, or include a header of ours that does. The compiler's check of
each header has the whole library precompiled, and cannot see this."""

import functools
import re

import lint_common

HEADERS_OF = {
    "algorithm": "all_of any_of clamp copy count_if equal find find_if lower_bound max min none_of sort upper_bound",
    "array": "array to_array",
    "atomic": "atomic atomic_bool atomic_flag",
    "chrono": "chrono",
    "compare": "strong_ordering weak_ordering",
    "condition_variable": "condition_variable",
    "cstddef": "byte nullptr_t ptrdiff_t size_t",
    "cstdint": "int8_t int16_t int32_t int64_t intptr_t uint8_t uint16_t uint32_t uint64_t uintptr_t",
    "deque": "deque",
    "filesystem": "filesystem",
    "functional": "equal_to function greater hash less",
    "initializer_list": "initializer_list",
    "limits": "numeric_limits",
    "list": "list",
    "map": "map multimap",
    "memory": "default_delete enable_shared_from_this make_shared make_unique shared_ptr unique_ptr weak_ptr",
    "mutex": "call_once lock_guard mutex once_flag recursive_mutex scoped_lock unique_lock",
    "optional": "make_optional nullopt nullopt_t optional",
    "set": "multiset set",
    "span": "as_bytes as_writable_bytes span",
    "string": "basic_string getline stoi stoul string to_string",
    "string_view": "string_view",
    "system_error": "errc error_category error_code generic_category is_error_code_enum system_category system_error",
    "thread": "jthread thread this_thread",
    "tuple": "forward_as_tuple make_tuple tie tuple",
    "type_traits": "conditional_t decay_t enable_if_t false_type integral_constant invoke_result_t is_arithmetic_v "
                   "is_enum_v is_integral_v is_same_v is_signed_v is_void_v make_unsigned_t true_type underlying_type_t",
    "unordered_map": "unordered_map unordered_multimap",
    "unordered_set": "unordered_set",
    "utility": "exchange forward in_place index_sequence make_pair move pair swap",
    "variant": "get_if holds_alternative monostate variant visit",
    "vector": "vector",
}
# What headers of the library are sure to bring with them, by the language's own word or because they cannot do without.
BRING = {
    "functional": {"type_traits", "utility"}, "map": {"functional", "utility", "initializer_list", "compare"},
    "memory": {"cstddef", "functional", "type_traits", "utility"}, "optional": {"type_traits", "utility"},
    "set": {"functional", "utility", "initializer_list"}, "span": {"array", "cstddef"},
    "string": {"cstddef", "initializer_list", "string_view", "utility"}, "string_view": {"cstddef"},
    "system_error": {"cstddef", "string", "type_traits"}, "tuple": {"utility", "type_traits"},
    "unordered_map": {"functional", "utility"}, "unordered_set": {"functional", "utility"}, "utility": {"type_traits"},
    "variant": {"type_traits", "utility"}, "vector": {"cstddef", "initializer_list", "utility"},
    "array": {"cstddef", "utility"}, "deque": {"cstddef", "utility"}, "chrono": {"cstdint", "ratio", "type_traits"},
    "filesystem": {"string", "system_error", "chrono"}, "algorithm": {"utility", "cstddef"}, "atomic": {"cstddef", "cstdint"},
    "charconv": {"system_error"}, "cstdlib": {"cstddef"}, "cstring": {"cstddef"}, "mutex": {"chrono", "system_error"},
    "thread": {"chrono"},
}  # fmt: skip
HOME = {name: header for header, names in HEADERS_OF.items() for name in names.split()}
OTHER_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
NAME = re.compile(r"\bstd::(\w+)")
INCLUDE = re.compile(r'^\s*#\s*include\s+(?:<([^>]+)>|"([^"]+)")')


def check(root):
    @functools.cache
    def text_of(path):
        return lint_common.lines(root, path)

    def standard_headers(path):
        """Those that the header has by its own includes and by those of ours."""
        found, seen, waiting = set(), set(), [path]
        while waiting:
            here = waiting.pop()
            if here in seen or not (root / here).is_file():
                continue
            seen.add(here)
            for line in text_of(here):
                include = INCLUDE.match(line)
                if include and include[1]:
                    found |= {include[1]} | BRING.get(include[1], set())
                elif include:
                    waiting.append("core/" + include[2])
        return found

    findings = []
    for path in map(str, lint_common.files(root, ("core",), (".h",))):
        has = standard_headers(path)
        code = OTHER_TEXT.sub(lambda match: "\n" * match[0].count("\n"), "\n".join(text_of(path)))
        for number, line in enumerate(code.split("\n"), 1):
            for name in NAME.findall(line):
                if HOME.get(name, "") not in has | {""}:
                    findings.append(f"{path}:{number}: std::{name} needs #include <{HOME[name]}>")
                    has.add(HOME[name])
    return findings


if __name__ == "__main__":
    lint_common.run(check, __doc__)
