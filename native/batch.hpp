// Batch: many games stepped at once, for training.
//
// A fixed pool of threads, synchronised by a barrier, steps equal slices of the games into buffers that are allocated once. All
// public members are for one calling thread.
#pragma once
#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "random.hpp"

namespace tablier {

template <Position P>
class Batch {
public:
    // One game per seed. `threads` includes the calling thread.
    Batch(std::shared_ptr<const typename P::Rules> rules, std::vector<std::uint64_t> seeds, int threads)
        : rules_(std::move(rules)), count_(seeds.size()), codes_(static_cast<std::size_t>(rules_->codes())),
          seats_(static_cast<std::size_t>(rules_->seats())) {
        const Shape shape = rules_->shape();
        bytes_ = static_cast<std::size_t>(shape.planes) * static_cast<std::size_t>(shape.rows) * static_cast<std::size_t>(shape.columns);
        observation.resize(count_ * bytes_);
        legal.resize(count_ * codes_);
        to_act.resize(count_);
        rewards.resize(count_ * seats_);
        done.resize(count_);
        games_.reserve(count_);
        for (const std::uint64_t seed : seeds) {
            rngs_.push_back(Random{seed});
            games_.push_back(P::start(rules_, rngs_.back().next()));
        }
        threads = std::clamp(threads, 1, static_cast<int>(std::max<std::size_t>(1, count_)));
        slice_ = (count_ + static_cast<std::size_t>(threads) - 1) / static_cast<std::size_t>(threads);
        buffers_.resize(static_cast<std::size_t>(threads));
        for (auto& buffer : buffers_) buffer.resize(codes_);
        for (std::size_t game = 0; game < count_; ++game) observe(game, buffers_[0].data());
        if (threads > 1) {
            barrier_ = std::make_unique<std::barrier<>>(threads);
            for (int thread = 1; thread < threads; ++thread) workers_.emplace_back([this, thread] { run_worker(thread); });
        }
    }

    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;

    ~Batch() {
        if (barrier_) {
            stopping_ = true;
            barrier_->arrive_and_wait();
            for (auto& worker : workers_) worker.join();
        }
    }

    // Plays one action in every game and restarts games that ended: `done` and `rewards` are then those of the game that ended,
    // `observation`, `legal` and `to_act` those of the new one. Returns -1. If an action is illegal, changes nothing and returns the
    // first such game.
    std::int64_t step(const std::int64_t* actions) {
        for (std::size_t game = 0; game < count_; ++game) {
            const std::int64_t code = actions[game];
            if (code < 0 || code >= static_cast<std::int64_t>(codes_) || !legal[game * codes_ + static_cast<std::size_t>(code)])
                return static_cast<std::int64_t>(game);
        }
        actions_ = actions;
        run_all_slices();
        return -1;
    }

    // Plays `steps` uniformly random actions in every game, for benchmarks.
    void step_randomly(int steps, std::uint64_t seed) {
        actions_ = nullptr;
        random_steps_ = steps;
        random_seed_ = seed;
        run_all_slices();
    }

    std::size_t count() const { return count_; }
    std::size_t codes() const { return codes_; }
    std::size_t seats() const { return seats_; }
    const typename P::Rules& rules() const { return *rules_; }
    const P& position(std::size_t game) const { return games_[game]; }

    // All by game first: then bytes of the observation, a mask over the codes, and seats.
    std::vector<std::uint8_t> observation, legal, done;
    std::vector<std::int8_t> to_act;
    std::vector<float> rewards;

private:
    void run_all_slices() {
        if (barrier_) barrier_->arrive_and_wait();
        run_slice(0);
        if (barrier_) barrier_->arrive_and_wait();
    }

    void run_worker(int thread) {
        for (;;) {
            barrier_->arrive_and_wait();
            if (stopping_) return;
            run_slice(thread);
            barrier_->arrive_and_wait();
        }
    }

    void run_slice(int thread) {
        const std::size_t first = static_cast<std::size_t>(thread) * slice_;
        const std::size_t last = std::min(count_, first + slice_);
        Code* buffer = buffers_[static_cast<std::size_t>(thread)].data();
        if (actions_) {
            for (std::size_t game = first; game < last; ++game) play(game, static_cast<Code>(actions_[game]), buffer);
            return;
        }
        Random rng{random_seed_ + static_cast<std::uint64_t>(thread)};
        for (int step = 0; step < random_steps_; ++step)
            for (std::size_t game = first; game < last; ++game) play(game, random_action(games_[game], rng, buffer), buffer);
    }

    void play(std::size_t game, Code code, Code* buffer) {
        P& position = games_[game];
        typename P::Undo undo;
        position.play(code, undo);
        float* reward = rewards.data() + game * seats_;
        std::fill_n(reward, seats_, 0.0F);
        done[game] = position.over();
        if (position.over()) {
            if (const int winner = position.winner(); winner >= 0) {  // zero-sum: the losers share -1
                std::fill_n(reward, seats_, -1.0F / static_cast<float>(seats_ - 1));
                reward[winner] = 1.0F;
            }
            position = P::start(rules_, rngs_[game].next());
        }
        observe(game, buffer);
    }

    // Fills the buffers of one game.
    void observe(std::size_t game, Code* buffer) {
        const P& position = games_[game];
        to_act[game] = static_cast<std::int8_t>(position.to_act());
        std::uint8_t* mask = legal.data() + game * codes_;
        std::memset(mask, 0, codes_);
        const int count = position.legal(buffer);
        for (int i = 0; i < count; ++i) mask[buffer[i]] = 1;
        position.observe(observation.data() + game * bytes_);
    }

    std::shared_ptr<const typename P::Rules> rules_;
    std::size_t count_, codes_, seats_, bytes_ = 0, slice_ = 0;  // bytes_: of an observation; slice_: games per thread
    std::vector<P> games_;
    std::vector<Random> rngs_;                // by game: seeds of its restarts
    std::vector<std::vector<Code>> buffers_;  // by thread: legal actions
    std::vector<std::thread> workers_;
    std::unique_ptr<std::barrier<>> barrier_;
    std::atomic<bool> stopping_ = false;
    const std::int64_t* actions_ = nullptr;  // null: random actions
    int random_steps_ = 0;
    std::uint64_t random_seed_ = 0;
};

}  // namespace tablier
