/** Hosts one board with all seats played on this page. */

const parameters = Object.fromEntries(new URLSearchParams(location.search));
const settings = { oneTap: parameters.oneTap === "yes", guides: parameters.guides === "yes" };
const theme = parameters.theme;
for (const name of ["oneTap", "guides", "theme"]) delete parameters[name];
if (theme) document.documentElement.dataset.theme = theme;

const byId = (id) => document.getElementById(id);
let pending = 0; // requests
let updates = 0; // updates whose animation has not ended
let landings = 0; // pieces that have landed

async function post(path, body) {
  pending++;
  try {
    return await (await fetch(path, { method: "POST", body: JSON.stringify(body) })).json();
  } finally {
    pending--;
  }
}

/** Resolves when no request has been under way and no update was queued for two frames. An animation may still run. */
async function settled() {
  for (let quiet = 0; quiet < 2; quiet = pending || updates > 1 ? 0 : quiet + 1) await new Promise(requestAnimationFrame);
}

let current = await post("/new", parameters);
const game = current.view.edition.split(":")[0];
const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: current.style });
document.head.append(style);
const [{ create }, texts] = await Promise.all([
  import(current.script),
  fetch(`/games/${game}/board.texts.json`).then((response) => response.json()),
  new Promise((loaded) => style.addEventListener("load", loaded)),
]);

function t(key, facts = {}) {
  if (!(key in texts)) throw new Error(`no text for ${key}`);
  return texts[key].replace(/\{(\w+)\}/g, (_, name) => facts[name]);
}

const host = {
  element: byId("board"),
  settings,
  t,
  tryAction: (text) => post("/try", { table: current.table, text, seat: current.view.to_act }),
  showMessage: (text) => (byId("message").textContent = text),
  onLand: () => landings++,
  onDraft(draft) {
    byId("draft").textContent = draft ? `${draft.text}: ${draft.description}` : "";
    byId("prompt").textContent = current.view.outcome ? JSON.stringify(current.view.outcome) : board.prompt();
    byId("play").disabled = !draft?.whole;
    byId("back").disabled = !draft;
    byId("extras").replaceChildren(
      ...board.extras().map(({ label, action, change }) => {
        const button = Object.assign(document.createElement("button"), { textContent: label });
        if (action) button.dataset.action = action;
        button.onclick = () => (action ? host.onAction(action) : change());
        return button;
      }),
    );
  },
  async onAction(text) {
    const response = await post("/play", { table: current.table, text });
    if (response.error) {
      board.cancel();
      host.showMessage(response.error);
    } else show(response, true);
  },
};

const board = create(host);
byId("play").onclick = () => board.commit();
byId("back").onclick = () => board.undoPart();

/** Shows a position; resolves when its animation has ended. */
async function show(next, animate) {
  current = next;
  updates++;
  const ended = board.update(next.view, { seat: next.view.to_act, last: next.last, animate });
  const panels = next.view.sides.flatMap((_, seat) => board.seatPanel(seat) ?? []);
  if (panels.some((panel) => !panel.isConnected)) byId("panels").replaceChildren(...panels);
  byId("turns").replaceChildren(
    ...next.texts.map((text) => Object.assign(document.createElement("li"), { textContent: text })),
  );
  document.body.dataset.ply = next.texts.length;
  document.body.dataset.over = next.view.outcome ? "yes" : "no";
  await ended;
  updates--;
}

/** Resolves when no animation runs. */
async function landed() {
  while (updates) await new Promise(requestAnimationFrame);
}

show(current, false);
window.harness = { board, host, settled, landed, current: () => current, updates: () => updates, landings: () => landings };
