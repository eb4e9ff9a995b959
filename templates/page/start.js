// Start.

// What the device keeps of the game that is on, but for the running game itself.
function readSaved() {
  const told = kept(`${game().id}:numbers`, {});
  numbers = Object.fromEntries(Object.entries(Object(told)).filter(([, value]) => typeof value === "string"));
  const games = kept(`${game().id}:past`, []);
  const good = (one) =>
    one &&
    typeof one.sentence === "string" &&
    Array.isArray(one.variants) &&
    Array.isArray(one.players) &&
    one.players.every((pair) => Array.isArray(pair)) &&
    !Number.isNaN(Date.parse(one.date));
  past = Array.isArray(games) ? games.filter(good) : [];
}

// Settings that are what they can be; others are forgotten.
function readSettings() {
  const found = Object(kept("settings", {}));
  const choices = {
    size: ["normal", "large", "largest"],
    theme: ["auto", "light", "dark"],
    typing: ["own", "device"],
    moves: [true, false],
    view: ["", "players", "sheet"],
    language: Object.keys(DATA.languages),
  };
  Object.keys(choices)
    .filter((key) => choices[key].includes(found[key]))
    .forEach((key) => {
      settings[key] = found[key];
    });
}

// The first field of the game that is on, in the view for this width.
function begin() {
  visit = null;
  shown = { view: viewByWidth(), seat: 0, active: "", open: "", unfolded: new Set() };
  score = compute();
  shown.seat = sharedCounts().some((count) => state.table[count.id] === undefined)
    ? TABLE
    : seats().find(leftOf) || 0; // a game that goes on: whoever is not counted yet
  rebuild();
  focusField();
}

function start(which) {
  if (state) {
    save();
  }
  at = which;
  undoable = [];
  readSaved();
  const old = kept(`${game().id}:game`, null);
  state = usable(old) ? old : newState();
  keep("last", game().id);
  begin();
}

// Whether what was kept is still a game of this page; rules may have changed since.
function usable(old) {
  try {
    score = { players: [], errors: [], warnings: [] };
    if (!old || !Array.isArray(old.players) || !old.players.length || !old.variants.every(offered)) {
      return false;
    }
    const here = game().stacks[stackKey(old.variants)];
    if (!here || old.players.length > here.players[1]) {
      return false;
    }
    const before = state;
    state = old;
    try {
      compute();
      walk().forEach(get);
    } finally {
      state = before;
    }
    return old.players.every((one) => typeof one.name === "string" && one.points && one.ties);
  } catch (error) {
    return false;
  }
}

function unpack() {
  const { parts } = DATA,
    { en } = DATA.languages;
  en.say = keyed(en.say);
  DATA.games.forEach((one) =>
    Object.values(one.stacks).forEach((made) => {
      ["counts", "lines", "ties", "verdicts", "checks", "numbers"].forEach((name) => {
        made[name] = made[name].map((part) => parts[part]);
      });
    }),
  );
}

// Everything begins; a language that lies packed is spoken as soon as it is there.
function main() {
  unpack();
  readSettings();
  frame();
  swipes();
  printing();
  document.addEventListener("keydown", keyboard);
  window.addEventListener("hashchange", openLink);
  night.addEventListener("change", paintTheme);
  const last = DATA.games.findIndex((one) => one.id === kept("last", ""));
  start(Math.max(0, last));
  if (!openLink() && DATA.games.length > 1 && last < 0) {
    gameSheet();
  }
  if (!keeps) {
    tell(say("page.not_kept"), null, true);
  }
  if (language() !== settings.language) {
    unpackLanguage(settings.language).then((there) => {
      if (there) {
        rebuild();
      }
    });
  }
}

main();
