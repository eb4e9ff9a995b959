// The dock: one field at a time.

function select(key, focused) {
  if (shown.active === key && visit && visit.key === key) {
    return;
  }
  const before = shown.active;
  shown.active = key;
  const field = find(key);
  if (!field) {
    return;
  }
  const old = find(before);
  visit = { key, fresh: true, remembered: false, left: visit && visit.moved ? before : null };
  if (shown.view === "sheet") {
    shown.seat = field.seat;
  }
  if (!old || kindOfKeys(old) !== kindOfKeys(field) || page.keys.dataset.for !== kindOfKeys(field)) {
    drawKeys();
  }
  refreshers.forEach((one) => one());
  refreshSentence();
  refreshDock();
  const made = cells.get(key);
  if (!made) {
    return;
  }
  made.scrollIntoView({ block: "nearest" });
  if (focused && made.select) {
    made.select();
  }
}

function focusField() {
  const made = cells.get(shown.active);
  if (made) {
    made.focus({ preventScroll: true });
    made.scrollIntoView({ block: "nearest" });
    if (made.select) {
      made.select();
    }
  }
}

function kindOfKeys(field) {
  return field.type === "record" || field.type === "tick" ? `${field.type}/${field.count.id}` : "number";
}

// A key: what it is called, what it does, what stands on it, and more about it.
function key(kind, label, go, content, about) {
  const made = el(`button.key${kind}`, { "aria-label": label, tabIndex: -1, onclick: go }, content);
  attribute(made, "aria-description", about || null);
  return made;
}

const digit = (n) => key("", String(n), () => press(String(n)), String(n));

function drawKeys() {
  const field = find(shown.active);
  if (!field) {
    return;
  }
  page.next = key(".next.wide2", say("page.next"), () => next(), [(page.nextWord = el("span")), sign("right")]);
  const remove = key(".function", say("page.delete"), () => press("delete"), sign("delete"));
  const step = (by) =>
    key(".function", plus(by), () => press(by), plus(by), say(by < 0 ? "page.minus" : "page.plus"));
  let keys;
  if (field.type === "tick") {
    const worth = tickPoints(field);
    keys = [false, true].map((answer) =>
      key(".answer", say(answer ? "page.yes" : "page.no"), () => answerTick(find(shown.active), answer, true), [
        el("span", {}, say(answer ? "page.yes" : "page.no")),
        answer && worth ? el("small", {}, worth) : null,
      ]),
    );
    keys.push(page.next);
  } else if (field.type === "record") {
    const parts = field.count.fields.slice(1).filter((part, k) => field.count.bounds[k + 2][1] > 0);
    const most = Math.max(
      ...field.count.bounds
        .slice(1)
        .filter(([low, high], k) => !k || high - low > 9)
        .map((bound) => bound[1]),
    );
    const buttons = parts.map((part) => {
      const worth = isTyped(field, part) ? "" : plus(effect(field.count, part));
      return key(".function.part", `${word(part.label)} ${worth}`, () => press(part.id), [
        icon(part.icon),
        el("span", {}, word(part.label)),
        el("b", {}, worth),
      ]);
    });
    if (field.count.bounds.slice(1).some(([low]) => low < 0)) {
      buttons.push(key(".function", "\u00b1", () => press("turn"), "\u00b1"));
    }
    keys = [1, 2, 3].map(digit).concat(remove, [4, 5, 6, 0].map(digit));
    if (most > 6) {
      keys.push(...[7, 8, 9].map(digit), buttons.shift() || el("span"));
    }
    const row = el("div.parts", {}, buttons);
    if (most > 6) {
      row.className = "parts two";
    }
    keys.push(row);
    if (most <= 6) {
      keys.push(el("span.wide2"));
    }
    keys.push(page.next);
  } else {
    keys = [1, 2, 3].map(digit).concat(
      remove,
      [4, 5, 6].map(digit),
      step(-1),
      [7, 8, 9].map(digit),
      step(1),
      key(".function", say("page.add"), () => press("+"), "+"),
      digit(0),
      page.next,
    );
  }
  page.keys.dataset.for = kindOfKeys(field);
  page.keys.className = `keys ${field.type === "tick" ? "ticks" : ""}`;
  page.keys.replaceChildren(...keys);
}

function plus(value) {
  return value < 0 ? signed(value) : `+${value}`;
}

// Whether a field of a record is typed in digits; the others are stepped through by taps.
function isTyped(field, part) {
  const [low, high] = field.count.bounds[field.count.fields.indexOf(part) + 1];
  return part === field.count.fields[0] || high - low > 9;
}

// "+5" under Yes, where a tick is worth the same to everyone.
function tickPoints(field) {
  const lines = linesOf(field.count).filter((line) => line.kind === undefined || line.kind === field.k);
  if (lines.length !== 1 || field.seat === TABLE) {
    return "";
  }
  const index = stack().lines.indexOf(lines[0]);
  const input = tableNow(),
    place = field.count.places[field.k || 0];
  const points = [0, 1].map((answer) => {
    input.players[field.seat].counts[place] = answer;
    input.players[field.seat].points[index] = null;
    return scorer.score(input).players[field.seat].points[index];
  });
  const worth = points[0] === null || points[1] === null ? null : points[1] - points[0];
  return !worth ? "" : worth > 0 ? `+${worth}` : signed(worth);
}

function refreshDock() {
  const field = find(shown.active);
  if (!field) {
    return;
  }
  const fault = faultAt(field.key);
  page.dock.dataset.fault = fault ? (fault.error ? "error" : "warning") : "";
  text(
    page.prompt,
    fault ? briefly(fault, true) : say("page.prompt", { name: ownerName(field), field: fieldLabel(field) }),
  );
  const hint = fault ? "" : hintOf(field);
  text(page.hint, hint);
  mark(page.hint, "long", hint.length > { normal: 34, large: 28, largest: 24 }[settings.size]);
  if (page.nextWord) {
    text(page.nextWord, say(after(field, 1) ? "page.next" : "page.result"));
  }
  if (field.type === "tick") {
    page.keys
      .querySelectorAll(".answer")
      .forEach((button, k) => attribute(button, "aria-pressed", String(get(field) === Boolean(k))));
  }
  const made = cells.get(field.key);
  if (made && made.select && document.activeElement === made && visit && visit.fresh) {
    made.select();
  }
}

function hintOf(field) {
  const value = get(field);
  if (field.type === "record") {
    if (!value || typeof value === "string") {
      return say("page.list_end");
    }
    const [first, ...rest] = field.count.fields;
    const parts = rest
      .filter((part) => Number(value[part.id] || 0))
      .map((part) => {
        const by = effect(field.count, part, value),
          label = inside(word(part.label)),
          many = Number(value[part.id]);
        return Math.abs(by) === 1
          ? `${by * many < 0 ? MINUS : "+"} ${Math.abs(many)} ${label}`
          : `\u00b7 ${label} ${signed(many)}`;
      });
    const sum = parts.length ? say("page.sum", { value: signed(valueOfRecord(field.count, value)) }) : "";
    return [signed(Number(value[first.id] || 0)), ...parts, sum].join(" ").trim();
  }
  if (typeof value === "string" && /\d\s*[+\u2212]/.test(value)) {
    return say("page.sum", { value: signed(whole(value) || 0) });
  }
  if (field.type === "own") {
    return say("page.numbers_how");
  }
  if (!field.count) {
    return "";
  }
  const supply = supplyOf(field);
  if (field.type === "tick") {
    return supply === 1 ? say("page.holder") : word(field.count.ask) || word(field.count.note);
  }
  if (supply !== null && field.seat !== TABLE && !field.count.list) {
    const count = seats().reduce((sum, seat) => sum + (whole(get({ ...field, seat })) || 0), 0);
    return say("page.supply", { count, limit: supply });
  }
  if (field.count.list && field.slot === (holder(field.seat)[field.count.id] || []).length) {
    return say("page.list_end");
  }
  const limit = limitOf(field),
    least = leastOf(field);
  if (field.kind && limit < 99999) {
    return least ? say("page.from_to", { least, limit, most: limit }) : say("page.at_most", { limit });
  }
  return word(field.count.ask) || word(field.count.note);
}

// The field after or before one; null at the end.
function after(field, by) {
  const all = walk();
  let place = all.findIndex((one) => one.key === field.key);
  if (place < 0) {
    // a line's points: on from the player's last field
    place =
      by > 0
        ? all.findLastIndex((one) => one.seat === field.seat)
        : all.findIndex((one) => one.seat === field.seat) + 1;
  }
  const empty =
    by > 0 &&
    field.slot !== undefined &&
    field.count &&
    field.slot >= (holder(field.seat)[field.count.id] || []).length;
  if (empty) {
    while (all[place + 1] && all[place + 1].count === field.count && all[place + 1].seat === field.seat) {
      place += 1;
    }
  }
  const found = all[place + by] || null;
  if (by > 0 && found && found.type === "own" && field.type !== "own" && !sharedCounts().length) {
    return null;
  }
  return found;
}

function move(by, moved) {
  const field = find(shown.active),
    to = field && after(field, by);
  if (!to) {
    return false;
  }
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
    if (!drawn) {
      shown.active = to.key;
      rebuild();
    }
    visit = { key: "", moved };
    const left = field.key;
    select(to.key);
    if (visit) {
      visit.left = moved ? left : null;
    }
  }
  focusField();
  return true;
}

function next() {
  const field = find(shown.active);
  if (!field) {
    return;
  }
  if (get(field) === undefined && field.count) {
    const list = holder(field.seat)[field.count.id];
    if (field.kind && field.type === "number" && list === undefined) {
      change(field, "0");
    } else if (field.kind && field.type === "tick" && list === undefined && !field.count.missing) {
      change(field, false);
    } else if (field.slot === 0 && list === undefined) {
      remember();
      holder(field.seat)[field.count.id] = [];
      refresh();
    }
  }
  if (!move(1, false)) {
    finish();
  }
}

// A new value of a field; the first of a visit is what undo comes back to.
function change(field, value) {
  if (!visit || visit.key !== field.key || !visit.remembered) {
    remember();
  }
  if (visit && visit.key === field.key) {
    visit.remembered = true;
  }
  const list = field.count && field.count.list ? (holder(field.seat)[field.count.id] || []).length : 0;
  put(field, value);
  const now = field.count && field.count.list ? (holder(field.seat)[field.count.id] || []).length : 0;
  if (list !== now) {
    const kept = visit;
    rebuild();
    visit = kept;
    focusField();
  } else {
    refresh();
  }
  announceField(field);
}

function answerTick(field, answer, moves) {
  change(field, answer);
  if (moves && settings.moves) {
    move(1, false);
  }
}

function hasFault(field) {
  const fault = faultAt(field.key);
  return Boolean(fault && fault.error);
}

// A key of the dock, or of a real keyboard where it means the same.
function press(what) {
  const field = find(shown.active);
  if (!field || field.type === "tick") {
    return;
  }
  if (!visit || visit.key !== field.key) {
    visit = { key: field.key, fresh: true, remembered: false, left: null };
  }
  if (field.type === "record") {
    pressRecord(field, what);
    return;
  }
  const now = get(field) || "";
  if (typeof what === "number") {
    visit.fresh = true;
    change(field, signed(Math.max(leastOf(field), (whole(now) || 0) + what)));
    return;
  }
  if (what === "delete") {
    if (now === "") {
      move(-1);
      return;
    }
    const rest = visit.fresh ? "" : now.slice(0, -1);
    visit.fresh = false;
    change(field, rest);
    return;
  }
  if (what === "+") {
    if (visit.fresh && visit.left && leastOf(field) >= 0 && (now === "" || !visit.touched)) {
      // on with the number just left; where a number may begin with a minus, the key is that
      const left = find(visit.left);
      if (left && left.type === field.type && typeof get(left) === "string") {
        goTo(left.key);
        visit.fresh = false;
        change(left, `${get(left)}+`);
        return;
      }
    }
    visit.fresh = false;
    const turned =
      now === ""
        ? leastOf(field) < 0
          ? MINUS
          : ""
        : now === MINUS
          ? ""
          : /\+$/.test(now)
            ? now.slice(0, -1) + MINUS
            : /\u2212$/.test(now)
              ? `${now.slice(0, -1)}+`
              : `${now}+`;
    if (turned.length <= 40) {
      change(field, turned);
    }
    return;
  }
  const base = visit.fresh ? "" : now;
  const last = /\d*$/.exec(base)[0];
  const text = last === "0" ? base.slice(0, -1) + what : base + what;
  if (last.length >= 6 || text.length > 40) {
    return;
  }
  visit.fresh = false;
  visit.touched = true;
  change(field, text);
  const value = whole(text),
    limit = limitOf(field);
  if (
    settings.moves &&
    /^\d+$/.test(text) &&
    (value === 0 || value * 10 > limit) &&
    (field.kind || field.count) &&
    !hasFault(field)
  ) {
    move(1, true);
  }
}

function pressRecord(field, what) {
  const [first, ...rest] = field.count.fields;
  const entry = get(field);
  const record = typeof entry === "object" && entry ? { ...entry } : {};
  if (what === "delete") {
    if (entry === undefined) {
      move(-1);
    } else {
      change(field, undefined);
    }
    return;
  }
  const part = field.count.fields.find((one) => one.id === visit.part) || first;
  const [least, most] = field.count.bounds[field.count.fields.indexOf(part) + 1];
  const now = Number(record[part.id] || 0);
  if (what === "turn") {
    if (-now < least || -now > most) {
      return;
    }
    record[part.id] = String(-now);
  } else if (/^\d$/.test(what)) {
    const before = visit.fresh || most <= 9 ? 0 : Math.abs(now);
    const value = Math.min(most, before * 10 + Number(what));
    visit.fresh = false;
    if (value < least && value === 0 && entry === undefined) {
      return;
    }
    record[part.id] = String(now < 0 && before ? -value : value);
  } else {
    const stepped = rest.find((one) => one.id === what);
    if (!stepped) {
      return;
    }
    if (isTyped(field, stepped)) {
      visit.part = stepped.id; // the digits go to this field now
      visit.fresh = true;
      return;
    }
    const [low, top] = field.count.bounds[field.count.fields.indexOf(stepped) + 1];
    const next = Number(record[what] || 0) + 1;
    if (record[first.id] === undefined && field.count.bounds[1][0] > 0) {
      record[first.id] = String(field.count.bounds[1][0]);
    }
    record[what] = String(next > top ? low : next);
    if (record[what] === "0") {
      delete record[what];
    }
  }
  change(field, record);
}

// What is typed into a field itself, by a real or the device's keyboard.
function typed(field, words) {
  const tidy = words
    .replace(/-/g, MINUS)
    .replace(/[^\d+\u2212 ]/g, "")
    .slice(0, 80);
  if (!visit || visit.key !== field.key) {
    visit = { key: field.key, fresh: false, remembered: false, left: null };
  }
  visit.fresh = false;
  change(find(field.key) || field, tidy);
}

function keyboard(event) {
  if (page.dialog.open || event.altKey) {
    return;
  }
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    if (event.target.matches(".seat input")) {
      return;
    }
    event.preventDefault();
    undo();
    focusField();
    return;
  }
  if (event.ctrlKey || event.metaKey) {
    return;
  }
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
  if (!event.target.dataset || !event.target.dataset.key) {
    return;
  }
  const field = find(event.target.dataset.key);
  if (!field) {
    return;
  }
  const done = () => event.preventDefault();
  if (event.key === "Enter") {
    done();
    if (event.shiftKey) {
      move(-1);
    } else {
      next();
    }
    return;
  }
  if (field.type === "tick") {
    if (/^[y1]$/i.test(event.key) || event.key === "ArrowRight") {
      done();
      answerTick(field, true, false);
    } else if (/^[n0]$/i.test(event.key) || event.key === "ArrowLeft") {
      done();
      answerTick(field, false, false);
    } else if (event.key === " " && event.target.tagName !== "BUTTON") {
      done();
      answerTick(field, get(field) !== true, false);
    }
    return;
  }
  if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    done();
    if (field.type !== "record") {
      press(event.key === "ArrowUp" ? 1 : -1);
    }
    return;
  }
  if (field.type === "record") {
    const part = field.count.fields.slice(1).find((one) => one.id.charAt(0) === event.key.toLowerCase());
    if (/^\d$/.test(event.key)) {
      done();
      press(event.key);
    } else if (event.key === "Backspace" || event.key === "Delete") {
      done();
      press("delete");
    } else if (event.key === "-") {
      done();
      press("turn");
    } else if (part) {
      done();
      press(part.id);
    }
  }
}

// A swipe over the blocks goes to the neighbour.
function swipes() {
  let from = null;
  page.main.addEventListener(
    "touchstart",
    (event) => {
      from = event.touches.length === 1 ? event.touches[0] : null;
    },
    { passive: true },
  );
  page.main.addEventListener(
    "touchend",
    (event) => {
      if (!from || shown.view !== "players") {
        return;
      }
      const to = event.changedTouches[0],
        x = to.clientX - from.clientX,
        y = to.clientY - from.clientY;
      if (Math.abs(x) < 70 || Math.abs(x) < 2 * Math.abs(y)) {
        return;
      }
      const seat = shown.seat + (x < 0 ? 1 : -1);
      if (seat >= (hasTable() ? TABLE : 0) && seat < state.players.length) {
        toSeat(seat);
      }
    },
    { passive: true },
  );
}
