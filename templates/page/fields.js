// Fields: everything that can be typed, each with a key such as 0/harvested.squash.

function countOf(id) {
  return stack().counts.find((count) => count.id === id);
}

function fieldsOf(seat, count) {
  const key = `${seat === TABLE ? "T" : seat}/${count.id}`;
  if (count.list) {
    const entries = holder(seat)[count.id] || [];
    const size = Math.min(count.list[1], entries.length + 1);
    return Array.from({ length: size }, (_, slot) => ({
      key: `${key}#${slot}`,
      seat,
      count,
      slot,
      type: count.fields ? "record" : "number",
    }));
  }
  if (count.kinds) {
    return count.kinds.map((kind, k) => ({
      key: `${key}.${kind.id}`,
      seat,
      count,
      kind,
      k,
      type: count.tick ? "tick" : "number",
    }));
  }
  return [{ key, seat, count, type: count.tick ? "tick" : "number" }];
}

// How an entry of a list is called: by its number, and in a game over rounds as a round.
function slotName(count, slot) {
  const { round } = stack();
  return round && round.count === stack().counts.indexOf(count)
    ? say("report.numbered", { label: word(round.label), number: slot + 1 })
    : say("page.slot", { slot: slot + 1 });
}

function holder(seat) {
  return seat === TABLE ? state.table : state.players[seat].counts;
}

function ownFields(asked) {
  const line = stack().lines[asked.line];
  return asked.numbers.map(([place, path, caption], slot) => ({
    key: `N/${path}`,
    seat: TABLE,
    asked,
    line,
    slot,
    place,
    path,
    caption,
    type: "own",
  }));
}

function pointsField(seat, line) {
  return { key: `${seat}/=${line.id}`, seat, line, type: "points" };
}
function tieField(seat, tie) {
  return { key: `${seat}/~${tie.id}`, seat, tie, type: "tie" };
}

function sharedCounts() {
  return stack().counts.filter((count) => count.shared);
}
function ownCounts() {
  return stack().counts.filter((count) => !count.shared);
}
function hasTable() {
  return sharedCounts().length > 0 || stack().numbers.length > 0;
}
function seats() {
  return state.players.map((_, seat) => seat);
}

function isFolded(asked) {
  return (
    asked.numbers.every(([place]) => isKnown(ownNumbers()[place])) && !shown.unfolded.has(stack().lines[asked.line].id)
  );
}

// All fields in the order of Next.
function walk() {
  const table = sharedCounts().flatMap((count) => fieldsOf(TABLE, count));
  const own = stack()
    .numbers.filter((asked) => !isFolded(asked))
    .flatMap(ownFields);
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
  if (known) {
    return known;
  }
  const typed = /^(\d+)\/=(.+)$/.exec(key);
  if (typed && state.players[typed[1]]) {
    const line = stack().lines.find((other) => other.id === typed[2]);
    return line ? pointsField(Number(typed[1]), line) : null;
  }
  return (
    stack()
      .numbers.flatMap(ownFields)
      .find((field) => field.key === key) || null
  );
}

function get(field) {
  if (field.type === "points") {
    return state.players[field.seat].points[field.line.id];
  }
  if (field.type === "tie") {
    return state.players[field.seat].ties[field.tie.id];
  }
  if (field.type === "own") {
    return numbers[field.path];
  }
  const value = holder(field.seat)[field.count.id];
  if (field.slot !== undefined) {
    return value ? value[field.slot] : undefined;
  }
  if (field.kind) {
    return value ? value[field.kind.id] : undefined;
  }
  return value;
}

function put(field, value) {
  const empty = value === "" || value === undefined;
  const set = (where, key) => {
    if (empty) {
      delete where[key];
    } else {
      where[key] = value;
    }
  };
  if (field.type === "points") {
    set(state.players[field.seat].points, field.line.id);
  } else if (field.type === "tie") {
    set(state.players[field.seat].ties, field.tie.id);
  } else if (field.type === "own") {
    numbers = { ...numbers };
    set(numbers, field.path);
    keep(`${game().id}:numbers`, numbers);
  } else {
    const where = holder(field.seat),
      id = field.count.id;
    if (field.slot !== undefined) {
      const list = (where[id] || []).slice();
      if (!empty) {
        list[field.slot] = value;
      } else if (field.slot < list.length) {
        list.splice(field.slot, 1);
      }
      where[id] = list;
    } else if (field.kind) {
      const kinds = { ...where[id] };
      set(kinds, field.kind.id);
      if (Object.keys(kinds).length) {
        where[id] = kinds;
      } else {
        delete where[id];
      }
    } else {
      set(where, id);
    }
    if (field.type === "tick" && value === true && onlyOne(field)) {
      seats()
        .filter((seat) => seat !== field.seat)
        .forEach((seat) => clearTick(seat, field));
    }
  }
}

function onlyOne(field) {
  return field.seat !== TABLE && supplyOf(field) === 1;
}

function clearTick(seat, field) {
  const where = holder(seat),
    id = field.count.id;
  if (field.kind) {
    if (where[id] && where[id][field.kind.id]) {
      where[id] = { ...where[id], [field.kind.id]: false };
    }
  } else if (where[id]) {
    where[id] = false;
  }
}

// A whole number or a sum as it is typed; null for nothing, or for what is none.
function whole(text) {
  if (typeof text !== "string") {
    return null;
  }
  const tidy = text.replace(/[+\u2212-]\s*$/, "");
  if (!/^\s*[+\u2212-]?\s*\d{1,9}(\s*[+\u2212-]\s*\d{1,9}){0,40}\s*$/.test(tidy)) {
    return null;
  }
  return tidy.match(/[+\u2212-]?\s*\d+/g).reduce((sum, term) => {
    const number = Number(term.replace(/\D/g, ""));
    return /[\u2212-]/.test(term) ? sum - number : sum + number;
  }, 0);
}

function supplyOf(field) {
  const supply = field.kind && field.kind.supply !== undefined ? field.kind.supply : field.count && field.count.supply;
  if (supply === undefined || supply === null || typeof supply === "number") {
    return supply === undefined ? null : supply;
  }
  const steps = Object.keys(supply)
    .map(Number)
    .sort((a, b) => a - b)
    .filter((players) => players <= state.players.length);
  return steps.length ? supply[steps[steps.length - 1]] : null;
}

// The largest number that a field can hold here; Infinity where nobody says.
function limitOf(field) {
  if (!field.count) {
    return Infinity;
  }
  if (field.count.list) {
    return field.count.bounds[0][1];
  }
  const { most } = field.kind || field.count;
  const supply = supplyOf(field);
  return Math.min(most === undefined ? Infinity : most, supply === null ? Infinity : supply);
}

function leastOf(field) {
  if (!field.count) {
    return -99999;
  }
  if (field.count.list) {
    return field.count.bounds[0][0];
  }
  return (field.kind ? field.kind.least : field.count.least) || 0;
}
