// The result.

// Who won and why: one short sentence, and the reason.
function verdict() {
  const here = stack(),
    lines = score.players;
  const names = score.winners.map((seat) => state.players[seat].name);
  const first = seats().filter((seat) => lines[seat].place === 1);
  const name = listed(names),
    points = first.length ? lines[first[0]].total : 0;
  const made = { first: "", rest: "", won: names.length > 0 };
  if (!score.finished) {
    return {
      ...made,
      first: say(score.errors.length ? "page.fault" : "page.not_yet"),
      rest: toCount() ? say("page.to_count", { who: toCount() }) : "",
    };
  }
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
    made.first = !band
      ? say("page.lost")
      : band.id === "win"
        ? say("page.won")
        : band.id === "lose"
          ? say("page.lost")
          : `${word(band.label)}.`;
    made.rest = say("result.alone", { name: listed(first.map((seat) => state.players[seat].name)), points });
    return made;
  }
  if (state.players.length === 1) {
    made.first = say("result.alone", { name: state.players[0].name, points });
    made.won = false;
    return made;
  }
  if (score.decided === 0) {
    const behind = seats().filter((seat) => lines[seat].place === 2);
    made.first = say("result.win", { name, points });
    made.rest = say("page.ahead", {
      gap: Math.abs(points - lines[behind[0]].total),
      others: listed(behind.map((seat) => state.players[seat].name)),
    });
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
  made.first = say("page.wins_tie", { name });
  made.rest = say("page.tied", {
    names: all,
    points,
    label: word(here.ties[score.decided - 1].label),
    values: compared(),
  });
  return made;
}

// What decided, of everybody who was not out of the running by an earlier tie-break.
function compared() {
  const k = score.decided - 1,
    lines = score.players;
  const [first] = seats().filter((seat) => lines[seat].place === 1);
  const level = (seat) =>
    lines[seat].total === lines[first].total &&
    lines[seat].ties.slice(0, k).every((value, j) => value === lines[first].ties[j]);
  return seats()
    .filter((seat) => level(seat) && lines[seat].ties[k] !== null)
    .sort((a, b) => lines[a].place - lines[b].place)
    .map((seat) => say("result.value", { name: state.players[seat].name, value: lines[seat].ties[k] }))
    .join(say("list.joint"));
}

// The ties that were looked at: up to the one that decided.
function shownTies() {
  if (typeof score.decided === "number") {
    return score.decided;
  }
  return score.decided === "shared" ? stack().ties.length : 0;
}

// Players whose total somebody else has too.
function tiedSeats() {
  return seats().filter((seat) =>
    seats().some((other) => other !== seat && score.players[other].total === score.players[seat].total),
  );
}

function rank(seat, final) {
  const lines = score.players[seat],
    place = placeOf(seat);
  const tied =
    final && tiedSeats().includes(seat)
      ? stack()
          .ties.slice(0, shownTies())
          .map((tie, k) => `${signed(lines.ties[k] || 0)} ${inside(word(tie.label))}`)
      : [];
  return el(
    `div.rank.${player(seat)}`,
    {},
    place === null
      ? null
      : el(`span.place${final ? ".final" : ""}${final && lines.winner ? ".first" : ""}`, {}, String(place)),
    el(
      "span.who",
      {},
      el("strong", {}, state.players[seat].name),
      tied.length ? el("span.second", {}, tied.join(", ")) : null,
    ),
    el("b", {}, signed(lines.total === null ? score.sums[seat] : lines.total)),
  );
}

// What is wrong or unlikely, with whom it is about.
function warningsNow() {
  return score.faults
    .filter((fault) => fault.keys.length)
    .map((fault) =>
      fault.seat === null
        ? fault.message
        : say("page.warning_of", { name: state.players[fault.seat].name, message: fault.message }),
    )
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
  if (score.finished) {
    enterHistory(told);
  }
}

function today() {
  return new Intl.DateTimeFormat(language(), { dateStyle: "long" }).format(new Date());
}

function drawResult() {
  const won = verdict();
  const order = seats().sort((a, b) => (score.players[a].place || 99) - (score.players[b].place || 99));
  const parts = [
    el(
      "section.verdict",
      {},
      won.won ? sign("trophy") : null,
      el("h1", { tabIndex: -1 }, won.first),
      won.rest ? el("p", {}, won.rest) : null,
    ),
  ];
  mark(parts[0], "won", won.won);
  parts.push(...warningsNow().map((message) => el("p.note", {}, sign("warning"), el("span", {}, message))));
  if (state.players.length > 1) {
    parts.push(
      el(
        "div.ranking",
        {},
        order.map((seat) => rank(seat, true)),
      ),
    );
  }
  const row = (kind, label, cells) =>
    el(
      `tr${kind}`,
      {},
      el("th", { scope: "row" }, label),
      cells.map((cell) => el("td", {}, cell)),
    );
  const rows = stack().lines.map((line, k) =>
    row(
      "",
      word(line.label),
      seats().map((seat) => {
        const points = score.players[seat].points[k];
        const given = state.players[seat].points[line.id] !== undefined;
        return `${points === null ? "\u2013" : signed(points)}${given ? "*" : ""}`;
      }),
    ),
  );
  rows.push(
    row(
      ".sum",
      say("page.total"),
      seats().map((seat) => signed(score.players[seat].total === null ? score.sums[seat] : score.players[seat].total)),
    ),
  );
  const tied = tiedSeats();
  stack()
    .ties.slice(0, shownTies())
    .forEach((tie, k) => {
      const decides = score.decided === k + 1;
      rows.push(
        row(
          decides ? ".decides" : "",
          decides ? say("page.decides", { label: word(tie.label) }) : word(tie.label),
          seats().map((seat) =>
            tied.includes(seat) && score.players[seat].ties[k] !== null ? signed(score.players[seat].ties[k]) : "",
          ),
        ),
      );
    });
  parts.push(
    el(
      "div.scroll",
      { tabIndex: 0, role: "region", "aria-label": say("page.by_line") },
      el(
        "table.lines",
        {},
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            el("th", { scope: "col" }, say("page.by_line")),
            seats().map((seat) => el("th", { scope: "col" }, state.players[seat].name)),
          ),
        ),
        el("tbody", {}, rows),
      ),
    ),
  );
  if (state.players.some((one) => Object.keys(one.points).length)) {
    parts.push(el("p.foot", {}, `* ${say("page.as_given")}`));
  }
  const told = stack()
    .numbers.filter((asked) => asked.numbers.some(([, path]) => whole(numbers[path]) !== null))
    .map((asked) => asked.line);
  const own = [...new Set([...stack().known, ...told])].map((line) => word(stack().lines[line].label));
  if (own.length) {
    parts.push(el("p.foot", {}, say("page.own_numbers", { lines: own.join(", ") })));
  }
  const variants = named(state.variants).map((id) => word(offered(id).title));
  parts.push(
    el(
      "p.foot",
      {},
      [word(game().title), game().edition, ...variants, say("page.unofficial"), today()]
        .filter(Boolean)
        .join(" \u00b7 "),
    ),
  );
  page.main.replaceChildren(el("div.blocks.result", {}, parts));
  page.actions.replaceChildren(
    el("button.action", { onclick: edit }, sign("edit"), say("page.edit")),
    el("button.action", { onclick: share }, sign("share"), say("page.share")),
    el("button.action.go", { onclick: newGame }, sign("again"), say("page.new")),
  );
}

function edit() {
  shown.view = viewByWidth();
  rebuild();
  focusField();
}

function resultText() {
  const told = verdict();
  const variants = named(state.variants)
    .map((id) => word(offered(id).title))
    .join(", ");
  const lines = [
    [word(game().title), variants].filter(Boolean).join(" \u00b7 "),
    [told.first, told.rest].filter(Boolean).join(score.finished ? " " : ". "),
    "",
  ];
  const order = seats().sort((a, b) => (score.players[a].place || 99) - (score.players[b].place || 99));
  order.forEach((seat) => {
    const mine = score.players[seat];
    const place = mine.place === null || state.players.length < 2 ? "" : mine.place + ". ";
    lines.push(place + state.players[seat].name + " " + signed(mine.total === null ? score.sums[seat] : mine.total));
    const points = (k) => (mine.points[k] === null ? "\u2013" : signed(mine.points[k]));
    lines.push(
      "   " +
        stack()
          .lines.map((line, k) => word(line.short || line.label) + " " + points(k))
          .join(", "),
    );
  });
  const warnings = warningsNow();
  if (warnings.length) {
    lines.push("", ...warnings);
  }
  return lines.join("\n") + "\n";
}

async function share() {
  const words = resultText();
  if (navigator.share) {
    try {
      await navigator.share({ text: words });
      return;
    } catch (error) {
      if (error.name === "AbortError") {
        return;
      }
    }
  }
  copy(words);
}

async function copy(words) {
  try {
    await navigator.clipboard.writeText(words);
    tell(say("page.copied"));
  } catch (error) {
    const area = el("textarea", { value: words, rows: 12, readOnly: true, "aria-label": say("page.copy_by_hand") });
    open(say("page.copy_by_hand"), area);
    area.focus();
    area.select();
    try {
      if (document.execCommand("copy")) {
        tell(say("page.copied"));
      }
    } catch (failed) {
      /* the text stays selected */
    }
  }
}

function newGame() {
  remember();
  const names = state.players.map((one) => one.name),
    old = state.variants;
  state = newState(names, old);
  begin();
  tell(say("page.begun"), undo);
}

// A finished game goes to the past ones, once; corrected, it keeps the moment when it was finished.
function enterHistory(told) {
  const entry = {
    id: state.id,
    date: new Date().toISOString(),
    sentence: told.first,
    variants: named(state.variants),
    players: seats()
      .sort((a, b) => score.players[a].place - score.players[b].place)
      .map((seat) => [state.players[seat].name, score.players[seat].total]),
    state: JSON.parse(JSON.stringify(state)),
  };
  const old = past.findIndex((one) => one.id === entry.id);
  if (old >= 0) {
    entry.date = past[old].date;
    past[old] = entry;
  } else {
    past.unshift(entry);
  }
  past = past.slice(0, 200);
  keep(`${game().id}:past`, past);
  return entry;
}
