/**
 * The words boards and their hosts share. Nothing here runs: the types are read by `tsc --checkJs` and by people.
 *
 * @typedef {object} View what the rules say of a position (`State.view`)
 * @property {string} edition
 * @property {Record<string, any>} options
 * @property {number} seats
 * @property {number[]} sides the side each seat plays
 * @property {number} turn
 * @property {number | null} to_act
 * @property {{winner: number | null, reason: string, scores: number[] | null} | null} outcome
 * @property {any} position
 * @property {any} scene
 * @property {string[]} legal the actions offered to the seat that looks, none when it must wait
 *
 * @typedef {{view: View, error?: undefined} | {error: string, view?: undefined}} Answer `error` is a sentence for the person
 *
 * @typedef {object} Settings
 * @property {boolean} [oneTap] a tap plays at once where it can mean one thing only; otherwise a second tap plays
 * @property {boolean} [guides] lines that help the eye, where a board has any
 *
 * @typedef {object} Host the page around a board
 * @property {HTMLElement} element where the board is drawn, as large as the board may be
 * @property {(text: string) => Promise<Answer>} tryAction what a text would lead to; nothing is committed
 * @property {(text: string) => void} onAction a whole turn, to be confirmed or sent
 * @property {(draft: Draft | null) => void} onDraft the turn being built, its extras or the prompt have changed
 * @property {(text: string) => void} say words for the person who just did something
 * @property {(key: string, facts?: Record<string, any>) => string} t a text in the person's language
 * @property {Settings} settings
 *
 * @typedef {object} Draft a turn being built
 * @property {string} text what it would be written like
 * @property {boolean} whole whether it can be played as it is
 * @property {string} words what it does
 *
 * @typedef {object} Extra something to do that is no cell: a button on the host's page
 * @property {string} label
 * @property {string} [action] a whole turn to hand to `onAction`, or
 * @property {() => void} [change] a change of the draft
 *
 * @typedef {object} Shown
 * @property {number | null} [seat] who looks; null is a spectator
 * @property {string | null} [last] the action that led here
 * @property {boolean} [animate] whether that action has just been played
 *
 * @typedef {{x: number, y: number}} Point
 * @typedef {{id: string, x: number, y: number, width: number, height: number}} Place a cell and the box it takes
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 *
 * @typedef {object} Plan what a stage needs to know of a board
 * @property {string} name a class of the drawing
 * @property {string} label what the grid is, for ears
 * @property {Box} box
 * @property {Place[][]} rows the cells as they are seen, from the top left
 * @property {(x: number, y: number) => string | null} at the cell a point belongs to
 * @property {(cell: string, point: Point | null) => void} tap without a point it came from the keyboard
 * @property {(cell: string | null, point: Point | null) => void} hover
 * @property {() => void} back the Escape key, and Backspace
 * @property {() => void} play Enter with Shift: the turn as it is proposed
 * @property {{window: Box, most: number}} [zoom] the part that can be zoomed, and how far
 * @property {() => void} [moved] the viewport or the size of the drawing changed
 */
export {};
