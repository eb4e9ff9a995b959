// After each change.

function refresh() {
  score = compute();
  const ties = tieFields()
    .map((field) => field.key)
    .join();
  if (shown.ties !== undefined && shown.ties !== ties && shown.view !== "result") {
    shown.ties = ties;
    rebuild();
    return;
  }
  shown.ties = ties;
  refreshers.forEach((one) => one());
  refreshSentence();
  refreshDock();
  page.undo.disabled = !undoable.length;
  save();
}

function leftOf(seat) {
  if (seat === TABLE) {
    return score.tableMissing.length + score.numbersMissing.length;
  }
  return score.missing[seat].length;
}

function toCount() {
  const who = [];
  if (leftOf(TABLE)) {
    who.push(say("page.the_table"));
  }
  seats()
    .filter((seat) => !score.counted[seat] && (leftOf(seat) || !leftOf(TABLE)))
    .forEach((seat) => {
      const { name } = state.players[seat];
      who.push(stateOf(seat) === "empty" ? name : say("page.left", { name, left: leftOf(seat) || "" }).trim());
    });
  return who.join(", ");
}

// Where a fault is shown: with the player who is on, where it is theirs too.
function keyOf(fault) {
  return fault.keys.find((key) => (find(key) || {}).seat === shown.seat) || fault.keys[0];
}

// One sentence on how it stands: who leads, who is still to be counted, or what cannot be right.
function sentenceNow() {
  const error = score.faults.find((fault) => fault.error);
  if (error) {
    const key = keyOf(error),
      field = key ? find(key) : null;
    const label = field ? inside(fieldLabel(field)) : error.message;
    const name =
      error.seat !== null
        ? state.players[error.seat].name
        : field && field.seat !== TABLE
          ? state.players[field.seat].name
          : "";
    return {
      first: name ? say("page.check", { name, field: label }) : say("page.check_table", { field: label }),
      rest: "",
    };
  }
  if (score.finished) {
    const told = verdict();
    return { first: told.first, rest: told.rest };
  }
  const places = seats().filter((seat) => placeOf(seat) === 1);
  const rest = toCount() ? say("page.to_count", { who: toCount() }) : "";
  if (!places.length) {
    return { first: rest, rest: "" };
  }
  const names = listed(places.map((seat) => state.players[seat].name)),
    points = score.players[places[0]].total;
  return { first: say(places.length > 1 ? "page.lead" : "page.leads", { name: names, names, points }), rest };
}

function refreshSentence() {
  const { first, rest } = sentenceNow();
  text(page.words, [first, rest].filter(Boolean).join(" "));
  mark(page.sentence, "bad", score.errors.length > 0);
  const info = [el("div.verdict", {}, el("strong", {}, first), el("span", {}, rest))];
  const field = find(shown.active);
  const lines =
    field && field.count
      ? linesOf(field.count).filter((line) => line.kind === undefined || line.kind === field.k)
      : field && field.line
        ? [field.line]
        : [];
  lines.forEach((line) =>
    info.push(el("div.rule", {}, el("strong", {}, word(line.label)), el("span", {}, word(line.rule)))),
  );
  if (field && field.count && field.count.help) {
    info.push(el("div.rule", {}, el("span", {}, word(field.count.help))));
  }
  const order = seats()
    .filter((seat) => placeOf(seat) !== null)
    .sort((a, b) => placeOf(a) - placeOf(b));
  info.push(...order.map((seat) => rank(seat, false)));
  const words = info.map((part) => part.textContent).join("|");
  if (page.info.dataset.words !== words) {
    page.info.dataset.words = words;
    page.info.replaceChildren(...info);
  }
}

// A tap on the sentence leads to what is wrong, to the result, or to what is missing.
function follow() {
  const error = score.faults.find((fault) => fault.error && fault.keys.length);
  if (error) {
    goTo(keyOf(error));
    return;
  }
  finish();
}

function goTo(key) {
  const field = find(key);
  if (!field) {
    return;
  }
  if (shown.view === "players" && field.seat !== shown.seat) {
    shown.seat = field.seat;
    shown.active = key;
    visit = null;
    rebuild();
    page.main.scrollTop = 0;
  }
  if (field.type === "points" && shown.open !== `${field.seat}/${field.line.id}`) {
    shown.open = `${field.seat}/${field.line.id}`;
    shown.active = key;
    rebuild();
  }
  if (field.type === "own" && !cells.has(key)) {
    shown.unfolded.add(field.line.id);
    rebuild();
  }
  select(key);
  focusField();
}

function finish() {
  if (score.finished) {
    showResult();
    return;
  }
  const error = score.faults.find((fault) => fault.error && fault.keys.length);
  const missing = firstMissing();
  if (missing) {
    goTo(missing.key);
  } else if (error) {
    goTo(keyOf(error));
  } else {
    showResult();
  }
}
