// The sheet: lines down, players across.

function drawSheet() {
  const columns = state.players.length + 1;
  const head = el(
    "tr",
    {},
    el("td.corner"),
    seats().map((seat) => el("th", { scope: "col" }, tab(seat, "button"))),
  );
  const body = [];
  const wide = (...content) => body.push(el("tr.wide", {}, el("td", { colspan: columns }, content)));
  sharedCounts().forEach((count) => {
    const fields = fieldsOf(TABLE, count);
    const tiles = el(
      "div.tiles.flat",
      {},
      fields.map((field) => tile(field)),
    );
    balance(tiles, fields.length, 6);
    wide(heading(TABLE, count), count.kinds || count.list ? tiles : el("div.single", {}, control(fields[0])));
  });
  const own = () => stack().numbers.forEach((asked) => wide(numbersBlock(asked)));
  if (sharedCounts().length) {
    own();
  }
  ownCounts().forEach((count) => sheetRows(count, body, wide));
  const free = linesOf(null);
  free.forEach((line) => body.push(pointsRow(line)));
  const opened = free.find((line) => shown.open.endsWith(`/${line.id}`));
  if (opened) {
    wide(lineDetails(Number(shown.open.split("/")[0]), opened));
  }
  body.push(totalRow());
  stack().ties.forEach((tie) => {
    const fields = tieFields().filter((field) => field.tie === tie);
    if (fields.length) {
      body.push(
        el(
          "tr",
          {},
          el("th", { scope: "row" }, say("page.tie_of", { label: inside(word(tie.label)) })),
          seats().map((seat) => el("td", {}, fields.filter((field) => field.seat === seat).map(control))),
        ),
      );
    }
  });
  if (!sharedCounts().length) {
    own();
  }
  const table = el("table.sheet", {}, el("thead", {}, head), el("tbody", {}, body));
  table.dataset.players = state.players.length > 4 ? "many" : String(state.players.length);
  if (state.players.length > 4) {
    table.style.setProperty("width", `max(100%, ${6 + 3.75 * state.players.length}rem)`);
  }
  page.main.replaceChildren(el("div.blocks", {}, table, notes()));
}

function sheetRows(count, body, wide) {
  const lines = linesOf(count);
  const parts = seats().map((seat) => fieldsOf(seat, count));
  if (count.kinds || count.list) {
    wide(sheetHeading(count));
  }
  const rows = slotsOf(count, Math.max(...parts.map((fields) => fields.length)));
  const told = new Set();
  for (let row = 0; row < rows; row += 1) {
    const example = (parts.find((fields) => fields[row]) || [])[row];
    const mine = lines.filter((line) =>
      count.kinds ? line.kind === row : !count.list && !told.size && line === lines[0],
    );
    const caption = mine[0];
    if (caption) {
      told.add(caption);
    }
    const name = count.kinds ? word(example.kind.label) : count.list ? slotName(count, row) : word(count.label);
    const picture = count.kinds ? icon(example.kind.icon) : null;
    const label = el("th", { scope: "row" }, el("span.rowname", {}, picture, el("span", {}, name)));
    body.push(
      el(
        "tr",
        {},
        label,
        seats().map((seat) => {
          const field = parts[seat][row];
          if (!field) {
            const used = parts[seat].length;
            return el(
              "td",
              {},
              row < slotsOf(count, 0)
                ? el(
                    "button.box.ghost",
                    { tabIndex: -1, "aria-hidden": "true", onclick: () => goTo(parts[seat][used - 1].key) },
                    "\u2013",
                  )
                : null,
            );
          }
          return el(
            "td",
            {},
            field.type === "tick" ? tickCell(field) : box(field),
            caption ? captionButton(seat, caption) : null,
          );
        }),
      ),
    );
    const opened = mine.find((line) => shown.open.endsWith(`/${line.id}`));
    if (opened) {
      wide(lineDetails(Number(shown.open.split("/")[0]), opened));
    }
  }
  lines
    .filter((line) => !told.has(line))
    .forEach((line) => {
      body.push(pointsRow(line));
      if (shown.open.endsWith(`/${line.id}`)) {
        wide(lineDetails(Number(shown.open.split("/")[0]), line));
      }
    });
}

function sheetHeading(count) {
  const words = el("span"),
    made = el("h2", {}, words, el("span.aside", {}, word(count.note)));
  refreshers.push(() =>
    paintFault(
      made,
      words,
      score.faults.find((fault) => fault.count === count && fault.keys.length),
      word(count.label),
    ),
  );
  return made;
}

function captionButton(seat, line) {
  const made = el("button.under", { onclick: () => openLine(seat, line) });
  const index = stack().lines.indexOf(line);
  const value = el("b"),
    how = el("span.how.from720");
  made.append(value, how);
  refreshers.push(() => {
    paintPoints(made, value, seat, index);
    const words = working(seat, index);
    text(how, words && !words.endsWith("\u2192") ? ` ${words}` : "");
  });
  return made;
}

function pointsRow(line) {
  return el(
    "tr.computed",
    {},
    el("th", { scope: "row" }, word(line.label)),
    seats().map((seat) => el("td", {}, captionButton(seat, line))),
  );
}

function totalRow() {
  return el(
    "tr.sum",
    {},
    el("th", { scope: "row" }, say("page.total")),
    seats().map((seat) => {
      const made = el("td");
      refreshers.push(() => {
        const how = stateOf(seat);
        text(
          made,
          how === "empty" ? "\u2013" : signed(score.counted[seat] ? score.players[seat].total : score.sums[seat]),
        );
        mark(made, "zero", !score.counted[seat]);
      });
      return made;
    }),
  );
}

function tickCell(field) {
  const made = el("button.box.tickcell", {
    role: "checkbox",
    "data-key": field.key,
    "aria-label": say("page.field", { name: ownerName(field), field: longLabel(field) }),
    onfocus: () => select(field.key, true),
    onclick: () => {
      select(field.key);
      answerTick(field, get(field) !== true, false);
    },
  });
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
