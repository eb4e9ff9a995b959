// Tallies: what potager score reads, and what it or people write.

function tallyOf(from) {
  const where = from || state;
  const lines = [`game: ${quoted(game().id)}`];
  const variants = named(where.variants);
  if (variants.length) {
    lines.push(`variants: [${variants.map(quoted).join(", ")}]`);
  }
  const table = sharedCounts().filter((count) => where.table[count.id] !== undefined);
  if (table.length) {
    lines.push("table:", ...table.map((count) => `  ${count.id}: ${written(count, where.table[count.id])}`));
  }
  lines.push("players:");
  where.players.forEach((player, seat) => {
    lines.push(`  - name: ${quoted(player.name)}`);
    if (player.members) {
      lines.push(`    members: [${player.members.map(quoted).join(", ")}]`);
    }
    ownCounts()
      .filter((count) => player.counts[count.id] !== undefined)
      .forEach((count) => {
        lines.push(`    ${count.id}: ${written(count, player.counts[count.id])}`);
      });
    const points = {};
    stack().numbers.forEach((asked) => {
      // numbers of one's own copy stay here: the file tells the points
      const value = score.players[seat] && score.players[seat].points[asked.line];
      if (asked.numbers.some(([, path]) => whole(numbers[path]) !== null) && typeof value === "number") {
        points[stack().lines[asked.line].id] = String(value);
      }
    });
    stack().lines.forEach((line) => {
      if (whole(player.points[line.id]) !== null) {
        points[line.id] = player.points[line.id];
      }
    });
    const ties = {};
    stack().ties.forEach((tie) => {
      if (whole(player.ties[tie.id]) !== null) {
        ties[tie.id] = player.ties[tie.id];
      }
    });
    [
      ["points", points],
      ["ties", ties],
    ].forEach(([key, values]) => {
      const entries = Object.entries(values).map(([id, value]) => `${id}: ${number(value)}`);
      if (entries.length) {
        lines.push(`    ${key}: {${entries.join(", ")}}`);
      }
    });
  });
  return lines.join("\n") + "\n";
}

function quoted(text) {
  return /^[a-z][a-z_-]*$/.test(text) && !/^(yes|no|on|off|true|false|null|y|n)$/.test(text)
    ? text
    : JSON.stringify(text);
}
function number(text) {
  return text.replace(/\s*[+\u2212-]\s*$/, "").replace(/\u2212/g, "-");
}

function written(count, value) {
  const one = (answer) => (typeof answer === "boolean" ? (answer ? "yes" : "no") : number(answer));
  if (count.list) {
    const record = (entry) =>
      count.fields
        .filter((field) => entry[field.id])
        .map((field) => field.id + ": " + entry[field.id])
        .join(", ");
    return (
      "[" +
      value.map((entry) => (typeof entry === "string" ? number(entry) : "{" + record(entry) + "}")).join(", ") +
      "]"
    );
  }
  if (count.kinds) {
    const entries = count.kinds
      .filter((kind) => value[kind.id] !== undefined)
      .map((kind) => `${kind.id}: ${one(value[kind.id])}`);
    return `{${entries.join(", ")}}`;
  }
  return one(value);
}

class Wrong extends Error {}

// The little YAML that tallies are written in; every scalar is text. JSON is nearly the same.
function parseYaml(text) {
  if (text.length > 200000) {
    throw new Wrong(say("page.wrong.large"));
  }
  const rows = [];
  let open = 0;
  text
    .replace(/\r/g, "")
    .split("\n")
    .forEach((raw, at) => {
      const line = uncommented(raw);
      if (!line.trim() || line.trim() === "---") {
        return;
      }
      const indent = line.length - line.trimStart().length;
      if (open > 0) {
        rows[rows.length - 1].text += " " + line.trim();
      } else {
        rows.push({ indent, text: line.trim(), at: at + 1 });
      }
      open = depth(rows[rows.length - 1].text);
    });
  let next = 0;
  const bad = (row) => new Wrong(say("page.wrong.text", { line: row ? row.at : rows.length }));

  function block(indent) {
    const row = rows[next];
    if (!row) {
      return "";
    }
    return /^-(\s|$)/.test(row.text)
      ? sequence(row.indent)
      : /^("(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'{[][^:]*?)\s*:(\s|$)/.test(row.text)
        ? mapping(row.indent)
        : flowOf(rows[next++]);
  }
  function sequence(indent) {
    const made = [];
    while (next < rows.length && rows[next].indent === indent && /^-(\s|$)/.test(rows[next].text)) {
      const row = rows[next],
        rest = row.text.slice(1).trimStart();
      if (!rest) {
        next += 1;
        made.push(next < rows.length && rows[next].indent > indent ? block() : "");
        continue;
      }
      rows[next] = { indent: indent + row.text.length - rest.length, text: rest, at: row.at };
      made.push(block());
    }
    if (next < rows.length && rows[next].indent > indent) {
      throw bad(rows[next]);
    }
    return made;
  }
  function mapping(indent) {
    const made = Object.create(null);
    while (next < rows.length && rows[next].indent === indent) {
      const row = rows[next];
      const found = /^("(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'{[][^:]*?)\s*:(?:\s+(.*))?$/.exec(row.text);
      if (!found || /^-(\s|$)/.test(row.text)) {
        throw bad(row);
      }
      const key = plain(found[1], row);
      if (key in made) {
        throw bad(row);
      }
      next += 1;
      if (found[2]) {
        made[key] = flowOf({ text: found[2], at: row.at });
      } else if (
        next < rows.length &&
        (rows[next].indent > indent || (rows[next].indent === indent && /^-(\s|$)/.test(rows[next].text)))
      ) {
        made[key] = block();
      } else {
        made[key] = "";
      }
    }
    if (next < rows.length && rows[next].indent > indent) {
      throw bad(rows[next]);
    }
    return made;
  }
  function plain(text, row) {
    try {
      if (text.startsWith('"')) {
        return String(JSON.parse(text));
      }
    } catch (error) {
      throw bad(row);
    }
    return text.startsWith("'") ? text.slice(1, -1).replace(/''/g, "'") : text;
  }
  function flowOf(row) {
    const source = row.text;
    if (!/^[{["']/.test(source)) {
      return source;
    }
    let at = 0;
    const space = () => {
      while (/\s/.test(source[at] || "")) {
        at += 1;
      }
    };
    const value = (level) => {
      space();
      if (level > 20) {
        throw bad(row);
      }
      const sign = source[at];
      if (sign === "{" || sign === "[") {
        at += 1;
        const list = [],
          map = Object.create(null);
        for (;;) {
          space();
          if (source[at] === (sign === "{" ? "}" : "]")) {
            at += 1;
            return sign === "{" ? map : list;
          }
          const first = value(level + 1);
          space();
          if (sign === "[") {
            list.push(first);
          } else {
            if (typeof first !== "string" || first in map) {
              throw bad(row);
            }
            if (source[at] === ":") {
              at += 1;
              map[first] = value(level + 1);
            } else {
              map[first] = "";
            }
            space();
          }
          if (source[at] === ",") {
            at += 1;
          } else if (source[at] !== (sign === "{" ? "}" : "]")) {
            throw bad(row);
          }
        }
      }
      if (sign === '"' || sign === "'") {
        const found = (sign === '"' ? /^"(?:[^"\\]|\\.)*"/ : /^'(?:[^']|'')*'/).exec(source.slice(at));
        if (!found) {
          throw bad(row);
        }
        at += found[0].length;
        return plain(found[0], row);
      }
      const found = /^(?:[^,:{}[\]]|:(?=\S))*/.exec(source.slice(at))[0];
      at += found.length;
      return found.trim();
    };
    const made = value(0);
    space();
    if (at < source.length) {
      throw bad(row);
    }
    return made;
  }
  const made = block();
  if (next < rows.length) {
    throw bad(rows[next]);
  }
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
  try {
    found = JSON.parse(text, (key, value) =>
      typeof value === "number" || typeof value === "boolean" ? String(value) : value === null ? "" : value,
    );
  } catch (error) {
    found = parseYaml(text);
  }
  if (!found || typeof found !== "object" || !Array.isArray(found.players)) {
    throw new Wrong(say("page.wrong.players"));
  }
  const which = DATA.games.findIndex((one) => one.id === found.game);
  if (which < 0) {
    throw new Wrong(say("page.wrong.game", { game: String(found.game) }));
  }
  const before = at,
    old = state;
  at = which;
  try {
    const listed = found.variants ? [].concat(found.variants) : [];
    listed.forEach((id) => {
      if (typeof id !== "string" || !offered(id)) {
        throw new Wrong(say("page.wrong.variant", { variant: String(id) }));
      }
    });
    const made = {
      ...newState([], []),
      variants: game()
        .variants.map((v) => v.id)
        .filter((id) => withBases(listed).has(id)),
    };
    if (!game().stacks[stackKey(made.variants)]) {
      throw new Wrong(say("page.wrong.variant", { variant: listed.join(", ") }));
    }
    state = made;
    if (!found.players.length || found.players.length > stack().players[1]) {
      throw new Wrong(say("page.wrong.players"));
    }
    const names = new Set();
    made.players = found.players.map((entry, seat) => {
      if (!entry || typeof entry !== "object" || Array.isArray(entry)) {
        throw new Wrong(say("page.wrong.players"));
      }
      const player = newPlayer(seat, typeof entry.name === "string" ? tidied(entry.name, 200) : "");
      while (names.has(player.name)) {
        player.name += "\u2032";
      }
      names.add(player.name);
      const others = ["name", "points", "ties"];
      if (stack().unit) {
        others.push("members");
        if (Array.isArray(entry.members) && entry.members.every((one) => typeof one === "string")) {
          player.members = entry.members.slice(0, 20).map((one) => tidied(one, 200));
        }
      }
      player.counts = readCounts(ownCounts(), entry, others);
      player.points = readNumbers(entry.points, stack().lines);
      player.ties = readNumbers(entry.ties, stack().ties);
      return player;
    });
    made.table = readCounts(sharedCounts(), found.table || {}, []);
  } catch (error) {
    at = before;
    state = old;
    throw error;
  }
  const made = state;
  at = before;
  state = old;
  if (state) {
    remember();
  }
  at = which;
  state = made;
  readSaved();
}

function readNumbers(values, known) {
  const made = {};
  Object.entries(values || {}).forEach(([id, value]) => {
    if (!known.some((one) => one.id === id)) {
      throw new Wrong(say("page.wrong.entry", { what: id }));
    }
    if (value !== "") {
      made[id] = readNumber(value, id);
    }
  });
  return made;
}

function readNumber(value, id) {
  if (typeof value !== "string" || whole(value) === null || value.length > 400) {
    throw new Wrong(say("page.wrong.entry", { what: `${id}: ${String(value).slice(0, 60)}` }));
  }
  return value.replace(/\s/g, "").replace(/-/g, MINUS);
}

function readCounts(counts, values, others) {
  const made = {};
  const tick = (value, id) => {
    if (/^(yes|true|1)$/i.test(value)) {
      return true;
    }
    if (/^(no|false|0)$/i.test(value)) {
      return false;
    }
    throw new Wrong(say("page.wrong.entry", { what: `${id}: ${String(value).slice(0, 60)}` }));
  };
  Object.entries(values).forEach(([id, value]) => {
    const count = counts.find((one) => one.id === id);
    if (!count) {
      if (others.includes(id)) {
        return;
      }
      throw new Wrong(say("page.wrong.entry", { what: id }));
    }
    if (value === "") {
      return;
    }
    const one = (text) => (count.tick ? tick(text, id) : readNumber(text, id));
    if (count.list) {
      if (!Array.isArray(value) || value.length > 200) {
        throw new Wrong(say("page.wrong.entry", { what: id }));
      }
      made[id] = value.map((entry) => {
        if (typeof entry === "string" || !count.fields) {
          return readNumber(entry, id);
        }
        const record = {};
        Object.entries(entry).forEach(([name, text]) => {
          if (!count.fields.some((field) => field.id === name)) {
            throw new Wrong(say("page.wrong.entry", { what: name }));
          }
          const number = whole(readNumber(text, name));
          if (number) {
            record[name] = String(number);
          }
        });
        return record;
      });
    } else if (count.kinds) {
      if (typeof value !== "object" || Array.isArray(value)) {
        throw new Wrong(say("page.wrong.entry", { what: id }));
      }
      const kinds = {};
      Object.entries(value).forEach(([kind, text]) => {
        if (!count.kinds.some((known) => known.id === kind)) {
          throw new Wrong(say("page.wrong.entry", { what: kind }));
        }
        if (text !== "") {
          kinds[kind] = one(text);
        }
      });
      if (!Object.keys(kinds).length) {
        count.kinds.slice(0, 1).forEach((kind) => {
          kinds[kind.id] = count.tick ? false : "0";
        });
      }
      made[id] = kinds;
    } else {
      made[id] = one(value);
    }
  });
  return made;
}
