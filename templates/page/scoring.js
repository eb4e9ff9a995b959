// Scoring.

let scorer = null,
  scorerFor = "";
let score = { players: [], errors: [], warnings: [] };

function isKnown(value) {
  return value !== null && value !== undefined;
}

// The numbers of the players' own copy, by their places in the program.
function ownNumbers() {
  const own = [];
  stack().numbers.forEach((asked) =>
    asked.numbers.forEach(([place, path]) => {
      own[place] = whole(numbers[path]);
    }),
  );
  for (let k = 0; k < own.length; k += 1) {
    own[k] = isKnown(own[k]) ? own[k] : null;
  }
  return own;
}

function valueOfRecord(count, entry) {
  const record = scorer.records.find((known) => known[0] === count.places[0] && known[1] === Boolean(count.shared));
  return record[2]([0, ...count.fields.map((field) => Number(entry[field.id] || 0))]);
}

function entryRow(count, entry) {
  if (!count.fields) {
    return [whole(entry)];
  }
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
        if (value === undefined) {
          row[count.places[k]] = count.missing ? 0 : null;
        } else if (count.tick) {
          row[count.places[k]] = tick(text);
        } else {
          row[count.places[k]] = text === undefined ? 0 : whole(text);
        }
      });
    } else if (value === undefined) {
      row[count.places[0]] = count.missing ? 0 : null;
    } else {
      row[count.places[0]] = count.tick ? tick(value) : whole(value);
    }
  });
  return row;
}

function tableNow() {
  return {
    players: state.players.map((player) => ({
      counts: rowOf(ownCounts(), player.counts),
      points: stack().lines.map((line) => whole(player.points[line.id])),
      ties: stack().ties.map((tie) => whole(player.ties[tie.id])),
    })),
    table: rowOf(sharedCounts(), state.table),
    own: ownNumbers(),
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
      if (given(placesOf(count), row)) {
        return false;
      }
      const index = stack().counts.indexOf(count);
      if (stack().always.includes(index)) {
        return true;
      }
      return lines.some(
        (line, k) =>
          line.reads.includes(index) &&
          (seat === TABLE || (line.others || []).includes(index)
            ? state.players.some((player) => whole(player.points[line.id]) === null)
            : whole(state.players[seat].points[line.id]) === null),
      );
    });
  };
  table.missing = seats().map(missing);
  table.tableMissing = missing(TABLE);
  table.numbersMissing = stack().numbers.filter(
    (asked) =>
      asked.numbers.some(([place]) => !isKnown(input.own[place])) &&
      table.players.some(
        (player, seat) =>
          player.points[asked.line] === null &&
          lines[asked.line].reads.every((index) => {
            const count = stack().counts[index];
            return given(count.places, count.shared ? input.table : input.players[seat].counts);
          }),
      ),
  );
  table.needsPoints = seats().map((seat) =>
    lines.filter(
      (line, k) => table.players[seat].points[k] === null && !table.missing[seat].length && !table.tableMissing.length,
    ),
  );
  table.counted = table.players.map((player) => player.total !== null);
  table.finished = table.players.every((player) => player.place !== null) && !table.errors.length;
  table.needed = null;
  if (table.counted.every(Boolean) && !table.finished && !table.errors.length && stack().goal === null) {
    table.needed = seats().map((seat) =>
      stack().ties.map((tie, k) => {
        const same = seats().filter(
          (other) =>
            table.players[other].total === table.players[seat].total &&
            stack()
              .ties.slice(0, k)
              .every((_, j) => table.players[other].ties[j] === table.players[seat].ties[j]),
        );
        return same.length > 1 && table.players[seat].ties[k] === null;
      }),
    );
  }
  table.faults = [...faults(table.errors, true), ...faults(table.warnings, false)];
  if (table.few) {
    const [least] = stack().players;
    table.general = [say("warning.few_players", { title: word(game().title), least, now: state.players.length })];
  } else {
    table.general = [];
  }
  table.faults
    .filter((fault) => !fault.keys.length)
    .forEach((fault) => {
      table.general.push(
        fault.seat === null
          ? fault.message
          : say("page.warning_of", { name: state.players[fault.seat].name, message: fault.message }),
      );
    });
  return table;
}

// What is wrong, and at which fields it is shown.
function faults(found, error) {
  return found.map((fault) => {
    const check = stack().checks[fault.check];
    const count = check.count === undefined ? null : stack().counts[check.count];
    const made = { error, seat: fault.player, message: fault.message, keys: [], count, of: fault.check };
    if (!count || (check.free && fault.player === null)) {
      return made;
    }
    const all = count.shared ? [TABLE] : fault.player === null ? seats() : [fault.player];
    all.forEach((seat) =>
      fieldsOf(seat, count).forEach((field) => {
        if (check.kind !== undefined && field.k !== check.kind) {
          return;
        }
        const value = get(field);
        if (check.bounds) {
          if (value === undefined) {
            return;
          }
          const number = entryRow(count, value)[check.column];
          if (number >= check.bounds[0] && number <= check.bounds[1]) {
            return;
          }
          const limit = number < check.bounds[0] ? check.bounds[0] : check.bounds[1];
          const name = `${word(check.label)} (${field.slot + 1})`;
          made.message = say(number < limit ? "check.least" : "check.most", { name, count: number, limit });
        } else if (fault.player === null && !count.shared) {
          if (value === undefined || value === false || whole(value) === 0) {
            return;
          }
        }
        made.keys.push(field.key);
      }),
    );
    made.whole = Boolean(count.list) && !check.bounds; // about the list, not about one entry of it
    return made;
  });
}

// The message of a fault, without the names that stand beside it anyway: all but the last of them, or all.
function briefly(fault, all) {
  if (!fault.count) {
    return fault.message;
  }
  const label = word(fault.count.label);
  let rest = fault.message.startsWith(`${label}, `) ? fault.message.slice(label.length + 2) : fault.message;
  if (!all) {
    return rest;
  }
  const names = [label, ...(fault.count.kinds || []).map((kind) => word(kind.label))];
  const name = names.find((one) => rest.startsWith(`${one}: `));
  if (name) {
    rest = rest.slice(name.length + 2);
  }
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

function faultAt(key) {
  return score.faults.find((fault) => fault.keys.includes(key));
}

function faultsOf(seat) {
  return score.faults.filter(
    (fault) => fault.seat === seat || fault.keys.some((key) => key.startsWith(`${seat === TABLE ? "T" : seat}/`)),
  );
}

// Where Next leads when nothing is left: the first field that is missing; null when there is none.
function firstMissing() {
  const all = walk();
  const missing = (field) => {
    if (field.type === "own") {
      return score.numbersMissing.includes(field.asked) && whole(get(field)) === null;
    }
    if (field.type === "tie") {
      return get(field) === undefined;
    }
    if (!field.count) {
      return false;
    }
    return (
      (field.seat === TABLE ? score.tableMissing : score.missing[field.seat]).includes(field.count) &&
      get(field) === undefined
    );
  };
  const found = all.find(missing);
  if (found) {
    return found;
  }
  for (const seat of seats()) {
    const line = score.needsPoints[seat].find(
      (other) => !stack().numbers.some((asked) => stack().lines[asked.line] === other),
    );
    if (line) {
      return pointsField(seat, line);
    }
  }
  return null;
}

// Places so far, among those who have counted everything; only by their totals.
function placeOf(seat) {
  if (state.players.length < 2 || score.errors.length) {
    return null;
  }
  if (score.finished) {
    return score.players[seat].place;
  }
  if (!score.counted[seat] || score.counted.filter(Boolean).length < 2) {
    return null;
  }
  const sign = stack().wins === "least" ? -1 : 1;
  const total = (other) => sign * score.players[other].total;
  return 1 + seats().filter((other) => score.counted[other] && total(other) > total(seat)).length;
}

function stateOf(seat) {
  const found = faultsOf(seat);
  if (found.some((fault) => fault.error)) {
    return "error";
  }
  if (found.length) {
    return "warning";
  }
  if (seat === TABLE) {
    return score.tableMissing.length || score.numbersMissing.length ? "partial" : "complete";
  }
  if (score.counted[seat]) {
    return "complete";
  }
  const player = state.players[seat];
  return Object.keys(player.counts).length || Object.keys(player.points).length ? "partial" : "empty";
}

function fieldLabel(field) {
  if (field.type === "points") {
    return say("page.points_of", { line: word(field.line.label) });
  }
  if (field.type === "tie") {
    return say("page.tie_of", { label: inside(word(field.tie.label)) });
  }
  if (field.type === "own") {
    return `${word(field.line.label)}, ${word(field.caption)}`;
  }
  if (field.kind) {
    return word(field.kind.label);
  }
  if (field.slot !== undefined) {
    return `${word(field.count.short || field.count.label)} ${field.slot + 1}`;
  }
  return word(field.count.label);
}

function ownerName(field) {
  return field.seat === TABLE ? say("page.table") : state.players[field.seat].name;
}
