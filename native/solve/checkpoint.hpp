// A table on disk, so that a search can go on after any interruption: a new file is written beside the old one and takes its place
// when it is complete, so one of them is always whole.
#pragma once
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#ifndef _WIN32
#include <unistd.h>
#endif

#include "dfpn_table.hpp"

namespace tablier::solve {

// Little-endian: the magic word, the length of the label and the label, how many entries, then key and word of each, then a sum
// over all that was written.
class Checkpoint {
public:
    explicit Checkpoint(std::string path) : path_(std::move(path)) {}

    // The label says what is being solved: a table is of no use to anything else.
    bool save(const DfpnTable& table, const std::string& label) {
        const std::string draft = path_ + ".part";
        file_ = std::fopen(draft.c_str(), "wb");
        if (!file_) return false;
        sum_ = seed;
        bool fine = put({magic, label.size()});
        for (const char letter : label) fine = fine && put({static_cast<std::uint64_t>(static_cast<unsigned char>(letter))});
        std::uint64_t entries = 0;
        table.for_each([&](Key, std::uint64_t) { ++entries; });
        fine = fine && put({entries});
        table.for_each([&](Key key, std::uint64_t word) { fine = fine && put({key, word}); });
        fine = fine && put({sum_}) && std::fflush(file_) == 0;
#ifndef _WIN32
        fine = fine && fsync(fileno(file_)) == 0;
#endif
        fine = std::fclose(file_) == 0 && fine;
        if (fine) fine = std::rename(draft.c_str(), path_.c_str()) == 0;
        if (!fine) std::remove(draft.c_str());
        return fine;
    }

    // False, and an empty table, when there is no such file, it is of something else, or it is damaged.
    bool load(DfpnTable& table, const std::string& label) {
        file_ = std::fopen(path_.c_str(), "rb");
        if (!file_) return false;
        sum_ = seed;
        const bool fine = read(table, label);
        std::fclose(file_);
        if (!fine) table.clear();
        return fine;
    }

private:
    static constexpr std::uint64_t magic = 0x3150'4b43'5254'4254, seed = 0x9e37'79b9'7f4a'7c15;

    bool put(std::initializer_list<std::uint64_t> words) {
        for (const std::uint64_t word : words) {
            if (std::fwrite(&word, sizeof word, 1, file_) != 1) return false;
            add(word);
        }
        return true;
    }
    bool take(std::uint64_t& word) {
        if (std::fread(&word, sizeof word, 1, file_) != 1) return false;
        return true;
    }
    void add(std::uint64_t word) { sum_ = (std::rotl(sum_, 5) ^ word) * 0xbf58476d1ce4e5b9u; }

    bool read(DfpnTable& table, const std::string& label) {
        const auto expect = [this](std::uint64_t wanted) {
            std::uint64_t found;
            if (!take(found) || found != wanted) return false;
            add(found);
            return true;
        };
        if (!expect(magic) || !expect(label.size())) return false;
        for (const char letter : label)
            if (!expect(static_cast<std::uint64_t>(static_cast<unsigned char>(letter)))) return false;
        std::uint64_t entries, key, word;
        if (!take(entries)) return false;
        add(entries);
        for (; entries; --entries) {
            if (!take(key) || !take(word)) return false;
            add(key);
            add(word);
            table.restore(key, word);
        }
        const std::uint64_t wanted = sum_;
        return take(word) && word == wanted;
    }

    std::string path_;
    std::FILE* file_ = nullptr;
    std::uint64_t sum_ = seed;
};

}  // namespace tablier::solve
