// Saves a df-pn table to a file and loads it, so that a search can be resumed. A checkpoint is written to a temporary file, synced and
// renamed, so that an interruption leaves the previous one intact.
//
// Format, in little-endian 64-bit words: magic, length of the label, the label (one word per byte), number of entries, key and data of
// each entry, checksum of all words before it.
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

class Checkpoint {
public:
    explicit Checkpoint(std::string path) : path_(std::move(path)) {}

    // `label` names the problem: `load` accepts only a file with the same label. Returns false if the file cannot be written.
    bool save(const DfpnTable& table, const std::string& label) {
        const std::string temporary = path_ + ".part";
        file_ = std::fopen(temporary.c_str(), "wb");
        if (!file_) return false;
        checksum_ = checksum_seed;
        bool ok = write({magic, label.size()});
        for (const char byte : label) ok = ok && write({static_cast<std::uint64_t>(static_cast<unsigned char>(byte))});
        std::uint64_t entries = 0;
        table.for_each([&](Key, std::uint64_t) { ++entries; });
        ok = ok && write({entries});
        table.for_each([&](Key key, std::uint64_t data) { ok = ok && write({key, data}); });
        ok = ok && write({checksum_}) && std::fflush(file_) == 0;
#ifndef _WIN32
        ok = ok && fsync(fileno(file_)) == 0;
#endif
        ok = std::fclose(file_) == 0 && ok;
        if (ok) ok = std::rename(temporary.c_str(), path_.c_str()) == 0;
        if (!ok) std::remove(temporary.c_str());
        return ok;
    }

    // Returns false and clears the table if the file is missing, damaged or has another label.
    bool load(DfpnTable& table, const std::string& label) {
        file_ = std::fopen(path_.c_str(), "rb");
        if (!file_) return false;
        checksum_ = checksum_seed;
        const bool ok = load_entries(table, label);
        std::fclose(file_);
        if (!ok) table.clear();
        return ok;
    }

private:
    static constexpr std::uint64_t magic = 0x3150'4b43'5254'4254;  // "TBTRCKP1" in little-endian order
    static constexpr std::uint64_t checksum_seed = 0x9e37'79b9'7f4a'7c15;

    bool write(std::initializer_list<std::uint64_t> words) {
        for (const std::uint64_t word : words) {
            if (std::fwrite(&word, sizeof word, 1, file_) != 1) return false;
            update_checksum(word);
        }
        return true;
    }
    bool read(std::uint64_t& word) { return std::fread(&word, sizeof word, 1, file_) == 1; }
    void update_checksum(std::uint64_t word) { checksum_ = (std::rotl(checksum_, 5) ^ word) * 0xbf58476d1ce4e5b9u; }

    bool load_entries(DfpnTable& table, const std::string& label) {
        const auto expect = [this](std::uint64_t expected) {
            std::uint64_t word;
            if (!read(word) || word != expected) return false;
            update_checksum(word);
            return true;
        };
        if (!expect(magic) || !expect(label.size())) return false;
        for (const char byte : label)
            if (!expect(static_cast<std::uint64_t>(static_cast<unsigned char>(byte)))) return false;
        std::uint64_t entries, key, data;
        if (!read(entries)) return false;
        update_checksum(entries);
        for (; entries; --entries) {
            if (!read(key) || !read(data)) return false;
            update_checksum(key);
            update_checksum(data);
            table.restore(key, data);
        }
        const std::uint64_t expected = checksum_;
        return read(data) && data == expected;
    }

    std::string path_;
    std::FILE* file_ = nullptr;
    std::uint64_t checksum_ = checksum_seed;
};

}  // namespace tablier::solve
