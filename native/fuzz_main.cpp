// Driver of a fuzz target without libFuzzer: mutates the inputs of a folder for some seconds. With clang and -fsanitize=fuzzer,
// libFuzzer drives the target instead (define TABLIER_LIBFUZZER).
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz.hpp"
#include "random.hpp"

namespace tablier {

FuzzTarget& fuzz_target() {
    static FuzzTarget target = nullptr;
    return target;
}

}  // namespace tablier

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    tablier::fuzz_target()({reinterpret_cast<const char*>(data), size});
    return 0;
}

#ifndef TABLIER_LIBFUZZER
int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: %s CORPUS SECONDS [SEED]\n", argv[0]);
        return 2;
    }
    std::vector<std::string> corpus;
    for (const auto& file : std::filesystem::directory_iterator(argv[1])) {
        std::ifstream in(file.path(), std::ios::binary);
        corpus.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
    if (corpus.empty()) {
        std::fprintf(stderr, "%s contains no inputs\n", argv[1]);
        return 2;
    }
    tablier::Random rng{argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1};
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(std::strtod(argv[2], nullptr));
    const std::string path = "last-fuzz-input";
    std::uint64_t runs = 0;
    while (std::chrono::steady_clock::now() < end) {
        std::string input = corpus[rng.below(static_cast<std::uint32_t>(corpus.size()))];
        for (std::uint32_t changes = rng.below(5); changes > 0 && !input.empty(); --changes) {
            const std::uint32_t at = rng.below(static_cast<std::uint32_t>(input.size()));
            const char byte = static_cast<char>(rng.below(256));
            switch (rng.below(4)) {
                case 0: input[at] = byte; break;
                case 1: input.insert(at, 1 + rng.below(3), byte); break;
                case 2: input.erase(at, 1 + rng.below(4)); break;
                default: input.insert(at, input.substr(rng.below(static_cast<std::uint32_t>(input.size())), rng.below(8)));
            }
        }
        std::ofstream(path, std::ios::binary) << input;  // the input to reproduce a crash
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
        ++runs;
    }
    std::filesystem::remove(path);
    std::printf("%llu inputs, no failure\n", static_cast<unsigned long long>(runs));
    return 0;
}
#endif
