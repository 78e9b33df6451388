// SPDX-License-Identifier: GPL-3.0-or-later
//
// A small MPI program worth debugging: the ranks pass a token round a ring, lap after lap, and each keeps a diary of
// the token's visits. It can be told to ask for a name, to crash, to hang and to end with an exit status.

#include <mpi.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

struct Options
{
    int laps = 3;
    int pauseMs = 0;
    int crashRank = -1;
    int hangRank = -1;
    int exitStatus = 0;
    bool ask = false;
};

/// Travels from rank to rank as three longs.
struct Token
{
    long lap = 0;
    long hops = 0;
    long sum = 0;
};

/// One line of a rank's diary.
struct Visit
{
    int lap;
    int from;
    long sum;
};

struct RankState
{
    int rank = 0;
    int size = 1;
    std::string tokenName = "token";
    std::vector<double> samples;
    std::vector<Visit> visits;
};

constexpr int kTokenTag = 1;
constexpr int kNobodySendsThisTag = 2;

const char* const kUsage = R"(Usage: ring [options]
  --laps N      rounds of the token (default 3)
  --ask         rank 0 asks for the token's name on its standard input
  --pause MS    each rank sleeps that long in every lap
  --crash RANK  that rank writes through a null pointer in lap 2
  --hang RANK   that rank waits in lap 2 for a message that nobody sends
  --exit CODE   every rank ends with this status
  --help        this text
)";

/// False when the arguments make no sense.
bool parse(int argc, char** argv, Options& options)
{
    for (int i = 1; i < argc; ++i) {
        const std::string name = argv[i];
        if (name == "--ask") {
            options.ask = true;
            continue;
        }
        int* number = name == "--laps"    ? &options.laps
                      : name == "--pause" ? &options.pauseMs
                      : name == "--crash" ? &options.crashRank
                      : name == "--hang"  ? &options.hangRank
                      : name == "--exit"  ? &options.exitStatus
                                          : nullptr;
        if (!number || ++i == argc)
            return false;
        char* end = nullptr;
        *number = static_cast<int>(std::strtol(argv[i], &end, 10));
        if (end == argv[i] || *end != '\0')
            return false;
    }
    return true;
}

/// Rank 0 reads the token's name, all ranks learn it. At the end of the input the name stays as it is.
void askForName(RankState& state)
{
    std::array<char, 64> name{};
    if (state.rank == 0) {
        std::cout << "What is the token's name? " << std::flush;
        std::string line;
        if (!std::getline(std::cin, line) || line.empty())
            line = state.tokenName;
        line.copy(name.data(), name.size() - 1);
    }
    MPI_Bcast(name.data(), static_cast<int>(name.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
    state.tokenName = name.data();
}

/// What every rank does in every lap, all at the same time.
double work(RankState& state, int rank, int lap)
{
    double value = 1.0;
    for (int i = 0; i <= rank; ++i)
        value = value * 1.5 + lap;
    state.samples.push_back(value);
    return value;
}

void breakDown(RankState& state)
{
    Visit* lastVisit = nullptr;
    lastVisit->sum = state.rank;
}

void waitForever(RankState& state)
{
    long never = 0;
    MPI_Recv(&never, 1, MPI_LONG, state.size - 1, kNobodySendsThisTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

Token receiveToken(RankState& state)
{
    const int previous = (state.rank + state.size - 1) % state.size;
    Token token;
    MPI_Recv(&token, 3, MPI_LONG, previous, kTokenTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    state.visits.push_back({static_cast<int>(token.lap), previous, token.sum});
    return token;
}

void sendToken(const RankState& state, Token token)
{
    const int next = (state.rank + 1) % state.size;
    ++token.hops;
    token.sum += state.rank;
    MPI_Send(&token, 3, MPI_LONG, next, kTokenTag, MPI_COMM_WORLD);
}

/// Rank 0 starts the token and gets it back; the others wait for it and pass it on.
Token passToken(RankState& state, int lap)
{
    Token token{lap, 0, 0};
    if (state.size == 1)
        return token;
    if (state.rank == 0) {
        sendToken(state, token);
        return receiveToken(state);
    }
    token = receiveToken(state);
    sendToken(state, token);
    return token;
}

void runLap(RankState& state, const Options& options, int lap)
{
    const double value = work(state, state.rank, lap);
    if (lap == 2 && state.rank == options.crashRank)
        breakDown(state);
    if (lap == 2 && state.rank == options.hangRank)
        waitForever(state);
    const Token token = passToken(state, lap);
    std::this_thread::sleep_for(std::chrono::milliseconds(options.pauseMs));
    std::cout << "rank " << state.rank << " lap " << lap << ": " << state.tokenName << " has sum " << token.sum
              << ", value " << value << std::endl;
}

int main(int argc, char** argv)
{
    Options options;
    if (!parse(argc, argv, options)) {
        std::cerr << kUsage;
        return argc == 2 && std::string(argv[1]) == "--help" ? EXIT_SUCCESS : 64;
    }
    MPI_Init(&argc, &argv);
    RankState state;
    MPI_Comm_rank(MPI_COMM_WORLD, &state.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &state.size);
    if (options.ask)
        askForName(state);
    for (int lap = 1; lap <= options.laps; ++lap)
        runLap(state, options, lap);
    MPI_Finalize();
    return options.exitStatus;
}
