// SPDX-License-Identifier: GPL-3.0-or-later
// Loads, calls and unloads libraries as its arguments say, one after the other: "+PATH" loads one, "-PATH" unloads it,
// "!PATH" calls its function late_mark, and "." comes to the function pause_here. A PATH without a slash lies beside
// the program and is loaded by a path that is relative to the folder it then is in. "?" waits for a line of input.

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <map>
#include <string>

static int g_pauses = 0;

__attribute__((noinline)) void pause_here(int number)
{
    g_pauses = number; // stops are made here
}

static void doOne(const std::string& what, std::map<std::string, void*>& loaded)
{
    const std::string path = what.size() > 1 ? what.substr(1) : std::string();
    void*& library = loaded[path];
    if (what[0] == '.') {
        pause_here(g_pauses + 1);
    } else if (what[0] == '?') {
        std::puts("waiting");
        std::fflush(stdout);
        std::getchar();
    } else if (what[0] == '+') {
        library = dlopen(path.find('/') == std::string::npos ? ("./" + path).c_str() : path.c_str(), RTLD_NOW);
        if (library == nullptr)
            std::printf("cannot load: %s\n", dlerror());
    } else if (what[0] == '-') {
        dlclose(library);
        library = nullptr;
    } else if (library != nullptr) {
        std::printf("mark %d\n", reinterpret_cast<int (*)(int)>(dlsym(library, "late_mark"))(g_pauses));
    }
}

int main(int argc, char** argv)
{
    const std::string self = argv[0];
    if (chdir(self.substr(0, self.rfind('/')).c_str()) != 0)
        return 1;
    std::map<std::string, void*> loaded;
    for (int i = 1; i < argc; ++i)
        doOne(argv[i], loaded);
    std::puts("done");
    return 0;
}
