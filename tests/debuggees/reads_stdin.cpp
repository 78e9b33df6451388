// SPDX-License-Identifier: GPL-3.0-or-later
// Echoes each line of its standard input as "got: LINE", then says "eof after N lines".

#include <iostream>
#include <string>

int main()
{
    std::string line;
    int lines = 0;
    while (std::getline(std::cin, line)) {
        ++lines;
        std::cout << "got: " << line << std::endl;
    }
    std::cout << "eof after " << lines << " lines" << std::endl;
    return 0;
}
