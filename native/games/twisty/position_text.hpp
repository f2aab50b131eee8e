// Actions and positions as texts.
#pragma once
#include "validate.hpp"
#include "state.hpp"

namespace tablier::twisty {

// Actions: `@a1`, `c5>d6>f7`, `c5>d6!`, `pass`

inline std::string State::write(Code code) const {
    if (code == pass) return "pass";
    if (code >= picking) return '@' + name(corners[code - picking]);
    const bool protects = code >= protecting;
    const Cell end = static_cast<Cell>(protects ? code - protecting : code);
    return path_to(table_.layout, now().pawns[now().turn], others(), end) + (protects ? "!" : "");
}

inline std::optional<Code> State::read(std::string_view text) const {
    Code code = pass;
    if (text != "pass") {
        const bool protects = text.ends_with('!');
        const std::string_view path = text.substr(0, text.size() - protects);
        const Cell cell = path.size() < 2 ? nowhere : cell_named(path.substr(path.size() - 2));
        if (cell == nowhere) return std::nullopt;
        if (text[0] != '@') code = static_cast<Code>(protects ? protecting + cell : cell);
        else if (bit(cell) & corner_cells) code = pick_code(cell);
        else return std::nullopt;
    }
    if (!is_legal(code) || write(code) != text) return std::nullopt;
    return code;
}

// Positions: the tokens, the rows as `cards:taken:saved`, the pawns, the turn, and under a limit the turns played.
// A pawn is its cell, `-` off the board or `x` gone for good. The turn is a seat, with `>2` behind it while seat 2 owes an answer,
// or `#` when it has reached the centre: a pawn with all seven colours may stand there without having won.

inline std::string State::fields() const {
    std::string text;
    for (int row = size - 1; row >= 0; --row) {
        for (int column = 0; column < size; ++column) {
            const int cell = column * size + row;
            char token = '.';
            for (int colour = 0; colour < colours; ++colour)
                if (table_.cubes[colour] >> cell & 1) token = colour_letters[colour];
            for (int kind = 0; kind < specials; ++kind)
                if (table_.layout[kind] >> cell & 1) token = special_letters[kind];
            text += token;
        }
        text += row ? '/' : '|';
    }
    const int last = rules().players - 1;
    for (int seat = 0; seat <= last; ++seat) {
        const Row& row = now().rows[seat];
        for (int place = 0; place < colours; ++place) text += colour_letters[row.card(place)];
        text += ':' + std::to_string(row.taken) + ':' + std::to_string(row.saved) + (seat < last ? '/' : '|');
    }
    for (int seat = 0; seat <= last; ++seat) {
        const Cell cell = now().pawns[seat];
        text += now().gone >> seat & 1 ? "x" : cell == nowhere ? "-" : name(cell);
        text += seat < last ? '/' : '|';
    }
    text += std::to_string(now().turn);
    if (now().ended == Ending::centre) text += '#';
    else if (now().owing >= 0) text += '>' + std::to_string(now().owing);
    if (rules().limited()) text += '|' + std::to_string(now().turns);
    return text;
}

// Reads a text from its beginning; once something does not fit, nothing fits any more.
class Reader {
public:
    explicit Reader(std::string_view text) : rest_(text) {}

    bool sees(char sign) const { return !rest_.empty() && rest_[0] == sign; }

    bool take(char sign) {
        if (!sees(sign)) return false;
        rest_.remove_prefix(1);
        return true;
    }

    void expect(char sign) { fits_ = take(sign) && fits_; }

    // The number of the next sign among these; 0 when it is none of them.
    int one_of(std::string_view signs) {
        const std::size_t found = rest_.empty() ? std::string_view::npos : signs.find(rest_[0]);
        fits_ = fits_ && found != std::string_view::npos;
        if (!fits_) return 0;
        rest_.remove_prefix(1);
        return static_cast<int>(found);
    }

    Cell cell() {
        const Cell found = cell_named(rest_.substr(0, 2));
        fits_ = fits_ && found != nowhere;
        if (fits_) rest_.remove_prefix(2);
        return found;
    }

    std::string_view all_the_rest() { return std::exchange(rest_, {}); }
    void refuse() { fits_ = false; }
    bool fits() const { return fits_; }
    bool done() const { return fits_ && rest_.empty(); }

private:
    std::string_view rest_;
    bool fits_ = true;
};

inline void read_tokens(Reader& text, Table& table) {
    for (int row = size - 1; row >= 0; --row) {
        for (int column = 0; column < size; ++column) {
            const Board cell = bit(column * size + row);
            const int token = text.one_of(cell & covered ? ".ABCDEFG+xnos" : ".");  // TWS-1
            if (token) (token <= colours ? table.cubes[token - 1] : table.layout[token - 1 - colours]) |= cell;
        }
        text.expect(row ? '/' : '|');
    }
}

inline Row read_row(Reader& text) {
    std::array<std::uint8_t, colours> cards{};
    unsigned found = 0;
    for (std::uint8_t& card : cards) {
        card = static_cast<std::uint8_t>(text.one_of(colour_letters));
        found |= 1u << card;
    }
    text.expect(':');
    const int taken = text.one_of("01234567");
    text.expect(':');
    const int saved = text.one_of("01234567");
    if (found != (1u << colours) - 1 || saved > taken) text.refuse();
    Row row = Row::of(cards);
    if (!text.fits()) return row;
    while (row.taken < saved) row.collect();
    row.protect();
    while (row.taken < taken) row.collect();
    return row;
}

inline std::optional<State> State::load(const std::shared_ptr<const Rules>& rules, std::string_view fields) {
    Table table{.rules = *rules};
    Now& now = table.now;
    const int last = rules->players - 1;
    Reader text(fields);
    read_tokens(text, table);
    for (int seat = 0; seat <= last; ++seat) {
        now.rows[seat] = read_row(text);
        text.expect(seat < last ? '/' : '|');
    }
    now.gone = Table::empty_seats(rules->players);
    for (int seat = 0; seat <= last; ++seat) {
        if (text.take('x')) now.gone = static_cast<std::uint8_t>(now.gone | 1u << seat);
        else if (!text.take('-')) now.pawns[seat] = text.cell();
        text.expect(seat < last ? '/' : '|');
    }
    const std::string_view seats = std::string_view("0123").substr(0, rules->players);
    now.turn = static_cast<std::uint8_t>(text.one_of(seats));
    if (text.take('#')) now.ended = Ending::centre;
    else if (text.take('>')) now.owing = static_cast<std::int8_t>(text.one_of(seats));
    if (rules->limited()) {
        text.expect('|');
        const std::int32_t turns = Rules::number(text.all_the_rest());
        if (turns < 0) text.refuse();
        else now.turns = static_cast<std::uint32_t>(turns);
    }
    if (!text.done() || !sound(table)) return std::nullopt;
    table.settle();
    return State(table);
}

}  // namespace tablier::twisty
