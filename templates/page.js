// The offline page. ENGINE scores, DATA holds the games; everything that is shown is built by createElement and
// textContent, so that labels, names and opened files are only ever text.
//
// In the order of the file: words · what is kept · the game that is on · fields · scoring · tallies · drawing ·
// blocks · result · dialogs · dock · keys · start.

// -- words

const MINUS = "\u2212";
let settings = { language: DATA.language, size: "normal", theme: "auto", typing: "own", moves: true, view: "" };

// The language of the page; English until another one is unpacked.
function language() {
  const known = DATA.languages[settings.language];
  return known && known.words ? settings.language : "en";
}

// Other languages lie packed in the page. Gives whether this one can be spoken now.
async function unpackLanguage(code) {
  const known = DATA.languages[code];
  if (!known || known.words) { return Boolean(known); }
  try {
    const bytes = Uint8Array.from(atob(known.packed), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const made = JSON.parse(await new Response(stream).text());
    const keys = Object.keys(DATA.languages.en.say);
    made.say = Object.fromEntries(made.say.map((entry, k) => [keys[k], entry]).filter(([, entry]) => entry));
    made.sentences = made.sentences.map((sentence, k) => sentence || DATA.languages.en.sentences[k]);
    Object.assign(known, made);
    return true;
  } catch (error) { return false; }
}

// A word of a game, by its number.
function word(at) {
  if (!at) { return ""; }
  return DATA.languages[language()].words[at - 1] || DATA.languages.en.words[at - 1];
}

function signed(value) { return value < 0 ? MINUS + String(-value) : String(value); }

// An entry of the catalogue with its blanks filled.
function say(key, blanks) {
  let entry = DATA.languages[language()].say[key] || DATA.languages.en.say[key] || key;
  if (typeof entry !== "string") {
    const number = Number(String(blanks[entry.by]).replace(MINUS, "-"));
    entry = entry[new Intl.PluralRules(language()).select(number)] || entry.other;
  }
  return entry.replace(/\{\{\s*(\w+)\s*\}\}/g, (all, name) => {
    const value = blanks && blanks[name];
    return typeof value === "number" ? signed(value) : String(value === undefined ? "" : value);
  });
}

// Names in a row: Ann, Bob and Cleo.
function listed(names) {
  if (names.length < 2) { return names.join(""); }
  return say("list.last", { first: names.slice(0, -1).join(say("list.joint")), last: names[names.length - 1] });
}

function inside(label) {
  return say("language.inside") !== "lower" || /^.+\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

// -- what is kept on the device; where that is forbidden, nothing is lost but the memory

let keeps = true;

function kept(key, fallback) {
  try {
    const text = localStorage.getItem(`potager:${key}`);
    return text ? JSON.parse(text) : fallback;
  } catch (error) { keeps = false; return fallback; }
}

function keep(key, value) {
  try { localStorage.setItem(`potager:${key}`, JSON.stringify(value)); keeps = true; } catch (error) {
    if (keeps) { keeps = false; tell(say("page.not_kept"), null, true); }
  }
}

// -- the game that is on

const COLOURS = 6;
let at = 0;            // which game of the page
let state = null;      // what the players have: everything that undo takes back
let numbers = {};      // the player's own numbers for printed ones, by line
let past = [];         // finished games
let undoable = [];     // earlier states, as text
let shown = { view: "players", seat: 0, active: "", open: "", unfolded: new Set() };

const TABLE = -1;

function game() { return DATA.games[at]; }
function stack() { return game().stacks[stackKey(state.variants)]; }

function offered(id) { return game().variants.find((variant) => variant.id === id); }

// Variants with all that they pull in.
function withBases(ids) {
  const found = new Set();
  const add = (id) => {
    const variant = offered(id);
    if (!variant || found.has(id)) { return; }
    found.add(id);
    if (variant.extends) { add(variant.extends); }
  };
  ids.forEach(add);
  return found;
}

function stackKey(ids) {
  const on = withBases(ids);
  return game().variants.filter((variant) => variant.scores && on.has(variant.id)).map((variant) => variant.id).join("+");
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
        if (!gone.has(variant.id) && needs.some((need) => gone.has(need))) { gone.add(variant.id); more = true; }
      });
    }
    return ids.filter((other) => !gone.has(other));
  }
  const adding = withBases([id, ...offered(id).needs]);
  const clash = (a, b) => offered(a).excludes.includes(b) || offered(b).excludes.includes(a);
  let rest = [...withBases(ids)].filter((other) => ![...adding].some((added) => clash(added, other)));
  let next = game().variants.map((variant) => variant.id).filter((other) => adding.has(other) || rest.includes(other));
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

function newPlayer(seat, name) {
  return { name: name || say("page.player", { seat: seat + 1 }), counts: {}, points: {}, ties: {} };
}

function newState(players, variants) {
  const ids = [...withBases(variants || game().asked)];
  const order = game().variants.map((variant) => variant.id).filter((id) => ids.includes(id));
  const [least, most] = game().stacks[stackKey(order)].players;
  const names = players || [];
  const size = Math.min(most, Math.max(names.length, names.length ? 1 : least));
  const made = Array.from({ length: size }, (_, seat) => newPlayer(seat, names[seat]));
  return { id: Date.now().toString(36) + Math.random().toString(36).slice(2, 8), variants: order, players: made, table: {} };
}

function save() { keep(`${game().id}:game`, state); }

// Before something is changed: what undo comes back to.
function remember() {
  const text = JSON.stringify({ state, numbers });
  if (undoable[undoable.length - 1] !== text) { undoable.push(text); }
  if (undoable.length > 200) { undoable.shift(); }
}

function undo() {
  const text = undoable.pop();
  if (!text) { return; }
  ({ state, numbers } = JSON.parse(text));
  keep(`${game().id}:numbers`, numbers);
  visit = null;
  if (shown.view === "result") { shown.view = viewByWidth(); }
  shown.seat = Math.min(shown.seat, state.players.length - 1);
  rebuild();
  announce(say("page.undone"));
}

// -- fields: everything that can be typed, each with a key such as 0/harvested.squash

function countOf(id) { return stack().counts.find((count) => count.id === id); }

function fieldsOf(seat, count) {
  const key = `${seat === TABLE ? "T" : seat}/${count.id}`;
  if (count.list) {
    const entries = holder(seat)[count.id] || [];
    const size = Math.min(count.list[1], entries.length + 1);
    return Array.from({ length: size }, (_, slot) => (
      { key: `${key}#${slot}`, seat, count, slot, type: count.fields ? "record" : "number" }));
  }
  if (count.kinds) {
    return count.kinds.map((kind, k) => ({ key: `${key}.${kind.id}`, seat, count, kind, k, type: count.tick ? "tick" : "number" }));
  }
  return [{ key, seat, count, type: count.tick ? "tick" : "number" }];
}

function holder(seat) { return seat === TABLE ? state.table : state.players[seat].counts; }

function ownFields(asked) {
  const line = stack().lines[asked.line];
  return asked.numbers.map(([place, path, caption], slot) => ({ key: `N/${path}`, seat: TABLE, asked, line, slot, place, path, caption, type: "own" }));
}

function pointsField(seat, line) { return { key: `${seat}/=${line.id}`, seat, line, type: "points" }; }
function tieField(seat, tie) { return { key: `${seat}/~${tie.id}`, seat, tie, type: "tie" }; }

function sharedCounts() { return stack().counts.filter((count) => count.shared); }
function ownCounts() { return stack().counts.filter((count) => !count.shared); }
function hasTable() { return sharedCounts().length > 0 || stack().numbers.length > 0; }
function seats() { return state.players.map((_, seat) => seat); }

function isFolded(asked) {
  return asked.numbers.every(([place]) => isKnown(ownNumbers()[place])) && !shown.unfolded.has(stack().lines[asked.line].id);
}

// All fields in the order of Next.
function walk() {
  const table = sharedCounts().flatMap((count) => fieldsOf(TABLE, count));
  const own = stack().numbers.filter((asked) => !isFolded(asked)).flatMap(ownFields);
  let players;
  if (shown.view === "sheet") {
    players = ownCounts().flatMap((count) => {
      const columns = seats().map((seat) => fieldsOf(seat, count));
      const rows = Math.max(...columns.map((column) => column.length));
      return Array.from({ length: rows }, (_, row) => columns.map((column) => column[row]).filter(Boolean)).flat();
    });
  } else {
    players = seats().flatMap((seat) => ownCounts().flatMap((count) => fieldsOf(seat, count)));
  }
  const ties = tieFields();
  return sharedCounts().length ? [...table, ...own, ...players, ...ties] : [...players, ...ties, ...own];
}

// Ties that are needed and cannot be computed from what is counted.
function tieFields() {
  const found = [];
  stack().ties.forEach((tie, k) => {
    seats().forEach((seat) => {
      if (state.players[seat].ties[tie.id] !== undefined || (score.needed && score.needed[seat][k])) {
        found.push(tieField(seat, tie));
      }
    });
  });
  return found.sort((a, b) => a.seat - b.seat);
}

function find(key) {
  const known = walk().find((field) => field.key === key);
  if (known) { return known; }
  const typed = /^(\d+)\/=(.+)$/.exec(key);
  if (typed && state.players[typed[1]]) {
    const line = stack().lines.find((other) => other.id === typed[2]);
    return line ? pointsField(Number(typed[1]), line) : null;
  }
  return stack().numbers.flatMap(ownFields).find((field) => field.key === key) || null;
}

function get(field) {
  if (field.type === "points") { return state.players[field.seat].points[field.line.id]; }
  if (field.type === "tie") { return state.players[field.seat].ties[field.tie.id]; }
  if (field.type === "own") { return numbers[field.path]; }
  const value = holder(field.seat)[field.count.id];
  if (field.slot !== undefined) { return value ? value[field.slot] : undefined; }
  if (field.kind) { return value ? value[field.kind.id] : undefined; }
  return value;
}

function put(field, value) {
  const empty = value === "" || value === undefined;
  const set = (where, key) => { if (empty) { delete where[key]; } else { where[key] = value; } };
  if (field.type === "points") { set(state.players[field.seat].points, field.line.id); }
  else if (field.type === "tie") { set(state.players[field.seat].ties, field.tie.id); }
  else if (field.type === "own") {
    numbers = { ...numbers };
    set(numbers, field.path);
    keep(`${game().id}:numbers`, numbers);
  } else {
    const where = holder(field.seat), id = field.count.id;
    if (field.slot !== undefined) {
      const list = (where[id] || []).slice();
      if (!empty) { list[field.slot] = value; } else if (field.slot < list.length) { list.splice(field.slot, 1); }
      where[id] = list;
    } else if (field.kind) {
      const kinds = { ...where[id] };
      set(kinds, field.kind.id);
      if (Object.keys(kinds).length) { where[id] = kinds; } else { delete where[id]; }
    } else { set(where, id); }
    if (field.type === "tick" && value === true && onlyOne(field)) {
      seats().filter((seat) => seat !== field.seat).forEach((seat) => clearTick(seat, field));
    }
  }
}

function onlyOne(field) { return field.seat !== TABLE && supplyOf(field) === 1; }

function clearTick(seat, field) {
  const where = holder(seat), id = field.count.id;
  if (field.kind) { if (where[id] && where[id][field.kind.id]) { where[id] = { ...where[id], [field.kind.id]: false }; } }
  else if (where[id]) { where[id] = false; }
}

// A whole number or a sum as it is typed; null for nothing, or for what is none.
function whole(text) {
  if (typeof text !== "string") { return null; }
  const tidy = text.replace(/[+\u2212-]\s*$/, "");
  if (!/^\s*[+\u2212-]?\s*\d{1,9}(\s*[+\u2212-]\s*\d{1,9}){0,40}\s*$/.test(tidy)) { return null; }
  return tidy.match(/[+\u2212-]?\s*\d+/g).reduce((sum, term) => {
    const number = Number(term.replace(/\D/g, ""));
    return /[\u2212-]/.test(term) ? sum - number : sum + number;
  }, 0);
}

function supplyOf(field) {
  const supply = field.kind && field.kind.supply !== undefined ? field.kind.supply : field.count && field.count.supply;
  if (supply === undefined || supply === null || typeof supply === "number") { return supply === undefined ? null : supply; }
  const steps = Object.keys(supply).map(Number).sort((a, b) => a - b).filter((players) => players <= state.players.length);
  return steps.length ? supply[steps[steps.length - 1]] : null;
}

// The largest number that a field can hold here; Infinity where nobody says.
function limitOf(field) {
  if (!field.count) { return Infinity; }
  if (field.count.list) { return field.count.bounds[0][1]; }
  const { most } = field.kind || field.count;
  const supply = supplyOf(field);
  return Math.min(most === undefined ? Infinity : most, supply === null ? Infinity : supply);
}

function leastOf(field) {
  if (!field.count) { return -99999; }
  if (field.count.list) { return field.count.bounds[0][0]; }
  return (field.kind ? field.kind.least : field.count.least) || 0;
}

// -- scoring

let scorer = null, scorerFor = "";
let score = { players: [], errors: [], warnings: [] };

function isKnown(value) { return value !== null && value !== undefined; }

// The numbers of the players' own copy, by their places in the program.
function ownNumbers() {
  const own = [];
  stack().numbers.forEach((asked) => asked.numbers.forEach(([place, path]) => { own[place] = whole(numbers[path]); }));
  for (let k = 0; k < own.length; k += 1) { own[k] = isKnown(own[k]) ? own[k] : null; }
  return own;
}

function valueOfRecord(count, entry) {
  const record = scorer.records.find((known) => known[0] === count.places[0] && known[1] === Boolean(count.shared));
  return record[2]([0, ...count.fields.map((field) => Number(entry[field.id] || 0))]);
}

function entryRow(count, entry) {
  if (!count.fields) { return [whole(entry)]; }
  if (typeof entry === "string") {
    return [whole(entry), ...count.bounds.slice(1).map(([low, high]) => Math.min(Math.max(0, low), high))];
  }
  return [valueOfRecord(count, entry), ...count.fields.map((field) => Number(entry[field.id] || 0))];
}

// What was counted, by the places of the program; null for what is not given.
function rowOf(counts, values) {
  const row = [];
  counts.forEach((count) => {
    const value = values[count.id];
    const tick = (answer) => (answer ? 1 : 0);
    if (count.list) {
      const entries = (value || []).map((entry) => entryRow(count, entry));
      const given = value !== undefined || count.missing;
      row[count.places[0]] = given && entries.every((entry) => entry.every((part) => part !== null)) ? entries : null;
    } else if (count.kinds) {
      count.kinds.forEach((kind, k) => {
        const text = value ? value[kind.id] : undefined;
        if (value === undefined) { row[count.places[k]] = count.missing ? 0 : null; }
        else if (count.tick) { row[count.places[k]] = tick(text); }
        else { row[count.places[k]] = text === undefined ? 0 : whole(text); }
      });
    } else if (value === undefined) { row[count.places[0]] = count.missing ? 0 : null; }
    else { row[count.places[0]] = count.tick ? tick(value) : whole(value); }
  });
  return row;
}

function tableNow() {
  return {
    players: state.players.map((player) => ({
      counts: rowOf(ownCounts(), player.counts),
      points: stack().lines.map((line) => whole(player.points[line.id])),
      ties: stack().ties.map((tie) => whole(player.ties[tie.id]))
    })),
    table: rowOf(sharedCounts(), state.table),
    own: ownNumbers()
  };
}

// The score of what is typed so far, with all that the page wants to know of it.
function compute() {
  const wanted = JSON.stringify([at, stack().program, language()]);
  if (wanted !== scorerFor) {
    scorer = ENGINE.scorer(at, stack().program, DATA.languages[language()].sentences);
    scorerFor = wanted;
  }
  const input = tableNow();
  const table = scorer.score(input);
  const lines = stack().lines;
  table.sums = table.players.map((player) => player.points.reduce((sum, points) => sum + (points || 0), 0));
  const given = (places, row) => places.every((place) => row[place] !== null && row[place] !== undefined);
  const placesOf = (count) => count.places;
  const missing = (seat) => {
    const row = seat === TABLE ? input.table : input.players[seat].counts;
    const counts = seat === TABLE ? sharedCounts() : ownCounts();
    return counts.filter((count) => {
      if (given(placesOf(count), row)) { return false; }
      const index = stack().counts.indexOf(count);
      if (stack().always.includes(index)) { return true; }
      return lines.some((line, k) => line.reads.includes(index) && (
        seat === TABLE || line.others.includes(index)
          ? state.players.some((player) => whole(player.points[line.id]) === null)
          : whole(state.players[seat].points[line.id]) === null));
    });
  };
  table.missing = seats().map(missing);
  table.tableMissing = missing(TABLE);
  table.numbersMissing = stack().numbers.filter((asked) => asked.numbers.some(([place]) => !isKnown(input.own[place])) && table.players.some(
    (player, seat) => player.points[asked.line] === null && lines[asked.line].reads.every((index) => {
      const count = stack().counts[index];
      return given(count.places, count.shared ? input.table : input.players[seat].counts);
    })));
  table.needsPoints = seats().map((seat) => lines.filter((line, k) => (
    table.players[seat].points[k] === null && !table.missing[seat].length && !table.tableMissing.length)));
  table.counted = table.players.map((player) => player.total !== null);
  table.finished = table.players.every((player) => player.place !== null) && !table.errors.length;
  table.needed = null;
  if (table.counted.every(Boolean) && !table.finished && !table.errors.length && stack().goal === null) {
    table.needed = seats().map((seat) => stack().ties.map((tie, k) => {
      const same = seats().filter((other) => (
        table.players[other].total === table.players[seat].total
        && stack().ties.slice(0, k).every((_, j) => table.players[other].ties[j] === table.players[seat].ties[j])));
      return same.length > 1 && table.players[seat].ties[k] === null;
    }));
  }
  table.faults = [...faults(table.errors, true), ...faults(table.warnings, false)];
  if (table.few) {
    const [least] = stack().players;
    table.general = [say("warning.few_players", { title: word(game().title), least, now: state.players.length })];
  } else { table.general = []; }
  table.faults.filter((fault) => !fault.keys.length).forEach((fault) => {
    table.general.push(fault.seat === null ? fault.message : say("page.warning_of", { name: state.players[fault.seat].name, message: fault.message }));
  });
  return table;
}

// What is wrong, and at which fields it is shown.
function faults(found, error) {
  return found.map((fault) => {
    const check = stack().checks[fault.check];
    const count = check.count === undefined ? null : stack().counts[check.count];
    const made = { error, seat: fault.player, message: fault.message, keys: [], count, of: fault.check };
    if (!count || (check.free && fault.player === null)) { return made; }
    const all = count.shared ? [TABLE] : fault.player === null ? seats() : [fault.player];
    all.forEach((seat) => fieldsOf(seat, count).forEach((field) => {
      if (check.kind !== undefined && field.k !== check.kind) { return; }
      const value = get(field);
      if (check.bounds) {
        if (value === undefined) { return; }
        const number = entryRow(count, value)[check.column];
        if (number >= check.bounds[0] && number <= check.bounds[1]) { return; }
        const limit = number < check.bounds[0] ? check.bounds[0] : check.bounds[1];
        const name = `${word(check.label)} (${field.slot + 1})`;
        made.message = say(number < limit ? "check.least" : "check.most", { name, count: number, limit });
      } else if (fault.player === null && !count.shared) {
        if (value === undefined || value === false || whole(value) === 0) { return; }
      }
      made.keys.push(field.key);
    }));
    made.whole = Boolean(count.list) && !check.bounds;  // about the list, not about one entry of it
    return made;
  });
}

// The message of a fault, without the names that stand beside it anyway: all but the last of them, or all.
function briefly(fault, all) {
  if (!fault.count) { return fault.message; }
  const label = word(fault.count.label);
  let rest = fault.message.startsWith(`${label}, `) ? fault.message.slice(label.length + 2) : fault.message;
  if (!all) { return rest; }
  const names = [label, ...(fault.count.kinds || []).map((kind) => word(kind.label))];
  const name = names.find((one) => rest.startsWith(`${one}: `));
  if (name) { rest = rest.slice(name.length + 2); }
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

function faultAt(key) { return score.faults.find((fault) => fault.keys.includes(key)); }

function faultsOf(seat) {
  return score.faults.filter((fault) => fault.seat === seat || fault.keys.some((key) => key.startsWith(`${seat === TABLE ? "T" : seat}/`)));
}

// Where Next leads when nothing is left: the first field that is missing; null when there is none.
function firstMissing() {
  const all = walk();
  const missing = (field) => {
    if (field.type === "own") { return score.numbersMissing.includes(field.asked) && whole(get(field)) === null; }
    if (field.type === "tie") { return get(field) === undefined; }
    if (!field.count) { return false; }
    return (field.seat === TABLE ? score.tableMissing : score.missing[field.seat]).includes(field.count) && get(field) === undefined;
  };
  const found = all.find(missing);
  if (found) { return found; }
  for (const seat of seats()) {
    const line = score.needsPoints[seat].find((other) => !stack().numbers.some((asked) => stack().lines[asked.line] === other));
    if (line) { return pointsField(seat, line); }
  }
  return null;
}

// Places so far, among those who have counted everything; only by their totals.
function placeOf(seat) {
  if (state.players.length < 2 || score.errors.length) { return null; }
  if (score.finished) { return score.players[seat].place; }
  if (!score.counted[seat] || score.counted.filter(Boolean).length < 2) { return null; }
  const sign = stack().wins === "least" ? -1 : 1;
  const total = (other) => sign * score.players[other].total;
  return 1 + seats().filter((other) => score.counted[other] && total(other) > total(seat)).length;
}

function stateOf(seat) {
  const found = faultsOf(seat);
  if (found.some((fault) => fault.error)) { return "error"; }
  if (found.length) { return "warning"; }
  if (seat === TABLE) { return score.tableMissing.length || score.numbersMissing.length ? "partial" : "complete"; }
  if (score.counted[seat]) { return "complete"; }
  const player = state.players[seat];
  return Object.keys(player.counts).length || Object.keys(player.points).length ? "partial" : "empty";
}

function fieldLabel(field) {
  if (field.type === "points") { return say("page.points_of", { line: word(field.line.label) }); }
  if (field.type === "tie") { return say("page.tie_of", { label: inside(word(field.tie.label)) }); }
  if (field.type === "own") { return `${word(field.line.label)}, ${word(field.caption)}`; }
  if (field.kind) { return word(field.kind.label); }
  if (field.slot !== undefined) { return `${word(field.count.short || field.count.label)} ${field.slot + 1}`; }
  return word(field.count.label);
}

function ownerName(field) { return field.seat === TABLE ? say("page.table") : state.players[field.seat].name; }

// -- tallies: what potager score reads, and what it or people write

function tallyOf(from) {
  const where = from || state;
  const lines = [`game: ${quoted(game().id)}`];
  const variants = named(where.variants);
  if (variants.length) { lines.push(`variants: [${variants.map(quoted).join(", ")}]`); }
  const table = sharedCounts().filter((count) => where.table[count.id] !== undefined);
  if (table.length) { lines.push("table:", ...table.map((count) => `  ${count.id}: ${written(count, where.table[count.id])}`)); }
  lines.push("players:");
  where.players.forEach((player, seat) => {
    lines.push(`  - name: ${quoted(player.name)}`);
    ownCounts().filter((count) => player.counts[count.id] !== undefined).forEach((count) => {
      lines.push(`    ${count.id}: ${written(count, player.counts[count.id])}`);
    });
    const points = {};
    stack().numbers.forEach((asked) => {  // numbers of one's own copy stay here: the file tells the points
      const value = score.players[seat] && score.players[seat].points[asked.line];
      if (asked.numbers.some(([, path]) => whole(numbers[path]) !== null) && typeof value === "number") { points[stack().lines[asked.line].id] = String(value); }
    });
    stack().lines.forEach((line) => { if (whole(player.points[line.id]) !== null) { points[line.id] = player.points[line.id]; } });
    const ties = {};
    stack().ties.forEach((tie) => { if (whole(player.ties[tie.id]) !== null) { ties[tie.id] = player.ties[tie.id]; } });
    [["points", points], ["ties", ties]].forEach(([key, values]) => {
      const entries = Object.entries(values).map(([id, value]) => `${id}: ${number(value)}`);
      if (entries.length) { lines.push(`    ${key}: {${entries.join(", ")}}`); }
    });
  });
  return lines.join("\n") + "\n";
}

function quoted(text) { return /^[a-z][a-z_-]*$/.test(text) && !/^(yes|no|on|off|true|false|null|y|n)$/.test(text) ? text : JSON.stringify(text); }
function number(text) { return text.replace(/\s*[+\u2212-]\s*$/, "").replace(/\u2212/g, "-"); }

function written(count, value) {
  const one = (answer) => (typeof answer === "boolean" ? (answer ? "yes" : "no") : number(answer));
  if (count.list) {
    const record = (entry) => count.fields.filter((field) => entry[field.id]).map((field) => field.id + ": " + entry[field.id]).join(", ");
    return "[" + value.map((entry) => (typeof entry === "string" ? number(entry) : "{" + record(entry) + "}")).join(", ") + "]";
  }
  if (count.kinds) {
    const entries = count.kinds.filter((kind) => value[kind.id] !== undefined).map((kind) => `${kind.id}: ${one(value[kind.id])}`);
    return `{${entries.join(", ")}}`;
  }
  return one(value);
}

class Wrong extends Error {}

// The little YAML that tallies are written in; every scalar is text. JSON is nearly the same.
function parseYaml(text) {
  if (text.length > 200000) { throw new Wrong(say("page.wrong.large")); }
  const rows = [];
  let open = 0;
  text.replace(/\r/g, "").split("\n").forEach((raw, at) => {
    const line = uncommented(raw);
    if (!line.trim() || line.trim() === "---") { return; }
    const indent = line.length - line.trimStart().length;
    if (open > 0) { rows[rows.length - 1].text += " " + line.trim(); }
    else { rows.push({ indent, text: line.trim(), at: at + 1 }); }
    open = depth(rows[rows.length - 1].text);
  });
  let next = 0;
  const bad = (row) => new Wrong(say("page.wrong.text", { line: row ? row.at : rows.length }));

  function block(indent) {
    const row = rows[next];
    if (!row) { return ""; }
    return /^-(\s|$)/.test(row.text) ? sequence(row.indent) : /^("(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'{[][^:]*?)\s*:(\s|$)/.test(row.text) ? mapping(row.indent) : flowOf(rows[next++]);
  }
  function sequence(indent) {
    const made = [];
    while (next < rows.length && rows[next].indent === indent && /^-(\s|$)/.test(rows[next].text)) {
      const row = rows[next], rest = row.text.slice(1).trimStart();
      if (!rest) { next += 1; made.push(next < rows.length && rows[next].indent > indent ? block() : ""); continue; }
      rows[next] = { indent: indent + row.text.length - rest.length, text: rest, at: row.at };
      made.push(block());
    }
    if (next < rows.length && rows[next].indent > indent) { throw bad(rows[next]); }
    return made;
  }
  function mapping(indent) {
    const made = Object.create(null);
    while (next < rows.length && rows[next].indent === indent) {
      const row = rows[next];
      const found = /^("(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'{[][^:]*?)\s*:(?:\s+(.*))?$/.exec(row.text);
      if (!found || /^-(\s|$)/.test(row.text)) { throw bad(row); }
      const key = plain(found[1], row);
      if (key in made) { throw bad(row); }
      next += 1;
      if (found[2]) { made[key] = flowOf({ text: found[2], at: row.at }); }
      else if (next < rows.length && (rows[next].indent > indent || (rows[next].indent === indent && /^-(\s|$)/.test(rows[next].text)))) { made[key] = block(); }
      else { made[key] = ""; }
    }
    if (next < rows.length && rows[next].indent > indent) { throw bad(rows[next]); }
    return made;
  }
  function plain(text, row) {
    try {
      if (text.startsWith("\"")) { return String(JSON.parse(text)); }
    } catch (error) { throw bad(row); }
    return text.startsWith("'") ? text.slice(1, -1).replace(/''/g, "'") : text;
  }
  function flowOf(row) {
    const source = row.text;
    if (!/^[{["']/.test(source)) { return source; }
    let at = 0;
    const space = () => { while (/\s/.test(source[at] || "")) { at += 1; } };
    const value = (level) => {
      space();
      if (level > 20) { throw bad(row); }
      const sign = source[at];
      if (sign === "{" || sign === "[") {
        at += 1;
        const list = [], map = Object.create(null);
        for (;;) {
          space();
          if (source[at] === (sign === "{" ? "}" : "]")) { at += 1; return sign === "{" ? map : list; }
          const first = value(level + 1);
          space();
          if (sign === "[") { list.push(first); } else {
            if (typeof first !== "string" || first in map) { throw bad(row); }
            if (source[at] === ":") { at += 1; map[first] = value(level + 1); } else { map[first] = ""; }
            space();
          }
          if (source[at] === ",") { at += 1; } else if (source[at] !== (sign === "{" ? "}" : "]")) { throw bad(row); }
        }
      }
      if (sign === "\"" || sign === "'") {
        const found = (sign === "\"" ? /^"(?:[^"\\]|\\.)*"/ : /^'(?:[^']|'')*'/).exec(source.slice(at));
        if (!found) { throw bad(row); }
        at += found[0].length;
        return plain(found[0], row);
      }
      const found = /^(?:[^,:{}[\]]|:(?=\S))*/.exec(source.slice(at))[0];
      at += found.length;
      return found.trim();
    };
    const made = value(0);
    space();
    if (at < source.length) { throw bad(row); }
    return made;
  }
  const made = block();
  if (next < rows.length) { throw bad(rows[next]); }
  return made;
}

function uncommented(line) {
  const found = /^((?:"(?:[^"\\]|\\.)*"|'[^']*'|[^"'#]|(?<=\S)#)*?)(?:(?:^|\s)#.*)?$/.exec(line);
  return (found ? found[1] : line).trimEnd();
}

function depth(text) {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "");
  return (bare.match(/[{[]/g) || []).length - (bare.match(/[}\]]/g) || []).length;
}

// A tally, as a file or a link holds it, becomes the game that is on. Throws Wrong, and changes nothing then.
function openTally(text) {
  let found;
  try { found = JSON.parse(text, (key, value) => (typeof value === "number" || typeof value === "boolean" ? String(value) : value === null ? "" : value)); }
  catch (error) { found = parseYaml(text); }
  if (!found || typeof found !== "object" || !Array.isArray(found.players)) { throw new Wrong(say("page.wrong.players")); }
  const which = DATA.games.findIndex((one) => one.id === found.game);
  if (which < 0) { throw new Wrong(say("page.wrong.game", { game: String(found.game) })); }
  const before = at, old = state;
  at = which;
  try {
    const listed = found.variants ? [].concat(found.variants) : [];
    listed.forEach((id) => { if (typeof id !== "string" || !offered(id)) { throw new Wrong(say("page.wrong.variant", { variant: String(id) })); } });
    const made = { ...newState([], []), variants: game().variants.map((v) => v.id).filter((id) => withBases(listed).has(id)) };
    if (!game().stacks[stackKey(made.variants)]) { throw new Wrong(say("page.wrong.variant", { variant: listed.join(", ") })); }
    state = made;
    if (!found.players.length || found.players.length > stack().players[1]) { throw new Wrong(say("page.wrong.players")); }
    const names = new Set();
    made.players = found.players.map((entry, seat) => {
      if (!entry || typeof entry !== "object" || Array.isArray(entry)) { throw new Wrong(say("page.wrong.players")); }
      const player = newPlayer(seat, typeof entry.name === "string" ? entry.name.slice(0, 200) : "");
      while (names.has(player.name)) { player.name += "\u2032"; }
      names.add(player.name);
      player.counts = readCounts(ownCounts(), entry, ["name", "points", "ties"]);
      player.points = readNumbers(entry.points, stack().lines);
      player.ties = readNumbers(entry.ties, stack().ties);
      return player;
    });
    made.table = readCounts(sharedCounts(), found.table || {}, []);
  } catch (error) { at = before; state = old; throw error; }
  const made = state;
  at = before; state = old;
  if (state) { remember(); }
  at = which; state = made;
  readSaved();
}

function readNumbers(values, known) {
  const made = {};
  Object.entries(values || {}).forEach(([id, value]) => {
    if (!known.some((one) => one.id === id)) { throw new Wrong(say("page.wrong.entry", { what: id })); }
    if (value !== "") { made[id] = readNumber(value, id); }
  });
  return made;
}

function readNumber(value, id) {
  if (typeof value !== "string" || whole(value) === null || value.length > 400) { throw new Wrong(say("page.wrong.entry", { what: `${id}: ${String(value).slice(0, 60)}` })); }
  return value.replace(/\s/g, "").replace(/-/g, MINUS);
}

function readCounts(counts, values, others) {
  const made = {};
  const tick = (value, id) => {
    if (/^(yes|true|1)$/i.test(value)) { return true; }
    if (/^(no|false|0)$/i.test(value)) { return false; }
    throw new Wrong(say("page.wrong.entry", { what: `${id}: ${String(value).slice(0, 60)}` }));
  };
  Object.entries(values).forEach(([id, value]) => {
    const count = counts.find((one) => one.id === id);
    if (!count) {
      if (others.includes(id)) { return; }
      throw new Wrong(say("page.wrong.entry", { what: id }));
    }
    if (value === "") { return; }
    const one = (text) => (count.tick ? tick(text, id) : readNumber(text, id));
    if (count.list) {
      if (!Array.isArray(value) || value.length > 200) { throw new Wrong(say("page.wrong.entry", { what: id })); }
      made[id] = value.map((entry) => {
        if (typeof entry === "string" || !count.fields) { return readNumber(entry, id); }
        const record = {};
        Object.entries(entry).forEach(([name, text]) => {
          if (!count.fields.some((field) => field.id === name)) { throw new Wrong(say("page.wrong.entry", { what: name })); }
          const number = whole(readNumber(text, name));
          if (number) { record[name] = String(number); }
        });
        return record;
      });
    } else if (count.kinds) {
      if (typeof value !== "object" || Array.isArray(value)) { throw new Wrong(say("page.wrong.entry", { what: id })); }
      const kinds = {};
      Object.entries(value).forEach(([kind, text]) => {
        if (!count.kinds.some((known) => known.id === kind)) { throw new Wrong(say("page.wrong.entry", { what: kind })); }
        if (text !== "") { kinds[kind] = one(text); }
      });
      if (!Object.keys(kinds).length) { count.kinds.slice(0, 1).forEach((kind) => { kinds[kind.id] = count.tick ? false : "0"; }); }
      made[id] = kinds;
    } else { made[id] = one(value); }
  });
  return made;
}

// -- drawing

const SIGNS = {  // own drawings on a grid of 24, stroked
  down: "M6 9l6 6 6-6", up: "M6 15l6-6 6 6", left: "M15 5l-7 7 7 7", right: "M9 5l7 7-7 7", close: "M6 6l12 12M18 6L6 18", plus: "M12 5v14M5 12h14",
  person: "M12 4a4 4 0 1 1 0 8a4 4 0 1 1 0-8M4 20c1-4 4-6 8-6s7 2 8 6", grid: "M4 5h16v14H4zM4 10h16M4 15h16M10 5v14M15 5v14",
  more: "M12 5v.5M12 11.8v.5M12 18.5v.5", undo: "M8 5L4 9l4 4M4.500 9H14a5 5 0 0 1 0 10h-5", delete: "M8 5h13v14H8l-6-7zM11 9l6 6M17 9l-6 6",
  edit: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4", share: "M18 5a2 2 0 1 1-.1 0M6 12a2 2 0 1 1-.1 0M18 19a2 2 0 1 1-.1 0M8 11l8-4.500M8 13.500l8 4.500",
  again: "M5 5v5h5M5.500 9.500A7.500 7.500 0 1 1 5 15", table: "M3 10l2-6h14l2 6M4 10v10h16V10M3 10c0 3 4.500 3 4.500 0c0 3 4.500 3 4.500 0c0 3 4.500 3 4.500 0c0 3 4.500 3 4.500 0",
  trophy: "M7 4h10v6a5 5 0 0 1-10 0zM7 6H3c0 4 2 6 4.500 6M17 6h4c0 4-2 6-4.500 6M12 15v4M8 20h8", check: "M5 12l5 5L19 7",
  warning: "M12 3L2 20h20zM12 9v5M12 17v.5", error: "M8 3h8l5 5v8l-5 5H8l-5-5V8zM12 8v5M12 16v.5",
  file: "M6 3h8l5 5v13H6zM12 10v7M9 14l3 3 3-3", open: "M6 3h8l5 5v13H6zM12 17v-7M9 13l3-3 3 3", print: "M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7z", link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1"
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
  if (!parts) { return null; }
  const made = svg("icon");
  parts.forEach(([role, fill, d]) => made.append(path(d, role === "line" ? { class: "thin" } : { fill })));
  return made;
}

// An element: "button.key.wide", properties (aria and data go as attributes), children.
function el(kind, properties, ...children) {
  const [tag, ...classes] = kind.split(".");
  const made = document.createElement(tag || "div");
  if (classes.length) { made.className = classes.join(" "); }
  if (tag === "button") { made.type = "button"; }
  Object.entries(properties || {}).forEach(([key, value]) => {
    if (key.startsWith("on")) { made.addEventListener(key.slice(2), value); }
    else if (/^(aria-|data-|role$|for$|colspan$|scope$|inputmode$|enterkeyhint$)/.test(key)) { made.setAttribute(key, value); }
    else { made[key] = value; }
  });
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

function text(element, words) { if (element.textContent !== words) { element.textContent = words; } }
function mark(element, name, on) { element.classList.toggle(name, Boolean(on)); }
function attribute(element, name, value) {
  if (value === null || value === false) { element.removeAttribute(name); }
  else if (element.getAttribute(name) !== String(value)) { element.setAttribute(name, String(value)); }
}

const page = {};        // the parts that stay
let cells = new Map();  // field key → its boxes
let refreshers = [];    // what to do after each change of a number
let visit = null;       // the visit of a field: whether it is fresh, whether it was remembered

function viewByWidth() { return settings.view || (matchMedia("(min-width: 1024px)").matches ? "sheet" : "players"); }

function player(seat) { return `player${seat === TABLE ? "t" : seat % COLOURS}`; }

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
  page.dock = el("section.dock", {}, page.info, el("div.pad", {},
    el("div.ask", {}, page.back, el("div.asked", {}, page.prompt, page.hint), page.undo), page.keys));
  page.actions = el("div.actions");
  page.live = el("div.unseen", { role: "status", "aria-live": "polite" });
  page.bar = el("div.bar", { hidden: true });
  page.dialog = el("dialog");
  page.dialog.addEventListener("click", (event) => { if (event.target === page.dialog) { page.dialog.close(); } });
  document.body.append(
    el("header", {}, page.heading, page.game, page.views, page.menu), page.nav, page.main, page.dock, page.actions,
    page.live, page.bar, page.dialog);
  // a key of the dock leaves the focus in the field
  page.keys.addEventListener("pointerdown", (event) => event.preventDefault());
}

// Everything anew: after a change of view, players, variants, language.
function rebuild() {
  document.documentElement.lang = language();
  document.documentElement.dir = /^(ar|he|fa|ur)/.test(language()) ? "rtl" : "ltr";
  document.documentElement.dataset.size = settings.size;
  document.documentElement.dataset.theme = settings.theme;
  document.title = say("page.title", { game: word(game().title) });
  if (shown.view !== "result") { score = compute(); }
  cells = new Map();
  refreshers = [];
  const result = shown.view === "result";
  document.body.dataset.view = shown.view;
  document.body.dataset.typing = settings.typing;
  [page.strip, page.sentence, page.dock].forEach((part) => { part.hidden = result; });
  page.actions.hidden = !result;
  page.heading.hidden = result;
  drawHeader();
  if (result) { score = compute(); drawResult(); return; }
  const known = find(shown.active);
  if (!known || (shown.view === "players" && known.seat !== shown.seat)) {
    const mine = walk().filter((field) => field.seat === shown.seat);
    const first = mine.find((field) => get(field) === undefined) || mine[0] || walk()[0];
    shown.active = first ? first.key : "";
    visit = null;
  }
  if (shown.active) { shown.seat = find(shown.active).seat; }
  const scrolled = page.main.scrollTop;
  if (shown.view === "players") { drawStrip(); drawPlayer(); } else { page.strip.hidden = true; drawSheet(); }
  squeeze();
  page.main.scrollTop = scrolled;
  drawKeys();
  refresh();
}

// Names that are too wide for their tile are squeezed to no less than 80 %, then cut.
function squeeze() {
  const captions = [...page.main.querySelectorAll(".caption")].map((one) => [one.firstChild, one.clientWidth, one.firstChild.offsetWidth]);
  captions.filter(([, room, width]) => width > room).forEach(([name, room, width]) => {
    name.style.setProperty("transform", `scaleX(${Math.max(0.8, room / width)})`);
    name.style.setProperty("max-width", `${room / 0.8}px`);
  });
}

function drawHeader() {
  text(page.title, word(game().title));
  const variants = named(state.variants).map((id) => word(offered(id).title)).join(", ") || say("page.standard");
  text(page.subtitle, say("page.subtitle", { variants, players: say("page.how_many", { players: state.players.length }) }));
  attribute(page.game, "aria-description", say("page.game_sheet", { game: word(game().title) }));
  text(page.heading, document.title);
  attribute(page.nav, "aria-label", say("page.players"));
  attribute(page.dock, "aria-label", say("page.keypad"));
  attribute(page.menu, "aria-label", say("page.menu"));
  attribute(page.back, "aria-label", say("page.previous"));
  attribute(page.undo, "aria-label", say("page.undo"));
  page.views.replaceChildren(...[["players", "person"], ["sheet", "grid"]].map(([view, name]) => el(
    "button.view", { "aria-pressed": String(shown.view === view), "aria-label": say(`page.${view}`), onclick: () => {
      settings.view = view;
      keep("settings", settings);
      shown.view = view;
      rebuild();
      focusField();
    } }, sign(name), el("span.from720", {}, say(`page.${view}`)))));
}

// The tab of a player, or the head of a column: name, total, place, flag, how far they are.
function tab(seat, kind) {
  const name = el("span.name"), total = el("span.total"), place = el("span.place"), flag = el("span.flag"), bar = el("span.done");
  const made = el(`button.tab.${player(seat)}`, { role: kind, onclick: () => toSeat(seat) },
    seat === TABLE ? sign("table") : name, seat === TABLE ? null : total, place, flag, el("span.bar", {}, bar));
  refreshers.push(() => {
    const how = stateOf(seat), where = seat === TABLE ? null : placeOf(seat);
    const active = shown.seat === seat;
    attribute(made, "aria-selected", kind === "tab" ? String(active) : null);
    if (kind === "tab") { made.tabIndex = active ? 0 : -1; }
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
    if (seat === TABLE) { attribute(made, "aria-label", say("page.table")); return; }
    const value = score.players[seat].total === null ? score.sums[seat] : score.players[seat].total;
    const shownTotal = how === "empty" ? "\u2013" : signed(value);
    text(name, state.players[seat].name);
    text(total, shownTotal);
    const blanks = { name: state.players[seat].name, total: shownTotal, state: say(`page.state.${how}`), place: where };
    attribute(made, "aria-label", say(where === null ? "page.tab" : "page.tab_place", blanks));
  });
  return made;
}

function drawStrip() {
  const tabs = seats().map((seat) => tab(seat, "tab"));
  page.strip.dataset.players = state.players.length > 6 ? "many" : String(state.players.length);
  page.strip.replaceChildren(...(hasTable() ? [tab(TABLE, "tab")] : []), ...tabs);
  page.strip.setAttribute("aria-label", say("page.players"));
}

function toSeat(seat) {
  shown.seat = seat;
  shown.open = "";
  shown.unfolded.clear();
  if (shown.view === "sheet") {
    const mine = walk().filter((field) => field.seat === seat);
    if (mine.length) { select((mine.find((field) => get(field) === undefined) || mine[0]).key); }
    return;
  }
  rebuild();
  page.main.scrollTop = 0;
  focusField();
}

// -- blocks of one player

// The lines that stand with a count; -1: with none.
function linesOf(count) {
  const index = count ? stack().counts.indexOf(count) : -1;
  return stack().lines.filter((line) => line.count === index);
}

function drawPlayer() {
  const seat = shown.seat;
  const blocks = [];
  let card = null;
  const counts = seat === TABLE ? sharedCounts() : ownCounts();
  counts.forEach((count) => {
    if (count.kinds || count.list) { blocks.push(groupBlock(seat, count)); card = null; return; }
    if (!card) { card = el("section.card"); blocks.push(card); }
    card.append(...rowBlock(seat, count));
  });
  if (seat === TABLE) { blocks.push(...stack().numbers.map(numbersBlock)); }
  else {
    const free = linesOf(null);
    if (free.length) { blocks.push(el("section.card", {}, chips(seat, free), more(seat, free))); }
    const ties = tieFields().filter((field) => field.seat === seat);
    ties.forEach((field) => blocks.push(el("section.card.tie", {}, simpleRow(field, fieldLabel(field)))));
  }
  blocks.push(notes());
  page.main.replaceChildren(el(`div.blocks.${player(seat)}`, { role: "tabpanel", "aria-label": ownerName({ seat }) }, blocks));
}

// Warnings that concern no field, below everything, so that nothing moves.
function notes() {
  const made = el("div.notes");
  refreshers.push(() => {
    const words = score.general.join("\n");
    if (made.dataset.words === words) { return; }
    made.dataset.words = words;
    made.replaceChildren(...score.general.map((message) => el("p.note", {}, sign("warning"), el("span", {}, message))));
  });
  return made;
}

function heading(seat, count) {
  const words = el("span"), aside = el("span.aside", {}, count.shared ? say("page.same_for_all") : word(count.note));
  const made = el("h2", {}, words, aside);
  refreshers.push(() => {
    const fault = score.faults.find((one) => one.keys.some((key) => fieldsOf(seat, count).some((field) => field.key === key)));
    paintFault(made, words, fault, word(count.label));
  });
  return made;
}

// A place for words, in which a fault takes their place.
function paintFault(made, words, fault, otherwise) {
  const how = fault ? (fault.error ? "error" : "warning") : "";
  if ((made.dataset.fault || "") !== how) {
    made.dataset.fault = how;
    const old = made.querySelector("svg.sign");
    if (old) { old.remove(); }
    if (how) { made.prepend(sign(how)); }
  }
  text(words, fault ? briefly(fault, made.classList.contains("second")) : otherwise);
}

function groupBlock(seat, count) {
  const lines = linesOf(count);
  const fields = fieldsOf(seat, count);
  const size = slotsOf(count, fields.length);
  const tiles = el("div.tiles", {}, fields.map((field) => tile(field)), ghosts(seat, count, fields.length, size));
  balance(tiles, count.list ? Math.max(size, 3) : size, count.list && size > 6 ? 5 : 6);
  return el("section.card.group", {}, heading(seat, count), tiles, lines.length ? chips(seat, lines) : null, more(seat, lines));
}

// How many slots a list shows: all there can be where these are few, so that nothing moves when one is filled.
function slotsOf(count, used) { return count.list && count.list[1] <= 8 ? count.list[1] : used; }

// The slots after the first empty one: they only lead there.
function ghosts(seat, count, used, size) {
  return Array.from({ length: size - used }, (_, k) => el("button.tile.ghost", { tabIndex: -1, "aria-hidden": "true", onclick: () => goTo(fieldsOf(seat, count)[used - 1].key) },
    el("span.box", {}, "\u2013"), el("span.caption", {}, el("span", {}, say("page.slot", { slot: used + k + 1 }))), count.fields ? el("span.below") : null));
}

// At most so many in a row, and rows that are about as long.
function balance(element, size, most) {
  const rows = Math.ceil(size / most);
  element.dataset.columns = String(Math.max(1, Math.ceil(size / rows)));
}

function box(field) {
  const label = say("page.field", { name: ownerName(field), field: longLabel(field) });
  const made = el("input.box", { type: "text", autocomplete: "off", "aria-label": label, "data-key": field.key,
    inputmode: settings.typing === "own" || field.type === "record" ? "none" : "text", enterkeyhint: "next",
    readOnly: field.type === "record", spellcheck: false,
    onfocus: () => select(field.key, true), oninput: () => typed(field, made.value) });
  cells.set(field.key, made);
  refreshers.push(() => paintBox(made, field.key));
  return made;
}

function longLabel(field) {
  const own = fieldLabel(field);
  return field.kind ? say("page.field_kind", { count: word(field.count.label), kind: own }) : own;
}

function recordText(field, entry) {
  if (typeof entry === "string") { return signed(whole(entry)); }
  return entry ? signed(valueOfRecord(field.count, entry)) : "";
}

function paintBox(made, key) {
  const field = find(key) || fieldFromKey(key);
  if (!field) { return; }
  const value = get(field), active = shown.active === key;
  let words = value === undefined ? "" : value;
  if (field.type === "record") { words = recordText(field, value); }
  else if (!active && whole(words) !== null) { words = signed(whole(words)); }
  const zero = value === undefined && field.kind && holder(field.seat)[field.count.id] !== undefined;
  if (made.value !== words) { made.value = words; }
  made.placeholder = zero ? "0" : field.slot !== undefined && field.count && field.slot === (holder(field.seat)[field.count.id] || []).length ? "+" : "\u2013";
  mark(made, "long", words.length > 5);
  mark(made, "zero", words === "0");
  paintState(made, field, active);
}

function paintState(made, field, active) {
  const found = faultAt(field.key), fault = found && found.whole ? null : found;
  const outer = made.closest(".tile") || made;
  mark(outer, "on", active);
  [outer, made].forEach((one) => { one.dataset.fault = fault ? (fault.error ? "error" : "warning") : ""; });
  attribute(made, "aria-invalid", fault && fault.error ? "true" : null);
  attribute(made, "aria-description", fault ? fault.message : null);
}

// A field that has just gone from the walk (a list became shorter) is drawn once more with what it was.
function fieldFromKey() { return null; }

function tile(field) {
  const name = field.type === "own" ? word(field.caption) : field.kind ? word(field.kind.label) : say("page.slot", { slot: field.slot + 1 });
  const caption = el("span.caption", { title: name }, el("span", {}, name));
  const picture = field.kind ? icon(field.kind.icon) : null;
  if (field.type === "tick") {
    const answer = el("span.answer");
    const made = el("button.tile.ticked", { role: "checkbox", "data-key": field.key,
      "aria-label": say("page.field", { name: ownerName(field), field: longLabel(field) }),
      onfocus: () => select(field.key, true), onclick: () => { select(field.key); answerTick(field, get(field) !== true, false); } }, picture, answer, caption);
    cells.set(field.key, made);
    refreshers.push(() => {
      const value = get(field);
      attribute(made, "aria-checked", String(value === true));
      mark(made, "yes", value === true);
      mark(made, "zero", value !== true);
      text(answer, value === true ? "\u2713" : value === false || holder(field.seat)[field.count.id] ? say("page.no") : "\u2013");
      paintState(made, field, shown.active === field.key);
    });
    return made;
  }
  const made = el("label.tile", {}, picture, box(field), caption);
  if (field.type === "record") {
    const below = el("span.below");
    made.append(below);
    refreshers.push(() => text(below, composed(field, get(field))));
  }
  return made;
}

// "6 − 2": how a record comes about.
function composed(field, entry) {
  if (!entry || typeof entry === "string") { return ""; }
  const effects = field.count.fields.slice(1).map((part) => [part, effect(field.count, part, entry)]);
  if (!effects.some(([part]) => Number(entry[part.id] || 0))) { return ""; }
  return Number(entry[field.count.fields[0].id] || 0) + effects.filter(([part]) => Number(entry[part.id] || 0))
    .map(([part, by]) => `${by < 0 ? " \u2212 " : " + "}${Number(entry[part.id])}`).join("");
}

// What one more of a field does to the value of a record.
function effect(count, part, entry) {
  const base = entry || { [count.fields[0].id]: "1" };
  const more = { ...base, [part.id]: String(Number(base[part.id] || 0) + 1) };
  return valueOfRecord(count, more) - valueOfRecord(count, base);
}

function rowBlock(seat, count) {
  const [field] = fieldsOf(seat, count);
  const lines = linesOf(count);
  const name = el("strong"), second = el("span.second");
  const label = el("div.label", {}, name, second);
  refreshers.push(() => {
    const fault = faultAt(field.key);
    text(name, word(count.label));
    const value = get(field);
    const sum = typeof value === "string" && /\d\s*[+\u2212]\s*\d/.test(value) ? value.replace(/([+\u2212])/g, " $1 ").replace(/^ /, "") : "";
    paintFault(second, second.lastChild || second.appendChild(el("span")), fault, shown.active === field.key ? "" : sum);
    mark(label, "two", Boolean(fault || second.textContent));
  });
  const row = el("div.row", {}, label, control(field), lines[0] ? pointsButton(seat, lines[0]) : el("span.points"));
  const rest = lines.slice(1);
  return [row, rest.length ? chips(seat, rest) : null, more(seat, lines)].filter(Boolean);
}

function control(field) {
  if (field.type !== "tick") { return box(field); }
  const label = say("page.field", { name: ownerName(field), field: longLabel(field) });
  const answers = [false, true].map((answer) => el("button.answer", { role: "radio", tabIndex: -1, onclick: () => {
    select(field.key);
    answerTick(field, answer, false);
  } }, say(answer ? "page.yes" : "page.no")));
  const made = el("div.switch", { role: "radiogroup", "aria-label": label, "data-key": field.key, tabIndex: 0, onfocus: () => select(field.key, true) }, answers);
  cells.set(field.key, made);
  refreshers.push(() => {
    const value = get(field);
    answers.forEach((button, k) => attribute(button, "aria-checked", String(value === Boolean(k))));
    made.dataset.value = value === undefined ? "" : String(value);
    paintState(made, field, shown.active === field.key);
  });
  return made;
}

function pointsButton(seat, line) {
  const made = el("button.points", { onclick: () => openLine(seat, line) });
  const index = stack().lines.indexOf(line);
  refreshers.push(() => paintPoints(made, made, seat, index));
  return made;
}

function paintPoints(made, value, seat, index) {
  const points = score.players[seat].points[index], line = stack().lines[index];
  text(value, points === null ? "\u2013" : signed(points));
  mark(made, "zero", !points);
  mark(made, "given", state.players[seat].points[line.id] !== undefined);
  attribute(made, "aria-expanded", String(shown.open === `${seat}/${line.id}`));
  attribute(made, made === value ? "aria-label" : "aria-description", say("page.points_label", {
    name: state.players[seat].name, line: word(line.label), points: points === null ? say("page.empty_field") : points, working: working(seat, index) }));
}

// How the points come about, without the sign and the points that stand beside it.
function working(seat, index) {
  if (state.players[seat].points[stack().lines[index].id] !== undefined) { return say("page.as_given"); }
  const player = score.players[seat];
  if (player.points[index] === null) { return score.numbersMissing.some((asked) => asked.line === index) ? say("page.needs_numbers") : ""; }
  const words = player.workings[index] || "", points = signed(player.points[index]);
  if (words === points) { return ""; }
  return words.endsWith(` = ${points}`) ? words.slice(0, -points.length - 3) : words.endsWith(` \u2192 ${points}`) ? words.slice(0, -points.length - 1) : words;
}

function chips(seat, lines) {
  const made = el("div.chips", {}, lines.map((line) => {
    const index = stack().lines.indexOf(line);
    const how = el("span.how"), value = el("span.value");
    const chip = el("button.chip", { onclick: () => openLine(seat, line) }, el("span.name", {}, word(line.short || line.label)), how, value);
    refreshers.push(() => {
      paintPoints(chip, value, seat, index);
      const words = working(seat, index);
      text(how, words.endsWith("\u2192") && !score.players[seat].points[index] ? "" : words);
    });
    return chip;
  }));
  made.dataset.columns = String(lines.length === 4 ? 2 : lines.length > 3 ? Math.ceil(lines.length / Math.ceil(lines.length / 4)) : lines.length);
  return made;
}

function openLine(seat, line) {
  const key = `${seat}/${line.id}`;
  const closing = shown.open === key;
  shown.open = closing ? "" : key;
  if (closing && shown.active === `${seat}/=${line.id}`) { shown.active = ""; }
  rebuild();
  const opened = page.main.querySelector(".more");
  if (opened) { opened.scrollIntoView({ block: "nearest" }); }
}

// The rule in words, the whole working, and a place to type the points instead.
function more(seat, lines) {
  const line = lines.find((one) => shown.open === `${seat}/${one.id}`);
  return line ? lineDetails(seat, line) : null;
}

function lineDetails(seat, line) {
  const index = stack().lines.indexOf(line);
  const full = el("strong");
  refreshers.push(() => text(full, score.players[seat].workings[index] || working(seat, index)));
  return el("div.more", {}, el("p", {}, el("strong", {}, word(line.label)), ` ${[word(line.rule), word(line.note)].filter(Boolean).join(" \u00b7 ")}`), el("p", {}, full),
    simpleRow(pointsField(seat, line), say("page.type_points")));
}

function simpleRow(field, label) {
  return el("div.row", {}, el("div.label", {}, el("span", {}, label)), box(field), el("span.points"));
}

function numbersBlock(asked) {
  const line = stack().lines[asked.line];
  if (isFolded(asked)) {
    return el("section.card.folded", {},
      el("span", {}, say("page.numbers_known", { line: word(line.label), numbers: asked.numbers.map(([, path]) => signed(whole(numbers[path]))).join("  ") })),
      el("button.link", { onclick: () => { shown.unfolded.add(line.id); rebuild(); select(ownFields(asked)[0].key); focusField(); } }, say("page.numbers_change")));
  }
  shown.unfolded.add(line.id);
  const fields = ownFields(asked);
  const tiles = el("div.tiles.plain", {}, fields.map(tile));
  balance(tiles, fields.length, 4);
  return el("section.card.group", {}, el("h2", {}, el("span", {}, word(line.label)), el("span.aside", {}, say("page.numbers_how"))), tiles);
}

// -- the sheet: lines down, players across

function drawSheet() {
  const columns = state.players.length + 1;
  const head = el("tr", {}, el("td.corner"), seats().map((seat) => el("th", { scope: "col" }, tab(seat, "button"))));
  const body = [];
  const wide = (...content) => body.push(el("tr.wide", {}, el("td", { colspan: columns }, content)));
  sharedCounts().forEach((count) => {
    const fields = fieldsOf(TABLE, count);
    const tiles = el("div.tiles.flat", {}, fields.map((field) => tile(field)));
    balance(tiles, fields.length, 6);
    wide(heading(TABLE, count), count.kinds || count.list ? tiles : el("div.single", {}, control(fields[0])));
  });
  const own = () => stack().numbers.forEach((asked) => wide(numbersBlock(asked)));
  if (sharedCounts().length) { own(); }
  ownCounts().forEach((count) => sheetRows(count, body, wide));
  const free = linesOf(null);
  free.forEach((line) => body.push(pointsRow(line)));
  const opened = free.find((line) => shown.open.endsWith(`/${line.id}`));
  if (opened) { wide(lineDetails(Number(shown.open.split("/")[0]), opened)); }
  body.push(totalRow());
  stack().ties.forEach((tie) => {
    const fields = tieFields().filter((field) => field.tie === tie);
    if (fields.length) {
      body.push(el("tr", {}, el("th", { scope: "row" }, say("page.tie_of", { label: inside(word(tie.label)) })),
        seats().map((seat) => el("td", {}, fields.filter((field) => field.seat === seat).map(control)))));
    }
  });
  if (!sharedCounts().length) { own(); }
  const table = el("table.sheet", {}, el("thead", {}, head), el("tbody", {}, body));
  table.dataset.players = state.players.length > 4 ? "many" : String(state.players.length);
  if (state.players.length > 4) { table.style.setProperty("width", `max(100%, ${6 + 3.75 * state.players.length}rem)`); }
  page.main.replaceChildren(el("div.blocks", {}, table, notes()));
}

function sheetRows(count, body, wide) {
  const lines = linesOf(count);
  const parts = seats().map((seat) => fieldsOf(seat, count));
  if (count.kinds || count.list) { wide(sheetHeading(count)); }
  const rows = slotsOf(count, Math.max(...parts.map((fields) => fields.length)));
  const told = new Set();
  for (let row = 0; row < rows; row += 1) {
    const example = (parts.find((fields) => fields[row]) || [])[row];
    const mine = lines.filter((line) => (count.kinds ? line.kind === row : !count.list && !told.size && line === lines[0]));
    const caption = mine[0];
    if (caption) { told.add(caption); }
    const name = count.kinds ? word(example.kind.label) : count.list ? say("page.slot", { slot: row + 1 }) : word(count.label);
    const picture = count.kinds ? icon(example.kind.icon) : null;
    const label = el("th", { scope: "row" }, el("span.rowname", {}, picture, el("span", {}, name)));
    body.push(el("tr", {}, label, seats().map((seat) => {
      const field = parts[seat][row];
      if (!field) {
        const used = parts[seat].length;
        return el("td", {}, row < slotsOf(count, 0) ? el("button.box.ghost", { tabIndex: -1, "aria-hidden": "true", onclick: () => goTo(parts[seat][used - 1].key) }, "\u2013") : null);
      }
      return el("td", {}, field.type === "tick" ? tickCell(field) : box(field), caption ? captionButton(seat, caption) : null);
    })));
    const opened = mine.find((line) => shown.open.endsWith(`/${line.id}`));
    if (opened) { wide(lineDetails(Number(shown.open.split("/")[0]), opened)); }
  }
  lines.filter((line) => !told.has(line)).forEach((line) => {
    body.push(pointsRow(line));
    if (shown.open.endsWith(`/${line.id}`)) { wide(lineDetails(Number(shown.open.split("/")[0]), line)); }
  });
}

function sheetHeading(count) {
  const words = el("span"), made = el("h2", {}, words, el("span.aside", {}, word(count.note)));
  refreshers.push(() => paintFault(made, words, score.faults.find((fault) => fault.count === count && fault.keys.length), word(count.label)));
  return made;
}

function captionButton(seat, line) {
  const made = el("button.under", { onclick: () => openLine(seat, line) });
  const index = stack().lines.indexOf(line);
  const value = el("b"), how = el("span.how.from720");
  made.append(value, how);
  refreshers.push(() => {
    paintPoints(made, value, seat, index);
    const words = working(seat, index);
    text(how, words && !words.endsWith("\u2192") ? ` ${words}` : "");
  });
  return made;
}

function pointsRow(line) {
  return el("tr.computed", {}, el("th", { scope: "row" }, word(line.label)), seats().map((seat) => el("td", {}, captionButton(seat, line))));
}

function totalRow() {
  return el("tr.sum", {}, el("th", { scope: "row" }, say("page.total")), seats().map((seat) => {
    const made = el("td");
    refreshers.push(() => {
      const how = stateOf(seat);
      text(made, how === "empty" ? "\u2013" : signed(score.counted[seat] ? score.players[seat].total : score.sums[seat]));
      mark(made, "zero", !score.counted[seat]);
    });
    return made;
  }));
}

function tickCell(field) {
  const made = el("button.box.tickcell", { role: "checkbox", "data-key": field.key, "aria-label": say("page.field", { name: ownerName(field), field: longLabel(field) }),
    onfocus: () => select(field.key, true), onclick: () => { select(field.key); answerTick(field, get(field) !== true, false); } });
  cells.set(field.key, made);
  refreshers.push(() => {
    const value = get(field);
    attribute(made, "aria-checked", String(value === true));
    mark(made, "yes", value === true);
    text(made, value === true ? "\u2713" : value === false ? say("page.no") : "\u2013");
    paintState(made, field, shown.active === field.key);
  });
  return made;
}

// -- after each change

function refresh() {
  score = compute();
  const ties = tieFields().map((field) => field.key).join();
  if (shown.ties !== undefined && shown.ties !== ties && shown.view !== "result") { shown.ties = ties; rebuild(); return; }
  shown.ties = ties;
  refreshers.forEach((one) => one());
  refreshSentence();
  refreshDock();
  page.undo.disabled = !undoable.length;
  save();
}

function leftOf(seat) {
  if (seat === TABLE) { return score.tableMissing.length + score.numbersMissing.length; }
  return score.missing[seat].length;
}

function toCount() {
  const who = [];
  if (leftOf(TABLE)) { who.push(say("page.the_table")); }
  seats().filter((seat) => !score.counted[seat] && (leftOf(seat) || !leftOf(TABLE))).forEach((seat) => {
    const { name } = state.players[seat];
    who.push(stateOf(seat) === "empty" ? name : say("page.left", { name, left: leftOf(seat) || "" }).trim());
  });
  return who.join(", ");
}

// One sentence on how it stands: who leads, who is still to be counted, or what cannot be right.
function sentenceNow() {
  const error = score.faults.find((fault) => fault.error);
  if (error) {
    const key = error.keys[0], field = key ? find(key) : null;
    const label = field ? inside(fieldLabel(field)) : error.message;
    const name = error.seat !== null ? state.players[error.seat].name : field && field.seat !== TABLE ? state.players[field.seat].name : "";
    return { first: name ? say("page.check", { name, field: label }) : say("page.check_table", { field: label }), rest: "" };
  }
  if (score.finished) { const told = verdict(); return { first: told.first, rest: told.rest }; }
  const places = seats().filter((seat) => placeOf(seat) === 1);
  const rest = toCount() ? say("page.to_count", { who: toCount() }) : "";
  if (!places.length) { return { first: rest, rest: "" }; }
  const names = listed(places.map((seat) => state.players[seat].name)), points = score.players[places[0]].total;
  return { first: say(places.length > 1 ? "page.lead" : "page.leads", { name: names, names, points }), rest };
}

function refreshSentence() {
  const { first, rest } = sentenceNow();
  text(page.words, [first, rest].filter(Boolean).join(" "));
  mark(page.sentence, "bad", score.errors.length > 0);
  const info = [el("div.verdict", {}, el("strong", {}, first), el("span", {}, rest))];
  const field = find(shown.active);
  const lines = field && field.count ? linesOf(field.count).filter((line) => line.kind === undefined || line.kind === field.k) : field && field.line ? [field.line] : [];
  lines.forEach((line) => info.push(el("div.rule", {}, el("strong", {}, word(line.label)), el("span", {}, word(line.rule)))));
  if (field && field.count && field.count.help) { info.push(el("div.rule", {}, el("span", {}, word(field.count.help)))); }
  const order = seats().filter((seat) => placeOf(seat) !== null).sort((a, b) => placeOf(a) - placeOf(b));
  info.push(...order.map((seat) => rank(seat, false)));
  const words = info.map((part) => part.textContent).join("|");
  if (page.info.dataset.words !== words) { page.info.dataset.words = words; page.info.replaceChildren(...info); }
}

// A tap on the sentence leads to what is wrong, to the result, or to what is missing.
function follow() {
  const error = score.faults.find((fault) => fault.error && fault.keys.length);
  if (error) { goTo(error.keys[0]); return; }
  finish();
}

function goTo(key) {
  const field = find(key);
  if (!field) { return; }
  if (shown.view === "players" && field.seat !== shown.seat) { shown.seat = field.seat; shown.active = key; visit = null; rebuild(); page.main.scrollTop = 0; }
  if (field.type === "points" && shown.open !== `${field.seat}/${field.line.id}`) { shown.open = `${field.seat}/${field.line.id}`; shown.active = key; rebuild(); }
  if (field.type === "own" && !cells.has(key)) { shown.unfolded.add(field.line.id); rebuild(); }
  select(key);
  focusField();
}

function finish() {
  if (score.finished) { showResult(); return; }
  const error = score.faults.find((fault) => fault.error && fault.keys.length);
  const missing = firstMissing();
  if (missing) { goTo(missing.key); } else if (error) { goTo(error.keys[0]); } else { showResult(); }
}

// -- the result

// Who won and why: one short sentence, and the reason.
function verdict() {
  const here = stack(), lines = score.players;
  const names = score.winners.map((seat) => state.players[seat].name);
  const first = seats().filter((seat) => lines[seat].place === 1);
  const name = listed(names), points = first.length ? lines[first[0]].total : 0;
  const made = { first: "", rest: "", won: names.length > 0 };
  if (!score.finished) { return { ...made, first: say(score.errors.length ? "page.fault" : "page.not_yet"), rest: toCount() ? say("page.to_count", { who: toCount() }) : "" }; }
  if (here.goal !== null) {
    if (score.decided === "goal") {
      made.first = say(names.length > 1 ? "page.win_race" : "page.wins_race", { name, names: name, goal: here.goal });
      made.rest = say("page.with_points", { points });
    } else {
      made.first = say("page.no_one_yet", { goal: here.goal });
      const leaders = listed(first.map((seat) => state.players[seat].name));
      made.rest = say(first.length > 1 ? "page.lead" : "page.leads", { name: leaders, names: leaders, points });
    }
    return made;
  }
  if (score.verdict !== null) {
    const band = score.verdict < 0 ? null : here.verdicts[score.verdict];
    made.first = !band ? say("page.lost") : band.id === "win" ? say("page.won") : band.id === "lose" ? say("page.lost") : `${word(band.label)}.`;
    made.rest = say("page.alone", { name: listed(first.map((seat) => state.players[seat].name)), points });
    return made;
  }
  if (state.players.length === 1) { made.first = say("page.alone", { name: state.players[0].name, points }); made.won = false; return made; }
  if (score.decided === 0) {
    const behind = seats().filter((seat) => lines[seat].place === 2);
    made.first = say("page.wins", { name, points });
    made.rest = say("page.ahead", { gap: Math.abs(points - lines[behind[0]].total), others: listed(behind.map((seat) => state.players[seat].name)) });
    return made;
  }
  const tied = seats().filter((seat) => lines[seat].total === points);
  const all = listed(tied.map((seat) => state.players[seat].name));
  if (score.decided === "shared") {
    made.first = say("page.share_victory", { names: name });
    const labels = listed(here.ties.map((tie) => inside(word(tie.label))));
    made.rest = say(labels ? "page.shared_equal" : "page.shared", { points, labels });
    return made;
  }
  const k = score.decided - 1;
  const compared = tied.filter((seat) => lines[seat].ties[k] !== null).sort((a, b) => lines[a].place - lines[b].place);
  made.first = say("page.wins_tie", { name });
  made.rest = say("page.tied", { names: all, points, label: word(here.ties[k].label),
    values: compared.map((seat) => say("page.value", { name: state.players[seat].name, value: lines[seat].ties[k] })).join(", ") });
  return made;
}

// The ties that were looked at: up to the one that decided.
function shownTies() {
  if (typeof score.decided === "number") { return score.decided; }
  return score.decided === "shared" ? stack().ties.length : 0;
}

// Players whose total somebody else has too.
function tiedSeats() {
  return seats().filter((seat) => seats().some((other) => other !== seat && score.players[other].total === score.players[seat].total));
}

function rank(seat, final) {
  const lines = score.players[seat], place = placeOf(seat);
  const tied = final && tiedSeats().includes(seat) ? stack().ties.slice(0, shownTies()).map((tie, k) => `${signed(lines.ties[k] || 0)} ${inside(word(tie.label))}`) : [];
  return el(`div.rank.${player(seat)}`, {}, place === null ? null : el(`span.place${final ? ".final" : ""}${final && lines.winner ? ".first" : ""}`, {}, String(place)),
    el("span.who", {}, el("strong", {}, state.players[seat].name), tied.length ? el("span.second", {}, tied.join(", ")) : null),
    el("b", {}, signed(lines.total === null ? score.sums[seat] : lines.total)));
}

function warningsNow() {
  return score.faults.filter((fault) => !fault.error && fault.keys.length)
    .map((fault) => (fault.seat === null ? fault.message : say("page.warning_of", { name: state.players[fault.seat].name, message: fault.message })))
    .concat(score.general);
}

function showResult() {
  shown.view = "result";
  rebuild();
  page.main.scrollTop = 0;
  const title = page.main.querySelector("h1");
  title.focus();
  const told = verdict();
  announce(`${told.first} ${told.rest}`);
  if (score.finished) { enterHistory(told); }
}

function today() { return new Intl.DateTimeFormat(language(), { dateStyle: "long" }).format(new Date()); }

function drawResult() {
  const won = verdict();
  const order = seats().sort((a, b) => (score.players[a].place || 99) - (score.players[b].place || 99));
  const parts = [el("section.verdict", {}, won.won ? sign("trophy") : null, el("h1", { tabIndex: -1 }, won.first), won.rest ? el("p", {}, won.rest) : null)];
  mark(parts[0], "won", won.won);
  const warnings = score.finished ? warningsNow() : [...score.faults.map((fault) => fault.message), ...score.general];
  parts.push(...warnings.map((message) => el("p.note", {}, sign("warning"), el("span", {}, message))));
  if (state.players.length > 1) { parts.push(el("div.ranking", {}, order.map((seat) => rank(seat, true)))); }
  const row = (kind, label, cells) => el(`tr${kind}`, {}, el("th", { scope: "row" }, label), cells.map((cell) => el("td", {}, cell)));
  const rows = stack().lines.map((line, k) => row("", word(line.label), seats().map((seat) => {
    const points = score.players[seat].points[k];
    const given = state.players[seat].points[line.id] !== undefined;
    return `${points === null ? "\u2013" : signed(points)}${given ? "*" : ""}`;
  })));
  rows.push(row(".sum", say("page.total"), seats().map((seat) => signed(score.players[seat].total === null ? score.sums[seat] : score.players[seat].total))));
  const tied = tiedSeats();
  stack().ties.slice(0, shownTies()).forEach((tie, k) => {
    const decides = score.decided === k + 1;
    rows.push(row(decides ? ".decides" : "", decides ? say("page.decides", { label: word(tie.label) }) : word(tie.label),
      seats().map((seat) => (tied.includes(seat) && score.players[seat].ties[k] !== null ? signed(score.players[seat].ties[k]) : ""))));
  });
  parts.push(el("div.scroll", {}, el("table.lines", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, say("page.by_line")),
    seats().map((seat) => el("th", { scope: "col" }, state.players[seat].name)))), el("tbody", {}, rows))));
  if (state.players.some((one) => Object.keys(one.points).length)) { parts.push(el("p.foot", {}, `* ${say("page.as_given")}`)); }
  const told = stack().numbers.filter((asked) => asked.numbers.some(([, path]) => whole(numbers[path]) !== null)).map((asked) => asked.line);
  const own = [...new Set([...stack().known, ...told])].map((line) => word(stack().lines[line].label));
  if (own.length) { parts.push(el("p.foot", {}, say("page.own_numbers", { lines: own.join(", ") }))); }
  const variants = named(state.variants).map((id) => word(offered(id).title));
  parts.push(el("p.foot", {}, [word(game().title), game().edition, ...variants, say("page.unofficial"), today()].filter(Boolean).join(" \u00b7 ")));
  page.main.replaceChildren(el("div.blocks.result", {}, parts));
  page.actions.replaceChildren(
    el("button.action", { onclick: edit }, sign("edit"), say("page.edit")),
    el("button.action", { onclick: share }, sign("share"), say("page.share")),
    el("button.action.go", { onclick: newGame }, sign("again"), say("page.new")));
}

function edit() { shown.view = viewByWidth(); rebuild(); focusField(); }

function resultText() {
  const told = verdict();
  const variants = named(state.variants).map((id) => word(offered(id).title)).join(", ");
  const lines = [[word(game().title), variants].filter(Boolean).join(" \u00b7 "), [told.first, told.rest].filter(Boolean).join(" "), ""];
  const order = seats().sort((a, b) => (score.players[a].place || 99) - (score.players[b].place || 99));
  order.forEach((seat) => {
    const mine = score.players[seat];
    const place = mine.place === null || state.players.length < 2 ? "" : mine.place + ". ";
    lines.push(place + state.players[seat].name + " " + signed(mine.total === null ? score.sums[seat] : mine.total));
    const points = (k) => (mine.points[k] === null ? "\u2013" : signed(mine.points[k]));
    lines.push("   " + stack().lines.map((line, k) => word(line.short || line.label) + " " + points(k)).join(", "));
  });
  const warnings = warningsNow();
  if (warnings.length) { lines.push("", ...warnings); }
  return lines.join("\n") + "\n";
}

async function share() {
  const words = resultText();
  if (navigator.share) {
    try { await navigator.share({ text: words }); return; } catch (error) { if (error.name === "AbortError") { return; } }
  }
  copy(words);
}

async function copy(words) {
  try { await navigator.clipboard.writeText(words); tell(say("page.copied")); } catch (error) {
    const area = el("textarea", { value: words, rows: 12, readOnly: true, "aria-label": say("page.copy_by_hand") });
    open(say("page.copy_by_hand"), area);
    area.focus();
    area.select();
    try { if (document.execCommand("copy")) { tell(say("page.copied")); } } catch (failed) { /* the text stays selected */ }
  }
}

function newGame() {
  remember();
  const names = state.players.map((one) => one.name), old = state.variants;
  state = newState(names, old);
  begin();
  tell(say("page.begun"), undo);
}

function enterHistory(told) {
  const entry = { id: state.id, date: new Date().toISOString(), sentence: told.first, variants: named(state.variants),
    players: seats().sort((a, b) => score.players[a].place - score.players[b].place).map((seat) => [state.players[seat].name, score.players[seat].total]), state: JSON.parse(JSON.stringify(state)) };
  const old = past.findIndex((one) => one.id === entry.id);
  if (old >= 0) { entry.date = past[old].date; past[old] = entry; } else { past.unshift(entry); }
  past = past.slice(0, 200);
  keep(`${game().id}:past`, past);
}

// -- dialogs

function open(title, ...content) {
  const before = document.activeElement;
  page.dialog.replaceChildren(el("div.sheetbox", {},
    el("div.top", {}, el("h2", {}, title), el("button.round", { "aria-label": say("page.close"), onclick: () => page.dialog.close() }, sign("close"))), content));
  page.dialog.setAttribute("aria-label", title);
  page.dialog.onclose = () => { if (before && before.isConnected) { before.focus(); } else { focusField(); } };
  if (!page.dialog.open) { page.dialog.showModal(); }
}

function choice(title, options, now, choose) {
  return el("fieldset", {}, el("legend", {}, title), el("div.choice", {}, options.map(([value, words]) => el("button", {
    "aria-pressed": String(value === now), lang: DATA.languages[value] ? value : language(), onclick: () => choose(value) }, words))));
}

function set(key, value) {
  settings[key] = value;
  keep("settings", settings);
  rebuild();
  gameSheet();
}

// Variants, players, language and looks.
function gameSheet() {
  const parts = [];
  if (DATA.games.length > 1) {
    parts.push(choice(say("page.games"), DATA.games.map((one, k) => [k, word(one.title)]), at, (k) => { page.dialog.close(); start(k); }));
  }
  if (game().variants.length) {
    parts.push(el("fieldset", {}, el("legend", {}, say("page.variants")), game().variants.map((variant) => el("label.option", {},
      el("input", { type: "checkbox", checked: state.variants.includes(variant.id), onchange: (event) => {
        remember();
        state.variants = switched(state.variants, variant.id, event.target.checked);
        const [, most] = stack().players;
        state.players = state.players.slice(0, most);
        shown.active = "";
        shown.seat = Math.min(shown.seat, state.players.length - 1);
        changed(say("page.variants_changed"));
      } }), el("span", {}, el("span", {}, word(variant.title)), el("span.second", {}, word(variant.about)))))));
  }
  const [, most] = stack().players;
  const rows = state.players.map((one, seat) => el("div.seat", {}, el(`span.disc.${player(seat)}`, {}, [...one.name][0] || "?"),
    el("input", { type: "text", value: one.name, maxLength: 60, autocomplete: "off", "aria-label": say("page.name_of", { seat: seat + 1 }),
      onchange: (event) => rename(seat, event.target.value), onfocus: (event) => event.target.select() }),
    el("button.round", { "aria-label": say("page.move_up", { name: one.name }), disabled: seat === 0, onclick: () => swap(seat, seat - 1) }, sign("up")),
    el("button.round", { "aria-label": say("page.move_down", { name: one.name }), disabled: seat === state.players.length - 1, onclick: () => swap(seat, seat + 1) }, sign("down")),
    el("button.round", { "aria-label": say("page.remove_player", { name: one.name }), disabled: state.players.length < 2, onclick: () => removePlayer(seat) }, sign("close"))));
  parts.push(el("fieldset", {}, el("legend", {}, say("page.players")), rows,
    el("button.add", { disabled: state.players.length >= most, onclick: addPlayer }, sign("plus"), say("page.add_player"))));
  const codes = Object.keys(DATA.languages);
  if (codes.length > 1) { parts.push(choice(say("page.language"), codes.map((code) => [code, DATA.languages[code].name]), language(), async (code) => { await unpackLanguage(code); set("language", code); })); }
  parts.push(choice(say("page.size"), ["normal", "large", "largest"].map((size) => [size, say(`page.size.${size}`)]), settings.size, (size) => set("size", size)));
  parts.push(choice(say("page.colours"), ["auto", "light", "dark"].map((theme) => [theme, say(`page.colours.${theme}`)]), settings.theme, (theme) => set("theme", theme)));
  parts.push(choice(say("page.typing"), ["own", "device"].map((typing) => [typing, say(`page.typing.${typing}`)]), settings.typing, (typing) => set("typing", typing)));
  parts.push(el("label.option", {}, el("input", { type: "checkbox", checked: settings.moves, onchange: (event) => set("moves", event.target.checked) }), el("span", {}, say("page.moves_on"))));
  open(word(game().title), ...parts);
}

function changed(words) {
  visit = null;
  if (shown.view === "result") { shown.view = viewByWidth(); }
  rebuild();
  if (page.dialog.open) { gameSheet(); }
  tell(words, () => { undo(); if (page.dialog.open) { gameSheet(); } });
}

function rename(seat, name) {
  let tidy = name.replace(/[\u0000-\u001f\u007f]/g, " ").replace(/\s+/g, " ").trim().slice(0, 60) || say("page.player", { seat: seat + 1 });
  while (state.players.some((one, other) => other !== seat && one.name === tidy)) { tidy += "\u2032"; }
  if (tidy !== state.players[seat].name) { remember(); }
  state.players[seat].name = tidy;
  rebuild();
}

function swap(a, b) {
  remember();
  [state.players[a], state.players[b]] = [state.players[b], state.players[a]];
  shown.active = "";
  changed(say("page.reordered"));
}

function addPlayer() {
  remember();
  let seat = state.players.length;
  const made = newPlayer(seat);
  while (state.players.some((one) => one.name === made.name)) { seat += 1; made.name = say("page.player", { seat: seat + 1 }); }
  state.players.push(made);
  rebuild();
  gameSheet();
  const inputs = page.dialog.querySelectorAll(".seat input");
  inputs[inputs.length - 1].focus();
}

function removePlayer(seat) {
  remember();
  const [gone] = state.players.splice(seat, 1);
  shown.active = "";
  shown.seat = Math.min(shown.seat, state.players.length - 1);
  changed(say("page.removed", { name: gone.name }));
}

function menu() {
  const entry = (name, key, go) => el("button.entry", { onclick: () => { page.dialog.close(); go(); } }, sign(name),
    el("span", {}, el("span", {}, say(key)), DATA.languages.en.say[`${key}_how`] ? el("span.second", {}, say(`${key}_how`)) : null));
  const games = past.map((one, k) => el("div.past", {},
    el("button.entry", { "aria-label": say("page.past_open", { result: one.sentence }), onclick: () => { page.dialog.close(); openPast(one); } },
      el("span", {}, el("strong", {}, one.sentence), el("span.second", {}, [new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(new Date(one.date)),
        ...one.variants.filter(offered).map((id) => word(offered(id).title)), one.players.map(([name, total]) => `${name} ${signed(total)}`).join(", ")].join(" \u00b7 ")))),
    el("button.round", { "aria-label": say("page.past_forget", { result: one.sentence }), onclick: () => { past.splice(k, 1); keep(`${game().id}:past`, past); menu(); } }, sign("close"))));
  open(say("page.menu"), entry("share", "page.share_result", share), entry("file", "page.save", saveTally), entry("open", "page.open", chooseTally),
    entry("link", "page.copy_link", () => copy(`${location.href.split("#")[0]}#tally=${encoded(tallyOf())}`)),
    entry("print", "page.print", printResult), entry("again", "page.new_game", newGame),
    el("fieldset", {}, el("legend", {}, say("page.past")), games.length ? games : el("p.second", {}, say("page.past_none"))));
}

function openPast(entry) {
  if (!usable(entry.state)) { tell(say("page.not_opened", { reason: "" }), null, true); return; }
  remember();
  state = JSON.parse(JSON.stringify(entry.state));
  begin();
  showResult();
}

function printResult() {
  const before = shown.view;
  if (before !== "result") { shown.view = "result"; rebuild(); }
  window.print();
  if (before !== "result") { shown.view = before; rebuild(); }
}

function saveTally() {
  const url = URL.createObjectURL(new Blob([tallyOf()], { type: "text/yaml" }));
  const day = new Date().toISOString().slice(0, 10);
  const link = el("a", { href: url, download: `${game().id.replace(/[^\w-]+/g, "-")}-${day}.yaml` });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

function chooseTally() {
  const input = el("input", { type: "file", accept: ".yaml,.yml,.json,text/*", hidden: true, onchange: async () => {
    const [file] = input.files;
    input.remove();
    if (!file) { return; }
    if (file.size > 200000) { tell(say("page.not_opened", { reason: say("page.wrong.large") }), null, true); return; }
    openText(await file.text());
  } });
  document.body.append(input);
  input.click();
}

function openText(words) {
  try { openTally(words); } catch (error) {
    if (!(error instanceof Wrong)) { throw error; }
    tell(say("page.not_opened", { reason: error.message }), null, true);
    return false;
  }
  begin();
  tell(say("page.opened"), undoable.length ? undo : null);
  return true;
}

function encoded(words) {
  const bytes = new TextEncoder().encode(words);
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function decoded(text) {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return new TextDecoder().decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)));
}

// A tally in the address: #tally=…
function openLink() {
  const found = /^#tally=([\w-]+)$/.exec(location.hash);
  if (!found) { return false; }
  try { history.replaceState(null, "", location.href.split("#")[0]); } catch (error) { /* some browsers forbid it on file: */ }
  let words = "";
  try { words = decoded(found[1]); } catch (error) { tell(say("page.not_opened", { reason: say("page.wrong.text", { line: 1 }) }), null, true); return false; }
  return openText(words);
}

let barTimer = 0, liveTimer = 0;

// A bar at the foot for a few seconds, with Undo where something can be taken back.
function tell(words, back, bad) {
  clearTimeout(barTimer);
  page.bar.replaceChildren(el("span", {}, words), back ? el("button.link", { onclick: () => { page.bar.hidden = true; back(); } }, say("page.undo")) : el("button.round", { "aria-label": say("page.close"), onclick: () => { page.bar.hidden = true; } }, sign("close")));
  (page.dialog.open ? page.dialog : document.body).append(page.bar);
  page.bar.hidden = false;
  mark(page.bar, "bad", bad);
  announce(words);
  barTimer = setTimeout(() => { page.bar.hidden = true; }, 8000);
}

function announce(words) {
  clearTimeout(liveTimer);
  liveTimer = setTimeout(() => { page.live.textContent = words; }, 700);
}

// After the last key: field, value, the player's total, and who leads when that changes.
let toldVerdict = "";
function announceField(field) {
  const value = get(field);
  const how = typeof value === "boolean" ? say(value ? "page.yes" : "page.no") : field.type === "record" ? recordText(field, value) : value || say("page.empty_field");
  const { first } = sentenceNow(), news = first === toldVerdict ? "" : ` ${first}`;
  toldVerdict = first;
  const words = field.seat === TABLE ? `${fieldLabel(field)}: ${how}` : say("page.told", { field: fieldLabel(field), value: how, total: signed(score.sums[field.seat]) });
  announce(words + news);
}

// -- the dock: one field at a time

function select(key, focused) {
  if (shown.active === key && visit && visit.key === key) { return; }
  const before = shown.active;
  shown.active = key;
  const field = find(key);
  if (!field) { return; }
  const old = find(before);
  visit = { key, fresh: true, remembered: false, left: visit && visit.moved ? before : null };
  if (shown.view === "sheet") { shown.seat = field.seat; }
  if (!old || kindOfKeys(old) !== kindOfKeys(field) || page.keys.dataset.for !== kindOfKeys(field)) { drawKeys(); }
  refreshers.forEach((one) => one());
  refreshSentence();
  refreshDock();
  const made = cells.get(key);
  if (!made) { return; }
  made.scrollIntoView({ block: "nearest" });
  if (focused && made.select) { made.select(); }
}

function focusField() {
  const made = cells.get(shown.active);
  if (made) { made.focus({ preventScroll: true }); made.scrollIntoView({ block: "nearest" }); if (made.select) { made.select(); } }
}

function kindOfKeys(field) { return field.type === "record" || field.type === "tick" ? `${field.type}/${field.count.id}` : "number"; }

function key(kind, label, go, content) {
  return el(`button.key${kind}`, { "aria-label": label, tabIndex: -1, onclick: go }, content);
}

const digit = (n) => key("", String(n), () => press(String(n)), String(n));

function drawKeys() {
  const field = find(shown.active);
  if (!field) { return; }
  page.next = key(".next.wide2", say("page.next"), () => next(), [page.nextWord = el("span"), sign("right")]);
  const remove = key(".function", say("page.delete"), () => press("delete"), sign("delete"));
  const step = (by) => key(".function", say(by < 0 ? "page.minus" : "page.plus"), () => press(by), by < 0 ? `${MINUS}1` : "+1");
  let keys;
  if (field.type === "tick") {
    const worth = tickPoints(field);
    keys = [false, true].map((answer) => key(".answer", say(answer ? "page.yes" : "page.no"), () => answerTick(find(shown.active), answer, true),
      [el("span", {}, say(answer ? "page.yes" : "page.no")), answer && worth ? el("small", {}, worth) : null]));
    keys.push(page.next);
  } else if (field.type === "record") {
    const parts = field.count.fields.slice(1).filter((part, k) => field.count.bounds[k + 2][1] > 0);
    const most = field.count.bounds[1][1];
    const buttons = parts.map((part) => key(".function.part", word(part.label), () => press(part.id),
      [icon(part.icon), el("span", {}, word(part.label)), el("b", {}, effect(field.count, part) < 0 ? `${MINUS}1` : "+1")]));
    keys = [1, 2, 3].map(digit).concat(remove, [4, 5, 6, 0].map(digit));
    if (most > 6) { keys.push(...[7, 8, 9].map(digit), buttons.shift() || el("span")); }
    const row = el("div.parts", {}, buttons);
    if (most > 6) { row.className = "parts two"; }
    keys.push(row);
    if (most <= 6) { keys.push(el("span.wide2")); }
    keys.push(page.next);
  } else {
    keys = [1, 2, 3].map(digit).concat(remove, [4, 5, 6].map(digit), step(-1), [7, 8, 9].map(digit), step(1),
      key(".function", say("page.add"), () => press("+"), "+"), digit(0), page.next);
  }
  page.keys.dataset.for = kindOfKeys(field);
  page.keys.className = `keys ${field.type === "tick" ? "ticks" : ""}`;
  page.keys.replaceChildren(...keys);
}

// "+5" under Yes, where a tick is worth the same to everyone.
function tickPoints(field) {
  const lines = linesOf(field.count).filter((line) => line.kind === undefined || line.kind === field.k);
  if (lines.length !== 1 || field.seat === TABLE) { return ""; }
  const index = stack().lines.indexOf(lines[0]);
  const input = tableNow(), place = field.count.places[field.k || 0];
  const points = [0, 1].map((answer) => { input.players[field.seat].counts[place] = answer; input.players[field.seat].points[index] = null; return scorer.score(input).players[field.seat].points[index]; });
  const worth = points[0] === null || points[1] === null ? null : points[1] - points[0];
  return !worth ? "" : worth > 0 ? `+${worth}` : signed(worth);
}

function refreshDock() {
  const field = find(shown.active);
  if (!field) { return; }
  const fault = faultAt(field.key);
  page.dock.dataset.fault = fault ? (fault.error ? "error" : "warning") : "";
  text(page.prompt, fault ? briefly(fault, true) : say("page.prompt", { name: ownerName(field), field: fieldLabel(field) }));
  text(page.hint, fault ? "" : hintOf(field));
  if (page.nextWord) { text(page.nextWord, say(after(field, 1) ? "page.next" : "page.result")); }
  if (field.type === "tick") {
    page.keys.querySelectorAll(".answer").forEach((button, k) => attribute(button, "aria-pressed", String(get(field) === Boolean(k))));
  }
  const made = cells.get(field.key);
  if (made && made.select && document.activeElement === made && visit && visit.fresh) { made.select(); }
}

function hintOf(field) {
  const value = get(field);
  if (field.type === "record") {
    if (!value || typeof value === "string") { return say("page.list_end"); }
    const parts = field.count.fields.slice(1).filter((part) => Number(value[part.id] || 0))
      .map((part) => `${effect(field.count, part, value) < 0 ? MINUS : "+"} ${value[part.id]} ${inside(word(part.label))}`);
    return `${[value[field.count.fields[0].id] || 0, ...parts].join(" ")} ${parts.length ? say("page.sum", { value: signed(valueOfRecord(field.count, value)) }) : ""}`.trim();
  }
  if (typeof value === "string" && /\d\s*[+\u2212]/.test(value)) { return say("page.sum", { value: signed(whole(value) || 0) }); }
  if (field.type === "own") { return say("page.numbers_how"); }
  if (!field.count) { return ""; }
  const supply = supplyOf(field);
  if (field.type === "tick") { return supply === 1 ? say("page.holder") : word(field.count.ask) || word(field.count.note); }
  if (supply !== null && field.seat !== TABLE && !field.count.list) {
    const count = seats().reduce((sum, seat) => sum + (whole(get({ ...field, seat })) || 0), 0);
    return say("page.supply", { count, limit: supply });
  }
  if (field.count.list && field.slot === (holder(field.seat)[field.count.id] || []).length) { return say("page.list_end"); }
  const limit = limitOf(field), least = leastOf(field);
  if (field.kind && limit < 99999) { return least ? say("page.from_to", { least, limit, most: limit }) : say("page.at_most", { limit }); }
  return word(field.count.ask) || word(field.count.note);
}

// The field after or before one; null at the end.
function after(field, by) {
  const all = walk();
  let place = all.findIndex((one) => one.key === field.key);
  if (place < 0) {  // a line's points: on from the player's last field
    place = by > 0 ? all.findLastIndex((one) => one.seat === field.seat) : all.findIndex((one) => one.seat === field.seat) + 1;
  }
  const empty = by > 0 && field.slot !== undefined && field.count && field.slot >= (holder(field.seat)[field.count.id] || []).length;
  if (empty) { while (all[place + 1] && all[place + 1].count === field.count && all[place + 1].seat === field.seat) { place += 1; } }
  const found = all[place + by] || null;
  if (by > 0 && found && found.type === "own" && field.type !== "own" && !sharedCounts().length) { return null; }
  return found;
}

function move(by, moved) {
  const field = find(shown.active), to = field && after(field, by);
  if (!to) { return false; }
  if (shown.view === "players" && to.seat !== shown.seat) {
    shown.seat = to.seat;
    shown.open = "";
    shown.active = to.key;
    const left = field.key;
    visit = null;
    rebuild();
    page.main.scrollTop = 0;
    select(to.key);
    visit.left = moved ? left : null;
  } else {
    const drawn = cells.has(to.key);
    visit = { ...visit, moved };
    if (!drawn) { shown.active = to.key; rebuild(); }
    visit = { key: "", moved };
    const left = field.key;
    select(to.key);
    if (visit) { visit.left = moved ? left : null; }
  }
  focusField();
  return true;
}

function next() {
  const field = find(shown.active);
  if (!field) { return; }
  if (get(field) === undefined && field.count) {
    const list = holder(field.seat)[field.count.id];
    if (field.kind && field.type === "number" && list === undefined) { change(field, "0"); }
    else if (field.kind && field.type === "tick" && list === undefined && !field.count.missing) { change(field, false); }
    else if (field.slot === 0 && list === undefined) { remember(); holder(field.seat)[field.count.id] = []; refresh(); }
  }
  if (!move(1, false)) { finish(); }
}

// A new value of a field; the first of a visit is what undo comes back to.
function change(field, value) {
  if (!visit || visit.key !== field.key || !visit.remembered) { remember(); }
  if (visit && visit.key === field.key) { visit.remembered = true; }
  const list = field.count && field.count.list ? (holder(field.seat)[field.count.id] || []).length : 0;
  put(field, value);
  const now = field.count && field.count.list ? (holder(field.seat)[field.count.id] || []).length : 0;
  if (list !== now) { const kept = visit; rebuild(); visit = kept; focusField(); } else { refresh(); }
  announceField(field);
}

function answerTick(field, answer, moves) {
  change(field, answer);
  if (moves && settings.moves) { move(1, false); }
}

function hasFault(field) { const fault = faultAt(field.key); return Boolean(fault && fault.error); }

// A key of the dock, or of a real keyboard where it means the same.
function press(what) {
  const field = find(shown.active);
  if (!field || field.type === "tick") { return; }
  if (!visit || visit.key !== field.key) { visit = { key: field.key, fresh: true, remembered: false, left: null }; }
  if (field.type === "record") { pressRecord(field, what); return; }
  const now = get(field) || "";
  if (typeof what === "number") { visit.fresh = true; change(field, signed(Math.max(leastOf(field), (whole(now) || 0) + what))); return; }
  if (what === "delete") {
    if (now === "") { move(-1); return; }
    const rest = visit.fresh ? "" : now.slice(0, -1);
    visit.fresh = false;
    change(field, rest);
    return;
  }
  if (what === "+") {
    if (visit.fresh && visit.left && (now === "" || !visit.touched)) {  // on with the number just left
      const left = find(visit.left);
      if (left && left.type === field.type && typeof get(left) === "string") {
        goTo(left.key);
        visit.fresh = false;
        change(left, `${get(left)}+`);
        return;
      }
    }
    visit.fresh = false;
    const turned = now === "" ? (leastOf(field) < 0 ? MINUS : "") : now === MINUS ? "" : /\+$/.test(now) ? now.slice(0, -1) + MINUS : /\u2212$/.test(now) ? `${now.slice(0, -1)}+` : `${now}+`;
    if (turned.length <= 40) { change(field, turned); }
    return;
  }
  const base = visit.fresh ? "" : now;
  const last = /\d*$/.exec(base)[0];
  const text = last === "0" ? base.slice(0, -1) + what : base + what;
  if (last.length >= 6 || text.length > 40) { return; }
  visit.fresh = false;
  visit.touched = true;
  change(field, text);
  const value = whole(text), limit = limitOf(field);
  if (settings.moves && /^\d+$/.test(text) && (value === 0 || value * 10 > limit) && (field.kind || field.count) && !hasFault(field)) { move(1, true); }
}

function pressRecord(field, what) {
  const [first, ...rest] = field.count.fields;
  const entry = get(field);
  const record = typeof entry === "object" && entry ? { ...entry } : {};
  if (what === "delete") { if (entry === undefined) { move(-1); } else { change(field, undefined); } return; }
  const [least, most] = field.count.bounds[1];
  if (/^\d$/.test(what)) {
    let value = Number(what);
    if (most > 9 && !visit.fresh) { value = Math.min(most, Number(record[first.id] || 0) * 10 + value); }
    visit.fresh = false;
    if (value < least && value === 0 && entry === undefined) { return; }
    record[first.id] = String(value);
  } else {
    const k = rest.findIndex((part) => part.id === what);
    if (k < 0) { return; }
    const top = Math.min(field.count.bounds[k + 2][1], 9);
    const now = Number(record[what] || 0);
    if (record[first.id] === undefined && least > 0) { record[first.id] = String(least); }
    if (now >= top) { delete record[what]; } else { record[what] = String(now + 1); }
  }
  change(field, record);
}

// What is typed into a field itself, by a real or the device's keyboard.
function typed(field, words) {
  const tidy = words.replace(/-/g, MINUS).replace(/[^\d+\u2212 ]/g, "").slice(0, 80);
  if (!visit || visit.key !== field.key) { visit = { key: field.key, fresh: false, remembered: false, left: null }; }
  visit.fresh = false;
  change(find(field.key) || field, tidy);
}

function keyboard(event) {
  if (page.dialog.open || event.altKey) { return; }
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    if (event.target.matches(".seat input")) { return; }
    event.preventDefault();
    undo();
    focusField();
    return;
  }
  if (event.ctrlKey || event.metaKey) { return; }
  const tabs = event.target.closest(".strip");
  if (tabs && /^Arrow(Left|Right)$/.test(event.key)) {
    const all = [...tabs.querySelectorAll("[role=tab]")];
    const to = all[(all.indexOf(event.target) + (event.key === "ArrowRight" ? 1 : all.length - 1)) % all.length];
    event.preventDefault();
    to.click();
    const index = all.indexOf(to);
    page.strip.querySelectorAll("[role=tab]")[index].focus();
    return;
  }
  if (!event.target.dataset || !event.target.dataset.key) { return; }
  const field = find(event.target.dataset.key);
  if (!field) { return; }
  const done = () => event.preventDefault();
  if (event.key === "Enter") { done(); if (event.shiftKey) { move(-1); } else { next(); } return; }
  if (field.type === "tick") {
    if (/^[y1]$/i.test(event.key) || event.key === "ArrowRight") { done(); answerTick(field, true, false); }
    else if (/^[n0]$/i.test(event.key) || event.key === "ArrowLeft") { done(); answerTick(field, false, false); }
    else if (event.key === " " && event.target.tagName !== "BUTTON") { done(); answerTick(field, get(field) !== true, false); }
    return;
  }
  if (event.key === "ArrowUp" || event.key === "ArrowDown") { done(); if (field.type !== "record") { press(event.key === "ArrowUp" ? 1 : -1); } return; }
  if (field.type === "record") {
    const part = field.count.fields.slice(1).find((one) => one.id.charAt(0) === event.key.toLowerCase());
    if (/^\d$/.test(event.key)) { done(); press(event.key); }
    else if (event.key === "Backspace" || event.key === "Delete") { done(); press("delete"); }
    else if (part) { done(); press(part.id); }
  }
}

// A swipe over the blocks goes to the neighbour.
function swipes() {
  let from = null;
  page.main.addEventListener("touchstart", (event) => { from = event.touches.length === 1 ? event.touches[0] : null; }, { passive: true });
  page.main.addEventListener("touchend", (event) => {
    if (!from || shown.view !== "players") { return; }
    const to = event.changedTouches[0], x = to.clientX - from.clientX, y = to.clientY - from.clientY;
    if (Math.abs(x) < 70 || Math.abs(x) < 2 * Math.abs(y)) { return; }
    const seat = shown.seat + (x < 0 ? 1 : -1);
    if (seat >= (hasTable() ? TABLE : 0) && seat < state.players.length) { toSeat(seat); }
  }, { passive: true });
}

// -- start

// What the device keeps of the game that is on, but for the running game itself.
function readSaved() {
  const told = kept(`${game().id}:numbers`, {});
  numbers = Object.fromEntries(Object.entries(Object(told)).filter(([, value]) => typeof value === "string"));
  const games = kept(`${game().id}:past`, []);
  const good = (one) => one && typeof one.sentence === "string" && Array.isArray(one.variants) && Array.isArray(one.players)
    && one.players.every((pair) => Array.isArray(pair)) && !Number.isNaN(Date.parse(one.date));
  past = Array.isArray(games) ? games.filter(good) : [];
}

// Settings that are what they can be; others are forgotten.
function readSettings() {
  const found = Object(kept("settings", {}));
  const choices = { size: ["normal", "large", "largest"], theme: ["auto", "light", "dark"], typing: ["own", "device"], moves: [true, false], view: ["", "players", "sheet"], language: Object.keys(DATA.languages) };
  Object.keys(choices).filter((key) => choices[key].includes(found[key])).forEach((key) => { settings[key] = found[key]; });
}

// The first field of the game that is on, in the view for this width.
function begin() {
  visit = null;
  shown = { view: viewByWidth(), seat: 0, active: "", open: "", unfolded: new Set() };
  score = { players: [], errors: [], warnings: [] };
  if (sharedCounts().some((count) => state.table[count.id] === undefined)) { shown.seat = TABLE; }
  rebuild();
  focusField();
}

function start(which) {
  if (state) { save(); }
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
    if (!old || !Array.isArray(old.players) || !old.players.length || !old.variants.every(offered)) { return false; }
    const here = game().stacks[stackKey(old.variants)];
    if (!here || old.players.length > here.players[1]) { return false; }
    const before = state;
    state = old;
    try { compute(); walk().forEach(get); } finally { state = before; }
    return old.players.every((one) => typeof one.name === "string" && one.points && one.ties);
  } catch (error) { return false; }
}

function unpack() {
  const parts = DATA.parts;
  DATA.games.forEach((one) => Object.values(one.stacks).forEach((made) => {
    ["counts", "lines", "ties", "verdicts", "checks", "numbers"].forEach((name) => { made[name] = made[name].map((part) => parts[part]); });
  }));
}

// Everything begins; a language that lies packed is spoken as soon as it is there.
function main() {
  unpack();
  readSettings();
  frame();
  swipes();
  document.addEventListener("keydown", keyboard);
  window.addEventListener("hashchange", openLink);
  const last = DATA.games.findIndex((one) => one.id === kept("last", ""));
  start(Math.max(0, last));
  if (!openLink() && DATA.games.length > 1 && last < 0) { gameSheet(); }
  if (!keeps) { tell(say("page.not_kept"), null, true); }
  if (language() !== settings.language) { unpackLanguage(settings.language).then((there) => { if (there) { rebuild(); } }); }
}

main();
