// Blocks of one player.

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
    if (count.kinds || count.list) {
      blocks.push(groupBlock(seat, count));
      card = null;
      return;
    }
    if (!card) {
      card = el("section.card");
      blocks.push(card);
    }
    card.append(...rowBlock(seat, count));
  });
  if (seat === TABLE) {
    blocks.push(...stack().numbers.map(numbersBlock));
  } else {
    const free = linesOf(null);
    if (free.length) {
      blocks.push(el("section.card", {}, chips(seat, free), more(seat, free)));
    }
    const ties = tieFields().filter((field) => field.seat === seat);
    ties.forEach((field) => blocks.push(el("section.card.tie", {}, simpleRow(field, fieldLabel(field)))));
  }
  blocks.push(notes());
  page.main.replaceChildren(
    el(`div.blocks.${player(seat)}`, { role: "tabpanel", "aria-label": ownerName({ seat }) }, blocks),
  );
}

// Warnings that concern no field, below everything, so that nothing moves.
function notes() {
  const made = el("div.notes");
  refreshers.push(() => {
    const words = score.general.join("\n");
    if (made.dataset.words === words) {
      return;
    }
    made.dataset.words = words;
    made.replaceChildren(...score.general.map((message) => el("p.note", {}, sign("warning"), el("span", {}, message))));
  });
  return made;
}

function heading(seat, count) {
  const words = el("span"),
    aside = el("span.aside", {}, count.shared ? say("page.same_for_all") : word(count.note));
  const made = el("h2", {}, words, aside);
  refreshers.push(() => {
    const fault = score.faults.find((one) =>
      one.keys.some((key) => fieldsOf(seat, count).some((field) => field.key === key)),
    );
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
    if (old) {
      old.remove();
    }
    if (how) {
      made.prepend(sign(how));
    }
  }
  text(words, fault ? briefly(fault, made.classList.contains("second")) : otherwise);
}

function groupBlock(seat, count) {
  const lines = linesOf(count);
  const fields = fieldsOf(seat, count);
  const size = slotsOf(count, fields.length);
  const tiles = el(
    "div.tiles",
    {},
    fields.map((field) => tile(field)),
    ghosts(seat, count, fields.length, size),
  );
  balance(tiles, count.list ? Math.max(size, 3) : size, count.list && size > 6 ? 5 : 6);
  return el(
    "section.card.group",
    {},
    heading(seat, count),
    tiles,
    lines.length ? chips(seat, lines) : null,
    more(seat, lines),
  );
}

// How many slots a list shows: all there can be where these are few, so that nothing moves when one is filled.
function slotsOf(count, used) {
  return count.list && count.list[1] <= 8 ? count.list[1] : used;
}

// The slots after the first empty one: they only lead there.
function ghosts(seat, count, used, size) {
  return Array.from({ length: size - used }, (_, k) =>
    el(
      "button.tile.ghost",
      { tabIndex: -1, "aria-hidden": "true", onclick: () => goTo(fieldsOf(seat, count)[used - 1].key) },
      el("span.box", {}, "\u2013"),
      el("span.caption", {}, el("span", {}, slotName(count, used + k))),
      count.fields ? el("span.below") : null,
    ),
  );
}

// At most so many in a row, and rows that are about as long.
function balance(element, size, most) {
  const rows = Math.ceil(size / most);
  element.dataset.columns = String(Math.max(1, Math.ceil(size / rows)));
}

function box(field) {
  const label = say("page.field", { name: ownerName(field), field: longLabel(field) });
  const made = el("input.box", {
    type: "text",
    autocomplete: "off",
    "aria-label": label,
    "data-key": field.key,
    inputmode: settings.typing === "own" || field.type === "record" ? "none" : "text",
    enterkeyhint: "next",
    readOnly: field.type === "record",
    spellcheck: false,
    onfocus: () => select(field.key, true),
    oninput: () => typed(field, made.value),
  });
  cells.set(field.key, made);
  refreshers.push(() => paintBox(made, field));
  return made;
}

function longLabel(field) {
  const own = fieldLabel(field);
  return field.kind ? say("page.field_kind", { count: word(field.count.label), kind: own }) : own;
}

function recordText(field, entry) {
  if (typeof entry === "string") {
    return signed(whole(entry));
  }
  return entry ? signed(valueOfRecord(field.count, entry)) : "";
}

function paintBox(made, field) {
  const value = get(field),
    active = shown.active === field.key;
  let words = value === undefined ? "" : value;
  if (field.type === "record") {
    words = recordText(field, value);
  } else if (!active && whole(words) !== null) {
    words = signed(whole(words));
  }
  const zero = value === undefined && field.kind && holder(field.seat)[field.count.id] !== undefined;
  if (made.value !== words) {
    made.value = words;
  }
  made.placeholder = zero
    ? "0"
    : field.slot !== undefined && field.count && field.slot === (holder(field.seat)[field.count.id] || []).length
      ? "+"
      : "\u2013";
  mark(made, "long", words.length > 5);
  mark(made, "mid", words.length > 3);
  mark(made, "zero", words === "0");
  paintState(made, field, active);
}

function paintState(made, field, active) {
  const found = faultAt(field.key),
    fault = found && found.whole ? null : found;
  const outer = made.closest(".tile") || made;
  mark(outer, "on", active);
  [outer, made].forEach((one) => {
    one.dataset.fault = fault ? (fault.error ? "error" : "warning") : "";
  });
  attribute(made, "aria-invalid", fault && fault.error ? "true" : null);
  attribute(made, "aria-description", fault ? fault.message : null);
}

function tile(field) {
  const name =
    field.type === "own"
      ? word(field.caption)
      : field.kind
        ? word(field.kind.label)
        : slotName(field.count, field.slot);
  const caption = el("span.caption", { title: name }, el("span", {}, name));
  const picture = field.kind ? icon(field.kind.icon) : null;
  if (field.type === "tick") {
    const answer = el("span.answer");
    const made = el(
      "button.tile.ticked",
      {
        role: "checkbox",
        "data-key": field.key,
        "aria-label": say("page.field", { name: ownerName(field), field: longLabel(field) }),
        onfocus: () => select(field.key, true),
        onclick: () => {
          select(field.key);
          answerTick(field, get(field) !== true, false);
        },
      },
      picture,
      answer,
      caption,
    );
    cells.set(field.key, made);
    refreshers.push(() => {
      const value = get(field);
      attribute(made, "aria-checked", String(value === true));
      mark(made, "yes", value === true);
      mark(made, "zero", value !== true);
      text(
        answer,
        value === true ? "\u2713" : value === false || holder(field.seat)[field.count.id] ? say("page.no") : "\u2013",
      );
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
  if (!entry || typeof entry === "string") {
    return "";
  }
  const [first, ...rest] = field.count.fields;
  const used = rest.filter((part) => Number(entry[part.id] || 0));
  const by = used.map(
    (part) => valueOfRecord(field.count, entry) - valueOfRecord(field.count, { ...entry, [part.id]: "0" }),
  );
  const base = Number(entry[first.id] || 0);
  const adds = base + by.reduce((sum, value) => sum + value, 0) === valueOfRecord(field.count, entry);
  const told = signed(base) + by.map((value) => (value < 0 ? " \u2212 " : " + ") + Math.abs(value)).join("");
  return used.length && adds && told.length < 8 ? told : "";
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
  const name = el("strong"),
    second = el("span.second");
  const label = el("div.label", {}, name, second);
  refreshers.push(() => {
    const fault = faultAt(field.key);
    text(name, word(count.label));
    const value = get(field);
    const sum =
      typeof value === "string" && /\d\s*[+\u2212]\s*\d/.test(value)
        ? value.replace(/([+\u2212])/g, " $1 ").replace(/^ /, "")
        : "";
    paintFault(
      second,
      second.lastChild || second.appendChild(el("span")),
      fault,
      shown.active === field.key ? "" : sum,
    );
    mark(label, "two", Boolean(fault || second.textContent));
  });
  const row = el("div.row", {}, label, control(field), lines[0] ? pointsButton(seat, lines[0]) : el("span.points"));
  const rest = lines.slice(1);
  return [row, rest.length ? chips(seat, rest) : null, more(seat, lines)].filter(Boolean);
}

function control(field) {
  if (field.type !== "tick") {
    return box(field);
  }
  const label = say("page.field", { name: ownerName(field), field: longLabel(field) });
  const answers = [false, true].map((answer) =>
    el(
      "button.answer",
      {
        role: "radio",
        tabIndex: -1,
        onclick: () => {
          select(field.key);
          answerTick(field, answer, false);
        },
      },
      say(answer ? "page.yes" : "page.no"),
    ),
  );
  const made = el(
    "div.switch",
    {
      role: "radiogroup",
      "aria-label": label,
      "data-key": field.key,
      tabIndex: 0,
      onfocus: () => select(field.key, true),
    },
    answers,
  );
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
  const points = score.players[seat].points[index],
    line = stack().lines[index];
  text(value, points === null ? "\u2013" : signed(points));
  mark(made, "zero", !points);
  mark(made, "given", state.players[seat].points[line.id] !== undefined);
  attribute(made, "aria-expanded", String(shown.open === `${seat}/${line.id}`));
  attribute(
    made,
    made === value ? "aria-label" : "aria-description",
    say("page.points_label", {
      name: state.players[seat].name,
      line: word(line.label),
      points: points === null ? say("page.empty_field") : points,
      working: working(seat, index),
    }),
  );
}

// How the points come about, without the sign and the points that stand beside it.
function working(seat, index) {
  if (state.players[seat].points[stack().lines[index].id] !== undefined) {
    return say("page.as_given");
  }
  const player = score.players[seat];
  if (player.points[index] === null) {
    return score.numbersMissing.some((asked) => asked.line === index) ? say("page.needs_numbers") : "";
  }
  const words = player.workings[index] || "",
    points = signed(player.points[index]);
  if (words === points) {
    return "";
  }
  return words.endsWith(` = ${points}`)
    ? words.slice(0, -points.length - 3)
    : words.endsWith(` \u2192 ${points}`)
      ? words.slice(0, -points.length - 1)
      : words;
}

function chips(seat, lines) {
  const made = el(
    "div.chips",
    {},
    lines.map((line) => {
      const index = stack().lines.indexOf(line);
      const how = el("span"),
        value = el("span.value");
      const chip = el(
        "button.chip",
        { onclick: () => openLine(seat, line) },
        el("span.name", {}, word(line.short || line.label)),
        el("span.how", {}, how),
        value,
      );
      refreshers.push(() => {
        paintPoints(chip, value, seat, index);
        const words = working(seat, index);
        text(how, words.endsWith("\u2192") && !score.players[seat].points[index] ? "" : words);
      });
      return chip;
    }),
  );
  made.dataset.columns = String(
    lines.length === 4 ? 2 : lines.length > 3 ? Math.ceil(lines.length / Math.ceil(lines.length / 4)) : lines.length,
  );
  return made;
}

function openLine(seat, line) {
  const key = `${seat}/${line.id}`;
  const closing = shown.open === key;
  shown.open = closing ? "" : key;
  if (closing && shown.active === `${seat}/=${line.id}`) {
    shown.active = "";
  }
  rebuild();
  const opened = page.main.querySelector(".more");
  if (opened) {
    opened.scrollIntoView({ block: "nearest" });
  }
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
  return el(
    "div.more",
    {},
    el(
      "p",
      {},
      el("strong", {}, word(line.label)),
      ` ${[word(line.rule), word(line.note)].filter(Boolean).join(" \u00b7 ")}`,
    ),
    el("p", {}, full),
    simpleRow(pointsField(seat, line), say("page.type_points")),
  );
}

function simpleRow(field, label) {
  return el("div.row", {}, el("div.label", {}, el("span", {}, label)), box(field), el("span.points"));
}

function numbersBlock(asked) {
  const line = stack().lines[asked.line];
  if (isFolded(asked)) {
    return el(
      "section.card.folded",
      {},
      el(
        "span",
        {},
        say("page.numbers_known", {
          line: word(line.label),
          numbers: asked.numbers.map(([, path]) => signed(whole(numbers[path]))).join("  "),
        }),
      ),
      el(
        "button.link",
        {
          onclick: () => {
            shown.unfolded.add(line.id);
            rebuild();
            select(ownFields(asked)[0].key);
            focusField();
          },
        },
        say("page.numbers_change"),
      ),
    );
  }
  shown.unfolded.add(line.id);
  const fields = ownFields(asked);
  const tiles = el("div.tiles.plain", {}, fields.map(tile));
  balance(tiles, fields.length, 4);
  return el(
    "section.card.group",
    {},
    el("h2", {}, el("span", {}, word(line.label)), el("span.aside.all", {}, say("page.numbers_how"))),
    tiles,
  );
}
