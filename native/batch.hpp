// Many games at once, stepped by threads of our own into buffers that are made once and used again.
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
            seeds_.push_back(Random{seed});
            games_.push_back(P::start(rules_, seeds_.back().next()));
        }
        threads = std::clamp(threads, 1, static_cast<int>(std::max<std::size_t>(1, count_)));
        share_ = (count_ + static_cast<std::size_t>(threads) - 1) / static_cast<std::size_t>(threads);
        buffers_.resize(static_cast<std::size_t>(threads));
        for (auto& buffer : buffers_) buffer.resize(codes_);
        for (std::size_t game = 0; game < count_; ++game) show(game, buffers_[0].data());
        if (threads > 1) {
            gate_ = std::make_unique<std::barrier<>>(threads);
            for (int number = 1; number < threads; ++number) workers_.emplace_back([this, number] { work(number); });
        }
    }

    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;

    ~Batch() {
        if (gate_) {
            stopping_ = true;
            gate_->arrive_and_wait();
            for (auto& worker : workers_) worker.join();
        }
    }

    // Plays one action in every game and starts finished ones anew: done and rewards then speak of the game that ended, the
    // observation, mask and seat of the new one. Returns the first game whose action is illegal, or -1; then nothing has changed.
    std::int64_t step(const std::int64_t* actions) {
        for (std::size_t game = 0; game < count_; ++game) {
            const std::int64_t code = actions[game];
            if (code < 0 || code >= static_cast<std::int64_t>(codes_) || !legal[game * codes_ + static_cast<std::size_t>(code)])
                return static_cast<std::int64_t>(game);
        }
        actions_ = actions;
        all_parts();
        return -1;
    }

    // Plays `steps` uniformly random actions in every game without leaving this function: what a benchmark needs.
    void step_randomly(int steps, std::uint64_t seed) {
        actions_ = nullptr;
        random_steps_ = steps;
        random_seed_ = seed;
        all_parts();
    }

    std::size_t count() const { return count_; }
    std::size_t codes() const { return codes_; }
    std::size_t seats() const { return seats_; }
    const typename P::Rules& rules() const { return *rules_; }
    const P& position(std::size_t game) const { return games_[game]; }

    std::vector<std::uint8_t> observation, legal, done;
    std::vector<std::int8_t> to_act;
    std::vector<float> rewards;

private:
    void all_parts() {
        if (gate_) gate_->arrive_and_wait();
        part(0);
        if (gate_) gate_->arrive_and_wait();
    }

    void work(int number) {
        for (;;) {
            gate_->arrive_and_wait();
            if (stopping_) return;
            part(number);
            gate_->arrive_and_wait();
        }
    }

    void part(int number) {
        const std::size_t first = static_cast<std::size_t>(number) * share_;
        const std::size_t last = std::min(count_, first + share_);
        Code* buffer = buffers_[static_cast<std::size_t>(number)].data();
        if (actions_) {
            for (std::size_t game = first; game < last; ++game) play(game, static_cast<Code>(actions_[game]), buffer);
            return;
        }
        Random rng{random_seed_ + static_cast<std::uint64_t>(number)};
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
            if (const int winner = position.winner(); winner >= 0) {  // a zero-sum share of the loss for everybody else
                std::fill_n(reward, seats_, -1.0F / static_cast<float>(seats_ - 1));
                reward[winner] = 1.0F;
            }
            position = P::start(rules_, seeds_[game].next());
        }
        show(game, buffer);
    }

    void show(std::size_t game, Code* buffer) {
        const P& position = games_[game];
        to_act[game] = static_cast<std::int8_t>(position.to_act());
        std::uint8_t* mask = legal.data() + game * codes_;
        std::memset(mask, 0, codes_);
        const int count = position.legal(buffer);
        for (int i = 0; i < count; ++i) mask[buffer[i]] = 1;
        position.observe(observation.data() + game * bytes_);
    }

    std::shared_ptr<const typename P::Rules> rules_;
    std::size_t count_, codes_, seats_, bytes_ = 0, share_ = 0;
    std::vector<P> games_;
    std::vector<Random> seeds_;  // each game's own stream: what it deals when it starts anew
    std::vector<std::vector<Code>> buffers_;
    std::vector<std::thread> workers_;
    std::unique_ptr<std::barrier<>> gate_;
    std::atomic<bool> stopping_ = false;
    const std::int64_t* actions_ = nullptr;
    int random_steps_ = 0;
    std::uint64_t random_seed_ = 0;
};

}  // namespace tablier
