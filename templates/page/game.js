// The game that is on.

const COLOURS = 6;
let at = 0; // which game of the page
let state = null; // what the players have: everything that undo takes back
let numbers = {}; // the player's own numbers for printed ones, by line
let past = []; // finished games
let undoable = []; // earlier states, as text
let shown = { view: "players", seat: 0, active: "", open: "", unfolded: new Set() };

const TABLE = -1;

function game() {
  return DATA.games[at];
}
function stack() {
  return game().stacks[stackKey(state.variants)];
}

function offered(id) {
  return game().variants.find((variant) => variant.id === id);
}

// Variants with all that they pull in.
function withBases(ids) {
  const found = new Set();
  const add = (id) => {
    const variant = offered(id);
    if (!variant || found.has(id)) {
      return;
    }
    found.add(id);
    if (variant.extends) {
      add(variant.extends);
    }
  };
  ids.forEach(add);
  return found;
}

function stackKey(ids) {
  const on = withBases(ids);
  return game()
    .variants.filter((variant) => variant.scores && on.has(variant.id))
    .map((variant) => variant.id)
    .join("+");
}

// The variants after one is switched: with what it needs, without what it cannot be played with.
function switched(ids, id, on) {
  if (!on) {
    const gone = new Set([id]);
    let more = true;
    while (more) {
      more = false;
      game().variants.forEach((variant) => {
        const needs = [variant.extends, ...variant.needs];
        if (!gone.has(variant.id) && needs.some((need) => gone.has(need))) {
          gone.add(variant.id);
          more = true;
        }
      });
    }
    return ids.filter((other) => !gone.has(other));
  }
  const adding = withBases([id, ...offered(id).needs]);
  const clash = (a, b) => offered(a).excludes.includes(b) || offered(b).excludes.includes(a);
  let rest = [...withBases(ids)].filter((other) => ![...adding].some((added) => clash(added, other)));
  let next = game()
    .variants.map((variant) => variant.id)
    .filter((other) => adding.has(other) || rest.includes(other));
  while (!game().stacks[stackKey(next)] && rest.length) {
    rest = rest.slice(1);
    next = next.filter((other) => adding.has(other) || rest.includes(other));
  }
  return next;
}

// The variants as a tally names them: without those that another one pulls in.
function named(ids) {
  return ids.filter((id) => !ids.some((other) => other !== id && withBases([other]).has(id)));
}

// Player 2, or in a game of teams Team 2.
function unnamed(seat) {
  const { unit } = game().stacks[Object.keys(game().stacks)[0]];
  return unit
    ? say("report.numbered", { label: word(unit), number: seat + 1 })
    : say("page.player", { seat: seat + 1 });
}

// A name as a tally can hold it: letters that are seen, and one space between words.
function tidied(name, most) {
  const seen = name.replace(/(?![\u200c\u200d])[\p{Cf}\p{Cs}\p{Co}]/gu, "").replace(/[\p{Cc}\s]+/gu, " ");
  return [...seen.trim()].slice(0, most).join("");
}

function newPlayer(seat, name) {
  return { name: name || unnamed(seat), counts: {}, points: {}, ties: {} };
}

function newState(players, variants) {
  const ids = [...withBases(variants || game().asked)];
  const order = game()
    .variants.map((variant) => variant.id)
    .filter((id) => ids.includes(id));
  const [least, most] = game().stacks[stackKey(order)].players;
  const names = players || [];
  const size = Math.min(most, Math.max(names.length, names.length ? 1 : least));
  const made = Array.from({ length: size }, (_, seat) => newPlayer(seat, names[seat]));
  return {
    id: Date.now().toString(36) + Math.random().toString(36).slice(2, 8),
    variants: order,
    players: made,
    table: {},
  };
}

function save() {
  keep(`${game().id}:game`, state);
}

// Before something is changed: what undo comes back to.
function remember() {
  const text = JSON.stringify({ at, state, numbers });
  if (undoable[undoable.length - 1] !== text) {
    undoable.push(text);
  }
  if (undoable.length > 200) {
    undoable.shift();
  }
}

function undo() {
  const text = undoable.pop();
  if (!text) {
    return;
  }
  const before = JSON.parse(text);
  if (before.at !== at) {
    ({ at } = before);
    readSaved();
  }
  ({ state, numbers } = before);
  keep(`${game().id}:numbers`, numbers);
  visit = null;
  if (shown.view === "result") {
    shown.view = viewByWidth();
  }
  shown.seat = Math.min(shown.seat, state.players.length - 1);
  rebuild();
  announce(say("page.undone"));
}
