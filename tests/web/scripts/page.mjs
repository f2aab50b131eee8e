/** The parts of a browser that modules without drawing need. */

export class FakeSocket extends EventTarget {
  /** @type {FakeSocket[]} */
  static all = [];

  constructor() {
    super();
    this.sent = [];
    FakeSocket.all.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  /** Delivers a message of the server. */
  hear(message) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }

  close() {
    this.dispatchEvent(new Event("close"));
  }
}

const target = new EventTarget();
Object.assign(globalThis, {
  document: Object.assign(new EventTarget(), { documentElement: { lang: "en", dataset: {} }, hidden: false }),
  // short delays (reconnects) are shortened, long ones (timeouts) are kept, and neither keeps a test alive
  window: Object.assign(target, { setTimeout: (act, wait) => setTimeout(act, wait < 1000 ? wait / 50 : wait).unref() }),
  location: { protocol: "http:", host: "localhost" },
  WebSocket: FakeSocket,
  setInterval: () => 0,
});
