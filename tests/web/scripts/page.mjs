/** As much of a browser as the modules need that draw nothing. */

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
  document: Object.assign(new EventTarget(), { documentElement: { lang: "en", dataset: {} }, hidden: false }),
  // coming back is tried at once here, patience stays as long as it is, and neither keeps a test alive
  window: Object.assign(target, { setTimeout: (act, wait) => setTimeout(act, wait < 1000 ? wait / 50 : wait).unref() }),
  location: { protocol: "http:", host: "localhost" },
  WebSocket: FakeSocket,
  setInterval: () => 0,
});
