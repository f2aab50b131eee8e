"""The legal actions of Mixtour, slowly: every text that could be meant is tried against the rules one by one."""

from __future__ import annotations

import tablier

COLUMNS, ROWS = "abcde", "12345"
EVERYWHERE = [column + row for column in COLUMNS for row in ROWS]


def legal(state: tablier.State) -> set[str]:
    """All that should be listed."""
    if state.to_act is None:
        return set()
    position = state.position()
    stacks: dict[str, str] = position["stacks"]
    forbidden = str(state).split("|")[-1]
    found = {move for move in moves(stacks) if move != forbidden}
    if position["reserve"][state.to_act] > 0:
        found |= {cell for cell in EVERYWHERE if cell not in stacks}
    return found or {"pass"}


def moves(stacks: dict[str, str]) -> set[str]:
    """Every move the stacks allow, whoever has the turn and whatever was played before."""
    return {
        f"{source}-{target}" if count == len(stacks[source]) else f"{source}:{count}-{target}"
        for source in stacks
        for target in stacks
        if reaches(stacks, source, target)
        for count in range(1, len(stacks[source]) + 1)
    }


def reaches(stacks: dict[str, str], source: str, target: str) -> bool:
    """Walks from the source, as many steps as the target is high, in each of the eight directions."""
    for right in (-1, 0, 1):
        for up in (-1, 0, 1):
            cell: str | None = source
            for step in range(len(stacks[target])):
                cell = beside(cell, right, up)
                arrived = step + 1 == len(stacks[target])
                if cell is None or (cell in stacks and not arrived):
                    cell = None
                    break
            if cell == target and (right or up):
                return True
    return False


def beside(cell: str, right: int, up: int) -> str | None:
    """The next cell in a direction, None beyond the edge."""
    column, row = COLUMNS.index(cell[0]) + right, ROWS.index(cell[1]) + up
    return COLUMNS[column] + ROWS[row] if column in range(5) and row in range(5) else None


def after(stacks: dict[str, str], move: str) -> dict[str, str]:
    """The stacks after a move that is legal."""
    source, _, target = move.partition("-")
    cell, _, number = source.partition(":")
    rest = len(stacks[cell]) - int(number or len(stacks[cell]))
    tower = stacks[target] + stacks[cell][rest:]
    changed = {**stacks, cell: stacks[cell][:rest], target: tower if len(tower) < 5 else ""}
    return {place: stack for place, stack in changed.items() if stack}
