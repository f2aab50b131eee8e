// Texts of actions and positions. Rejects the same texts as src/tablier/games/twisty/position_text.py, without saying why.
#pragma once
#include "state.hpp"
#include "validate.hpp"

namespace tablier::twisty {

// Actions: `@a1`, `c5>d6>f7`, `c5>d6!`, `pass`

inline std::string State::write(Code code) const {
    if (code == pass) return "pass";
    if (code >= first_pick) return '@' + cell_name(corners[code - first_pick]);
    const bool protects = code >= first_protect;
    const Cell end = static_cast<Cell>(protects ? code - first_protect : code);
    return shortest_path(board_.layout, info().pawns[info().turn], other_pawns(), end) + (protects ? "!" : "");
}

inline std::optional<Code> State::read(std::string_view text) const {
    Code code = pass;
    if (text != "pass") {
        const bool protects = text.ends_with('!');
        const std::string_view path = text.substr(0, text.size() - protects);
        const Cell cell = path.size() < 2 ? off_board : parse_cell(path.substr(path.size() - 2));
        if (cell == off_board) return std::nullopt;
        if (text[0] != '@') code = static_cast<Code>(protects ? first_protect + cell : cell);
        else if (bit(cell) & corner_cells) code = pick_code(cell);
        else return std::nullopt;
    }
    if (!is_legal(code) || write(code) != text) return std::nullopt;
    return code;
}

// Positions: the board, the card rows as `cards:taken:saved`, the pawns, the turn, and with a turn limit the turns played. A pawn is
// its cell, `-` if off the board or `x` if its seat has left. The turn is a seat, followed by `>2` if seat 2 must pick a corner, or by
// `#` if the seat has won; a pawn that robbed its seventh cube on the centre stands there without having won (TWS-13).

inline std::string State::fields() const {
    std::string text;
    for (int row = size - 1; row >= 0; --row) {
        for (int column = 0; column < size; ++column) {
            const int cell = column * size + row;
            char token = '.';
            for (int colour = 0; colour < colours; ++colour)
                if (board_.cubes[colour] >> cell & 1) token = colour_letters[colour];
            for (int kind = 0; kind < specials; ++kind)
                if (board_.layout[kind] >> cell & 1) token = special_letters[kind];
            text += token;
        }
        text += row ? '/' : '|';
    }
    const int last = rules().players - 1;
    for (int seat = 0; seat <= last; ++seat) {
        const CardRow& row = info().card_rows[seat];
        for (int index = 0; index < colours; ++index) text += colour_letters[row.card(index)];
        text += ':' + std::to_string(row.taken) + ':' + std::to_string(row.saved) + (seat < last ? '/' : '|');
    }
    for (int seat = 0; seat <= last; ++seat) {
        const Cell cell = info().pawns[seat];
        text += info().gone >> seat & 1 ? "x" : cell == off_board ? "-" : cell_name(cell);
        text += seat < last ? '/' : '|';
    }
    text += std::to_string(info().turn);
    if (info().ending == Ending::centre) text += '#';
    else if (info().robbed >= 0) text += '>' + std::to_string(info().robbed);
    if (rules().has_turn_limit()) text += '|' + std::to_string(info().turns_played);
    return text;
}

// Consumes a text from its front. The first failure sticks: check `fits` or `done` at the end.
class Reader {
public:
    explicit Reader(std::string_view text) : rest_(text) {}

    bool take(char letter) {
        if (rest_.empty() || rest_[0] != letter) return false;
        rest_.remove_prefix(1);
        return true;
    }

    void expect(char letter) { fits_ = take(letter) && fits_; }

    // Consumes one of these letters and returns its index; 0 on failure.
    int take_index(std::string_view letters) {
        const std::size_t index = rest_.empty() ? std::string_view::npos : letters.find(rest_[0]);
        fits_ = fits_ && index != std::string_view::npos;
        if (!fits_) return 0;
        rest_.remove_prefix(1);
        return static_cast<int>(index);
    }

    Cell take_cell() {
        const Cell cell = parse_cell(rest_.substr(0, 2));
        fits_ = fits_ && cell != off_board;
        if (fits_) rest_.remove_prefix(2);
        return cell;
    }

    std::string_view take_rest() { return std::exchange(rest_, {}); }
    void fail() { fits_ = false; }
    bool fits() const { return fits_; }
    bool done() const { return fits_ && rest_.empty(); }

private:
    std::string_view rest_;
    bool fits_ = true;
};

inline void parse_tokens(Reader& reader, Board& board) {
    for (int row = size - 1; row >= 0; --row) {
        for (int column = 0; column < size; ++column) {
            const Bitboard cell = bit(column * size + row);
            const int token = reader.take_index(cell & token_cells ? ".ABCDEFG+xnos" : ".");  // TWS-1
            if (token) (token <= colours ? board.cubes[token - 1] : board.layout[token - 1 - colours]) |= cell;
        }
        reader.expect(row ? '/' : '|');
    }
}

inline CardRow parse_card_row(Reader& reader) {
    std::array<std::uint8_t, colours> cards{};
    unsigned present = 0;  // set of colours
    for (std::uint8_t& card : cards) {
        card = static_cast<std::uint8_t>(reader.take_index(colour_letters));
        present |= 1u << card;
    }
    reader.expect(':');
    const int taken = reader.take_index("01234567");
    reader.expect(':');
    const int saved = reader.take_index("01234567");
    if (present != (1u << colours) - 1 || saved > taken) reader.fail();
    CardRow row = CardRow::of(cards);
    if (!reader.fits()) return row;
    while (row.taken < saved) row.collect();
    row.protect();
    while (row.taken < taken) row.collect();
    return row;
}

inline std::optional<State> State::load(const std::shared_ptr<const Rules>& rules, std::string_view fields) {
    Board board{.rules = *rules};
    StateInfo& info = board.info;
    const int last = rules->players - 1;
    Reader reader(fields);
    parse_tokens(reader, board);
    for (int seat = 0; seat <= last; ++seat) {
        info.card_rows[seat] = parse_card_row(reader);
        reader.expect(seat < last ? '/' : '|');
    }
    info.gone = Board::missing_seats(rules->players);
    for (int seat = 0; seat <= last; ++seat) {
        if (reader.take('x')) info.gone = static_cast<std::uint8_t>(info.gone | 1u << seat);
        else if (!reader.take('-')) info.pawns[seat] = reader.take_cell();
        reader.expect(seat < last ? '/' : '|');
    }
    const std::string_view seats = std::string_view("0123").substr(0, rules->players);
    info.turn = static_cast<std::uint8_t>(reader.take_index(seats));
    if (reader.take('#')) info.ending = Ending::centre;
    else if (reader.take('>')) info.robbed = static_cast<std::int8_t>(reader.take_index(seats));
    if (rules->has_turn_limit()) {
        reader.expect('|');
        const std::int32_t turns = parse_number(reader.take_rest());
        if (turns < 0) reader.fail();
        else info.turns_played = static_cast<std::uint32_t>(turns);
    }
    if (!reader.done() || !is_reachable(board)) return std::nullopt;
    board.recompute();
    return State(board);
}

}  // namespace tablier::twisty
