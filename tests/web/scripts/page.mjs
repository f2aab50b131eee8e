/** The globals of a browser that modules without drawing need, with a fake WebSocket. */

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

  /** Dispatches a message from the server. */
  receive(message) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }

  close() {
    this.dispatchEvent(new Event("close"));
  }
}

const target = new EventTarget();
Object.assign(globalThis, {
  document: Object.assign(new EventTarget(), {
    documentElement: { lang: "en", dataset: {} },
    getElementById: () => null,
    createTreeWalker: () => ({}), // lit creates one when it is loaded
    hidden: false,
  }),
  // Delays below 1 s (reconnection) are shortened, timeouts for answers are not; unref lets Node.js exit before they end.
  window: Object.assign(target, {
    setTimeout: (callback, delay) => setTimeout(callback, delay < 1000 ? delay / 50 : delay).unref(),
  }),
  location: { protocol: "http:", host: "localhost" },
  WebSocket: FakeSocket,
  setInterval: () => 0,
});
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true });
