// Drawing.

const SIGNS = {
  // own drawings on a grid of 24, stroked
  down: "M6 9l6 6 6-6",
  up: "M6 15l6-6 6 6",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  close: "M6 6l12 12M18 6L6 18",
  plus: "M12 5v14M5 12h14",
  person: "M12 4a4 4 0 1 1 0 8a4 4 0 1 1 0-8M4 20c1-4 4-6 8-6s7 2 8 6",
  grid: "M4 5h16v14H4zM4 10h16M4 15h16M10 5v14M15 5v14",
  more: "M12 5v.5M12 11.8v.5M12 18.5v.5",
  undo: "M8 5L4 9l4 4M4.5 9H14a5 5 0 0 1 0 10h-5",
  delete: "M8 5h13v14H8l-6-7zM11 9l6 6M17 9l-6 6",
  edit: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
  share: "M18 5a2 2 0 1 1-.1 0M6 12a2 2 0 1 1-.1 0M18 19a2 2 0 1 1-.1 0M8 11l8-4.500M8 13.500l8 4.5",
  again: "M5 5v5h5M5.5 9.500A7.5 7.5 0 1 1 5 15",
  table:
    "M3 10l2-6h14l2 6M4 10v10h16V10M3 10c0 3 4.5 3 4.5 0c0 3 4.5 3 4.5 0c0 3 4.5 3 4.5 0c0 3 4.5 3 4.5 0",
  trophy: "M7 4h10v6a5 5 0 0 1-10 0zM7 6H3c0 4 2 6 4.5 6M17 6h4c0 4-2 6-4.5 6M12 15v4M8 20h8",
  check: "M5 12l5 5L19 7",
  warning: "M12 3L2 20h20zM12 9v5M12 17v.5",
  error: "M8 3h8l5 5v8l-5 5H8l-5-5V8zM12 8v5M12 16v.5",
  file: "M6 3h8l5 5v13H6zM12 10v7M9 14l3 3 3-3",
  send: "M3 11L21 4l-6 17-4-7zM11 14l5-5",
  open: "M6 3h8l5 5v13H6zM12 17v-7M9 13l3-3 3 3",
  print: "M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7z",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
};

const SVG = "http://www.w3.org/2000/svg";

function path(d, attributes) {
  const made = document.createElementNS(SVG, "path");
  made.setAttribute("d", d);
  Object.entries(attributes || {}).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
}

function svg(kind) {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("viewBox", "0 0 24 24");
  made.setAttribute("class", kind);
  made.setAttribute("aria-hidden", "true");
  return made;
}

function sign(name) {
  const made = svg("sign");
  made.append(path(SIGNS[name]));
  return made;
}

// The picture of a kind, as on paper: fills, and an outline that carries the shape.
function icon(name) {
  const parts = DATA.icons[name];
  if (!parts) {
    return null;
  }
  const made = svg("icon");
  parts.forEach(([role, fill, d]) => made.append(path(d, role === "line" ? { class: "thin" } : { fill })));
  return made;
}

// An element: "button.key.wide", properties (aria and data go as attributes), children.
function el(kind, properties, ...children) {
  const [tag, ...classes] = kind.split(".");
  const made = document.createElement(tag || "div");
  if (classes.length) {
    made.className = classes.join(" ");
  }
  if (tag === "button") {
    made.type = "button";
  }
  Object.entries(properties || {}).forEach(([key, value]) => {
    if (key.startsWith("on")) {
      made.addEventListener(key.slice(2), value);
    } else if (/^(aria-|data-|role$|for$|colspan$|scope$|inputmode$|enterkeyhint$)/.test(key)) {
      made.setAttribute(key, value);
    } else {
      made[key] = value;
    }
  });
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

function text(element, words) {
  if (element.textContent !== words) {
    element.textContent = words;
  }
}
function mark(element, name, on) {
  element.classList.toggle(name, Boolean(on));
}
function attribute(element, name, value) {
  if (value === null || value === false) {
    element.removeAttribute(name);
  } else if (element.getAttribute(name) !== String(value)) {
    element.setAttribute(name, String(value));
  }
}

const page = {}; // the parts that stay
let cells = new Map(); // field key → its boxes
let refreshers = []; // what to do after each change of a number
let visit = null; // the visit of a field: whether it is fresh, whether it was remembered

function viewByWidth() {
  return settings.view || (matchMedia("(min-width: 1024px)").matches ? "sheet" : "players");
}

function player(seat) {
  return `player${seat === TABLE ? "t" : seat % COLOURS}`;
}

function frame() {
  page.title = el("strong");
  page.subtitle = el("span.sub");
  page.game = el("button.game", { onclick: gameSheet }, el("span.names", {}, page.title, page.subtitle), sign("down"));
  page.views = el("div.views", { role: "group" });
  page.menu = el("button.round", { onclick: menu }, sign("more"));
  page.strip = el("div.strip", { role: "tablist" });
  page.words = el("span.words");
  page.sentence = el("button.sentence", { onclick: follow }, page.words, sign("right"));
  page.nav = el("nav", {}, page.strip, page.sentence);
  page.heading = el("span.unseen", { role: "heading", "aria-level": "1" });
  page.main = el("main", { tabIndex: -1 });
  page.info = el("div.info");
  page.prompt = el("strong.prompt");
  page.hint = el("span.hint");
  page.back = el("button.round", { onclick: () => move(-1) }, sign("left"));
  page.undo = el("button.round", { onclick: undo }, sign("undo"));
  page.keys = el("div.keys");
  page.dock = el(
    "section.dock",
    {},
    page.info,
    el("div.pad", {}, el("div.ask", {}, page.back, el("div.asked", {}, page.prompt, page.hint), page.undo), page.keys),
  );
  page.actions = el("div.actions");
  page.live = el("div.unseen", { role: "status", "aria-live": "polite" });
  page.bar = el("aside.bar", { hidden: true });
  page.dialog = el("dialog");
  page.dialog.addEventListener("click", (event) => {
    if (event.target === page.dialog) {
      page.dialog.close();
    }
  });
  document.body.append(
    el("header", {}, page.heading, page.game, page.views, page.menu),
    page.nav,
    page.main,
    page.dock,
    page.actions,
    page.live,
    page.bar,
    page.dialog,
  );
  // a key of the dock leaves the focus in the field
  page.keys.addEventListener("pointerdown", (event) => event.preventDefault());
}

// Light or dark, as it was chosen, else as the device has it.
const night = matchMedia("(prefers-color-scheme: dark)");
function paintTheme() {
  const dark = settings.theme === "auto" ? night.matches : settings.theme === "dark";
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}

// Everything anew: after a change of view, players, variants, language.
function rebuild() {
  document.documentElement.lang = language();
  document.documentElement.dir = /^(ar|he|fa|ur)/.test(language()) ? "rtl" : "ltr";
  document.documentElement.dataset.size = settings.size;
  paintTheme();
  document.title = say("page.title", { game: word(game().title) });
  if (shown.view !== "result") {
    score = compute();
  }
  cells = new Map();
  refreshers = [];
  const result = shown.view === "result";
  document.body.dataset.view = shown.view;
  document.body.dataset.typing = settings.typing;
  [page.strip, page.sentence, page.dock].forEach((part) => {
    part.hidden = result;
  });
  page.actions.hidden = !result;
  page.heading.hidden = result;
  drawHeader();
  if (result) {
    score = compute();
    drawResult();
    return;
  }
  const known = find(shown.active);
  if (!known || (shown.view === "players" && known.seat !== shown.seat)) {
    const mine = walk().filter((field) => field.seat === shown.seat);
    const first = mine.find((field) => get(field) === undefined) || mine[0] || walk()[0];
    shown.active = first ? first.key : "";
    visit = null;
  }
  if (shown.active) {
    shown.seat = find(shown.active).seat;
  }
  const scrolled = page.main.scrollTop;
  if (shown.view === "players") {
    drawStrip();
    drawPlayer();
  } else {
    page.strip.hidden = true;
    drawSheet();
  }
  squeeze();
  page.main.scrollTop = scrolled;
  drawKeys();
  refresh();
  const on = page.strip.querySelector(".on");
  if (on) {
    on.scrollIntoView({ block: "nearest" });
  }
}

// Names that are too wide for their tile are squeezed to no less than 80 %, then cut.
function squeeze() {
  const captions = [...page.main.querySelectorAll(".caption")].map((one) => [
    one.firstChild,
    one.clientWidth,
    one.firstChild.offsetWidth,
  ]);
  captions
    .filter(([, room, width]) => width > room)
    .forEach(([name, room, width]) => {
      name.style.setProperty("transform", `scaleX(${Math.max(0.8, room / width)})`);
      name.style.setProperty("max-width", `${room / 0.8}px`);
    });
}

function drawHeader() {
  text(page.title, word(game().title));
  const variants =
    named(state.variants)
      .map((id) => word(offered(id).title))
      .join(", ") || say("page.standard");
  text(
    page.subtitle,
    say("page.subtitle", { variants, players: say("page.how_many", { players: state.players.length }) }),
  );
  attribute(page.game, "aria-description", say("page.game_sheet", { game: word(game().title) }));
  text(page.heading, document.title);
  attribute(page.nav, "aria-label", say("page.players"));
  attribute(page.dock, "aria-label", say("page.keypad"));
  attribute(page.menu, "aria-label", say("page.menu"));
  attribute(page.back, "aria-label", say("page.previous"));
  attribute(page.undo, "aria-label", say("page.undo"));
  page.views.replaceChildren(
    ...[
      ["players", "person"],
      ["sheet", "grid"],
    ].map(([view, name]) =>
      el(
        "button.view",
        {
          "aria-pressed": String(shown.view === view),
          "aria-label": say(`page.${view}`),
          onclick: () => {
            settings.view = view;
            keep("settings", settings);
            shown.view = view;
            rebuild();
            focusField();
          },
        },
        sign(name),
        el("span.from720", {}, say(`page.${view}`)),
      ),
    ),
  );
}

// The tab of a player, or the head of a column: name, total, place, flag, how far they are.
function tab(seat, kind) {
  const name = el("span.name"),
    total = el("span.total"),
    place = el("span.place"),
    flag = el("span.flag"),
    bar = el("span.done");
  const made = el(
    `button.tab.${player(seat)}`,
    { role: kind, onclick: () => toSeat(seat) },
    seat === TABLE ? sign("table") : name,
    seat === TABLE ? null : total,
    place,
    flag,
    el("span.bar", {}, bar),
  );
  const paint = () => {
    const how = stateOf(seat),
      where = seat === TABLE ? null : placeOf(seat);
    const active = shown.seat === seat;
    attribute(made, "aria-selected", kind === "tab" ? String(active) : null);
    if (kind === "tab") {
      made.tabIndex = active ? 0 : -1;
    }
    mark(made, "on", active);
    made.dataset.state = how;
    const counts = seat === TABLE ? sharedCounts() : ownCounts();
    const left = seat === TABLE ? score.tableMissing.length : score.missing[seat].length;
    bar.style.setProperty("--done", String(how === "empty" ? 0 : counts.length ? 1 - left / counts.length : 1));
    if (flag.dataset.state !== how) {
      flag.dataset.state = how;
      flag.replaceChildren(...(how === "error" || how === "warning" ? [sign(how)] : []));
    }
    text(place, where === null ? "" : String(where));
    mark(place, "final", score.finished);
    mark(place, "first", score.finished && where === 1);
    if (seat === TABLE) {
      attribute(made, "aria-label", say("page.table"));
      return;
    }
    const value = score.players[seat].total === null ? score.sums[seat] : score.players[seat].total;
    const shownTotal = how === "empty" ? "\u2013" : signed(value);
    text(name, state.players[seat].name);
    text(total, shownTotal);
    const blanks = { name: state.players[seat].name, total: shownTotal, state: say(`page.state.${how}`), place: where };
    attribute(made, "aria-label", say(where === null ? "page.tab" : "page.tab_place", blanks));
  };
  paint(); // before it is shown: its bar is as long as it is, and does not grow
  refreshers.push(paint);
  return made;
}

function drawStrip() {
  const tabs = seats().map((seat) => tab(seat, "tab"));
  const size = state.players.length;
  const row = settings.size === "largest" && !matchMedia("(min-width: 720px)").matches ? 3 : 4;
  page.strip.dataset.players = size > 6 ? "many" : size > row ? "two-rows" : String(size);
  page.strip.replaceChildren(...(hasTable() ? [tab(TABLE, "tab")] : []), ...tabs);
  page.strip.setAttribute("aria-label", say("page.players"));
}

function toSeat(seat) {
  shown.seat = seat;
  shown.open = "";
  shown.unfolded.clear();
  if (shown.view === "sheet") {
    const mine = walk().filter((field) => field.seat === seat);
    if (mine.length) {
      select((mine.find((field) => get(field) === undefined) || mine[0]).key);
    }
    return;
  }
  rebuild();
  page.main.scrollTop = 0;
  focusField();
}
