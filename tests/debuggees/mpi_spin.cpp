// SPDX-License-Identifier: GPL-3.0-or-later
// mpi_spin SECONDS [FOLDER]: every rank turns until the time is over or FOLDER/stop appears, without any communication.
// With FOLDER each rank writes its process id to FOLDER/pid.RANK at the start and its heartbeat (the number of turns,
// 20 a second) to FOLDER/beat.RANK: tests read from it whether a rank lives and moves. Behind the last turn it writes
// FOLDER/last.RANK and g_lastTurn, which nobody has written before, and behind MPI_Finalize FOLDER/done.RANK. Where it
// has miscounted it ends by 3 instead. crunch(N), which gives N and takes some time, is there for debuggers to call.

#include <mpi.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <unistd.h>

volatile long g_lastTurn = 0;

/// Whole or not at all: the reader never sees half a number.
static void writeFile(const std::string& path, long number)
{
    const std::string temporary = path + ".new";
    std::ofstream(temporary) << number << '\n';
    std::filesystem::rename(temporary, path);
}

static void turn(const std::string& folder, int rank, long turns)
{
    if (!folder.empty())
        writeFile(folder + "/beat." + std::to_string(rank), turns);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

extern "C" long crunch(long rounds)
{
    volatile long done = 0;
    while (done < rounds)
        done = done + 1;
    return done;
}

static void turnedEnough(const std::string& folder, int rank, long turns)
{
    g_lastTurn = turns;
    if (!folder.empty())
        writeFile(folder + "/last." + std::to_string(rank), turns);
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const long seconds = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 10;
    const std::string folder = argc > 2 ? argv[2] : "";
    if (!folder.empty())
        writeFile(folder + "/pid." + std::to_string(rank), getpid());
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    long turns = 0;
    long sum = 0;
    while (std::chrono::steady_clock::now() < end && (folder.empty() || !std::filesystem::exists(folder + "/stop"))) {
        turn(folder, rank, ++turns);
        sum += turns;
    }
    if (sum != turns * (turns + 1) / 2)
        std::_Exit(3);
    turnedEnough(folder, rank, turns);
    MPI_Finalize();
    if (!folder.empty())
        writeFile(folder + "/done." + std::to_string(rank), turns);
    return 0;
}
