"""Reference move generator for Mixtour: tries every text against the rules, without shared code or tables."""

from __future__ import annotations

import tablier

COLUMNS, ROWS = "abcde", "12345"
CELLS = [column + row for column in COLUMNS for row in ROWS]


def legal_actions(state: tablier.State) -> set[str]:
    """The set that `State.legal_actions` must list."""
    if state.to_act is None:
        return set()
    position = state.position()
    stacks: dict[str, str] = position["stacks"]
    undo = str(state).split("|")[-1]  # the last field: the move that MIX-9 bans, if any
    actions = {move for move in moves(stacks) if move != undo}
    if position["reserve"][state.to_act] > 0:
        actions |= {cell for cell in CELLS if cell not in stacks}
    return actions or {"pass"}


def moves(stacks: dict[str, str]) -> set[str]:
    """Every move by MIX-4 to MIX-6, without the ban of MIX-9."""
    return {
        f"{source}-{target}" if count == len(stacks[source]) else f"{source}:{count}-{target}"
        for source in stacks
        for target in stacks
        if reaches(stacks, source, target)
        for count in range(1, len(stacks[source]) + 1)
    }


def reaches(stacks: dict[str, str], source: str, target: str) -> bool:
    """Walk from the source in each of the eight directions, as many steps as the target is high (MIX-5, MIX-6)."""
    for right in (-1, 0, 1):
        for up in (-1, 0, 1):
            cell: str | None = source
            for step in range(len(stacks[target])):
                cell = neighbour(cell, right, up)
                arrived = step + 1 == len(stacks[target])
                if cell is None or (cell in stacks and not arrived):
                    cell = None
                    break
            if cell == target and (right or up):
                return True
    return False


def neighbour(cell: str, right: int, up: int) -> str | None:
    """The adjacent cell in a direction; None outside the board."""
    column, row = COLUMNS.index(cell[0]) + right, ROWS.index(cell[1]) + up
    return COLUMNS[column] + ROWS[row] if column in range(5) and row in range(5) else None


def after(stacks: dict[str, str], move: str) -> dict[str, str]:
    """The stacks after a legal move; a stack of five or more is taken off (MIX-7)."""
    source, _, target = move.partition("-")
    cell, _, count = source.partition(":")
    rest = len(stacks[cell]) - int(count or len(stacks[cell]))
    joined = stacks[target] + stacks[cell][rest:]
    changed = {**stacks, cell: stacks[cell][:rest], target: joined if len(joined) < 5 else ""}
    return {name: stack for name, stack in changed.items() if stack}
