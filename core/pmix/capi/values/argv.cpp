// SPDX-License-Identifier: BSD-3-Clause
// Lists of strings that end with a NULL, and environments.
#include <pmix_common.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace {

size_t countOf(char** argv)
{
    size_t count = 0;
    while (argv && argv[count])
        ++count;
    return count;
}

pmix_status_t insertAt(char*** argv, size_t position, std::string_view text)
{
    const size_t count = countOf(*argv);
    auto** larger = static_cast<char**>(std::realloc(*argv, (count + 2) * sizeof(char*)));
    if (!larger)
        return PMIX_ERR_OUT_OF_RESOURCE;
    *argv = larger;
    larger[count] = nullptr;
    char* copy = strndup(text.data(), text.size());
    if (!copy)
        return PMIX_ERR_OUT_OF_RESOURCE;
    std::memmove(larger + position + 1, larger + position, (count - position) * sizeof(char*));
    larger[position] = copy;
    larger[count + 1] = nullptr;
    return PMIX_SUCCESS;
}

} // namespace

int PMIx_Argv_count(char** argv)
{
    return static_cast<int>(countOf(argv));
}

pmix_status_t PMIx_Argv_append_nosize(char*** argv, const char* text)
{
    if (!argv || !text)
        return PMIX_ERR_BAD_PARAM;
    return insertAt(argv, countOf(*argv), text);
}

pmix_status_t PMIx_Argv_prepend_nosize(char*** argv, const char* text)
{
    if (!argv || !text)
        return PMIX_ERR_BAD_PARAM;
    return insertAt(argv, 0, text);
}

pmix_status_t PMIx_Argv_append_unique_nosize(char*** argv, const char* text)
{
    if (!argv || !text)
        return PMIX_ERR_BAD_PARAM;
    for (char** each = *argv; each && *each; ++each) {
        if (std::strcmp(*each, text) == 0)
            return PMIX_SUCCESS;
    }
    return insertAt(argv, countOf(*argv), text);
}

void PMIx_Argv_free(char** argv)
{
    for (char** each = argv; each && *each; ++each)
        std::free(*each);
    std::free(argv);
}

char** PMIx_Argv_split_inter(const char* text, int delimiter, bool include_empty)
{
    std::string_view rest(text ? text : "");
    char** parts = nullptr;
    size_t count = 0;
    while (!rest.empty()) { // a delimiter at the end begins no further part
        const std::string_view part = rest.substr(0, rest.find(static_cast<char>(delimiter)));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        if (part.empty() && !include_empty)
            continue;
        if (insertAt(&parts, count++, part) != PMIX_SUCCESS) {
            PMIx_Argv_free(parts);
            return nullptr;
        }
    }
    return parts;
}

char** PMIx_Argv_split(const char* text, int delimiter)
{
    return PMIx_Argv_split_inter(text, delimiter, false);
}

char** PMIx_Argv_split_with_empty(const char* text, int delimiter)
{
    return PMIx_Argv_split_inter(text, delimiter, true);
}

char* PMIx_Argv_join(char** argv, int delimiter)
{
    size_t bytes = 1;
    for (char** each = argv; each && *each; ++each)
        bytes += std::strlen(*each) + 1;
    auto* joined = static_cast<char*>(std::malloc(bytes));
    if (!joined)
        return nullptr;
    char* end = joined;
    for (char** each = argv; each && *each; ++each) {
        if (each != argv)
            *end++ = static_cast<char>(delimiter);
        end = stpcpy(end, *each);
    }
    *end = '\0';
    return joined;
}

char** PMIx_Argv_copy(char** argv)
{
    if (!argv)
        return nullptr;
    auto** copy = static_cast<char**>(std::calloc(countOf(argv) + 1, sizeof(char*)));
    for (size_t i = 0; copy && argv[i]; ++i) {
        copy[i] = strdup(argv[i]);
        if (!copy[i]) {
            PMIx_Argv_free(copy);
            return nullptr;
        }
    }
    return copy;
}

pmix_status_t PMIx_Setenv(const char* name, const char* value, bool overwrite, char*** env)
{
    if (!name || !env)
        return PMIX_ERR_BAD_PARAM;
    if (*env == environ) {
        const int failed = value ? setenv(name, value, overwrite) : unsetenv(name);
        return failed ? PMIX_ERR_BAD_PARAM : PMIX_SUCCESS;
    }
    const size_t nameBytes = std::strlen(name);
    char** found = *env;
    while (found && *found && (std::strncmp(*found, name, nameBytes) != 0 || (*found)[nameBytes] != '='))
        ++found;
    const bool exists = found && *found;
    if (exists && !overwrite)
        return PMIX_ERR_EXISTS;
    const size_t bytes = nameBytes + 2 + (value ? std::strlen(value) : 0);
    auto* setting = static_cast<char*>(std::malloc(bytes));
    if (!setting)
        return PMIX_ERR_OUT_OF_RESOURCE;
    std::snprintf(setting, bytes, "%s=%s", name, value ? value : "");
    if (exists) {
        std::free(*found);
        *found = setting;
        return PMIX_SUCCESS;
    }
    const pmix_status_t status = insertAt(env, countOf(*env), setting);
    std::free(setting);
    return status;
}
