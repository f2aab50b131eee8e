/** A match as this page knows it: what the server told, in order, and nothing guessed. */

/**
 * @typedef {{seat: number, text: string, left: boolean}} Turn
 * @typedef {{kind: "all" | "update" | "table" | "chat" | "notice" | "failed", events: any[], message?: any}} News
 */

export class Match {
  /** @param {string} id @param {(news: News) => void} changed */
  constructor(id, changed) {
    this.id = id;
    this.changed = changed;
    /** @type {any} */
    this.view = null;
    /** @type {any} what only we know; null without a seat */
    this.mine = null;
    /** @type {any} */
    this.table = null;
    /** @type {Turn[]} */
    this.turns = [];
    /** @type {any[]} */
    this.chat = [];
    /** @type {any} the terms */
    this.create = null;
    /** @type {string[]} the names of the sides of this edition */
    this.sides = [];
    this.number = 0;
    /** @type {Record<string, string[]>} */
    this.wishes = {};
    /** @type {any} position in the queue, while the engine to act waits for a worker */
    this.queue = null;
  }

  since() {
    return this.number;
  }

  /** @param {Error} refusal */
  failed(refusal) {
    this.changed({ kind: "failed", events: [], message: refusal });
  }

  /** @param {any} message */
  told(message) {
    switch (message.type) {
      case "match": {
        const events = this.take(message.events, message.view.state.seats);
        if (message.chat) this.chat = message.chat;
        Object.assign(this, { view: message.view, mine: message.viewer ?? null, table: message.info, queue: null });
        return this.changed({ kind: "all", events });
      }
      case "update": {
        const events = this.take(message.events, message.view.state.seats);
        if (message.view.events < this.number) return undefined;
        if (message.view.changes !== this.view?.changes) this.queue = null;
        this.view = message.view;
        this.mine = message.viewer ?? null;
        return this.changed({ kind: "update", events });
      }
      case "info":
        this.table = message.info;
        return this.changed({ kind: "table", events: [] });
      case "chat":
        if (this.chat.some((line) => line.id === message.chat.id)) return undefined;
        this.chat.push(message.chat);
        return this.changed({ kind: "chat", events: [], message: message.chat });
      case "chat_hidden":
        this.chat = this.chat.filter((line) => line.id !== message.chat_id);
        return this.changed({ kind: "chat", events: [] });
      case "pause_requests":
        this.wishes = message.pause_requests;
        return this.changed({ kind: "table", events: [] });
      case "engine_queue":
        this.queue = message.position ? message : null;
        return this.changed({ kind: "table", events: [] });
      case "notice":
        return this.changed({ kind: "notice", events: [], message });
    }
    return undefined;
  }

  /** Takes in what is new of some events. @param {any[]} events @param {number} seats @returns {any[]} those that were */
  take(events, seats) {
    const fresh = events.filter((event) => event.number > this.number);
    for (const event of fresh) {
      this.number = event.number;
      if (event.kind === "create") this.create = event;
      this.turns = followed(this.turns, event, seats);
    }
    return fresh;
  }

  // how it stands for us

  get game() {
    return this.create.edition.split(":")[0];
  }

  /** The seats we hold. @returns {number[]} */
  get seats() {
    return this.mine?.seats ?? [];
  }

  /** Whether all who play sit at this device. */
  get alone() {
    return this.seats.length > 0 && this.table.participants.every((/** @type {any} */ place, /** @type {number} */ seat) => this.seats.includes(seat) || this.view.gone.includes(seat));
  }

  get myTurn() {
    return this.mine?.to_act !== undefined && this.mine.to_act !== null;
  }

  /** The seat from which the board is seen. @returns {number | null} */
  get eye() {
    return this.mine?.to_act ?? this.seats[0] ?? null;
  }

  /** The name of the side a seat plays, as the edition calls it. @param {number} seat @returns {string} */
  side(seat) {
    return this.sides[this.view.state.sides[seat]] ?? "";
  }

  /** The position for a board, with what we may do. */
  boardView() {
    const { state } = this.view;
    return { ...state, scene: this.mine?.scene ?? state.scene, legal: this.mine?.legal ?? [] };
  }
}

/** The turns after an event; who leaves three or four at the table makes a turn by it. @param {Turn[]} turns @param {any} event @param {number} seats */
export function followed(turns, event, seats) {
  switch (event.kind) {
    case "action":
      return [...turns, { seat: event.seat, text: event.action, left: false }];
    case "resign":
    case "leave":
    case "flag":
      return seats > 2 ? [...turns, { seat: event.seat, text: event.kind, left: true }] : turns;
    case "accept":
      return event.offer_type === "takeback" && event.accepted ? turns.slice(0, event.plies_kept) : turns;
  }
  return turns;
}
