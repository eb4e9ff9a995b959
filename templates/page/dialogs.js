// Dialogs.

function open(title, ...content) {
  const controls = () => [...page.dialog.querySelectorAll("button, input")];
  const again = page.dialog.open,
    place = again ? controls().indexOf(document.activeElement) : -1;
  if (!again) {
    page.before = document.activeElement;
  }
  page.dialog.replaceChildren(
    el(
      "div.sheetbox",
      {},
      el(
        "div.top",
        {},
        el("h2", { tabIndex: -1 }, title),
        el("button.round", { "aria-label": say("page.close"), onclick: () => page.dialog.close() }, sign("close")),
      ),
      content,
    ),
  );
  page.dialog.setAttribute("aria-label", title);
  page.dialog.onclose = () => {
    if (page.before && page.before.isConnected) {
      page.before.focus();
    } else {
      focusField();
    }
  };
  if (!again) {
    page.dialog.showModal();
    page.dialog.querySelector("h2").focus();
  } else if (place >= 0) {
    const there = controls()
      .slice(place)
      .find((one) => !one.disabled);
    if (there) {
      there.focus();
    }
  }
}

function choice(title, options, now, choose) {
  return el(
    "fieldset",
    {},
    el("legend", {}, title),
    el(
      "div.choice",
      {},
      options.map(([value, words]) =>
        el(
          "button",
          {
            "aria-pressed": String(value === now),
            lang: DATA.languages[value] ? value : language(),
            onclick: () => choose(value),
          },
          words,
        ),
      ),
    ),
  );
}

function set(key, value) {
  settings[key] = value;
  keep("settings", settings);
  rebuild();
  gameSheet();
}

// A player in the list: name, up, down, away.
function seatRow(one, seat) {
  const disc = el(`span.disc.${player(seat)}`);
  const input = el("input", {
    type: "text",
    maxLength: 60,
    autocomplete: "off",
    "aria-label": say("page.name_of", { seat: seat + 1 }),
    onchange: () => {
      rename(seat, input.value);
      paint();
    },
    onfocus: () => input.select(),
  });
  const last = state.players.length - 1;
  const buttons = [
    ["page.move_up", "up", seat === 0, () => swap(seat, seat - 1)],
    ["page.move_down", "down", seat === last, () => swap(seat, seat + 1)],
    ["page.remove_player", "close", last === 0, () => removePlayer(seat)],
  ].map(([key, name, disabled, onclick]) => [key, el("button.round", { disabled, onclick }, sign(name))]);
  const paint = () => {
    input.value = one.name;
    text(disc, [...one.name][0] || "?");
    buttons.forEach(([key, button]) => attribute(button, "aria-label", say(key, { name: one.name })));
  };
  paint();
  return el("div.seat", {}, disc, input, ...buttons.map(([, button]) => button));
}

// Players, variants, language and looks.
function gameSheet() {
  const parts = [];
  if (DATA.games.length > 1) {
    parts.push(
      choice(
        say("page.games"),
        DATA.games.map((one, k) => [k, word(one.title)]),
        at,
        (k) => {
          page.dialog.close();
          start(k);
        },
      ),
    );
  }
  const [, most] = stack().players;
  const rows = state.players.map(seatRow);
  parts.push(
    el(
      "fieldset",
      {},
      el("legend", {}, say("page.players")),
      rows,
      el(
        "button.add",
        { disabled: state.players.length >= most, onclick: addPlayer },
        sign("plus"),
        say("page.add_player"),
      ),
    ),
  );
  if (game().variants.length) {
    parts.push(
      el(
        "fieldset",
        {},
        el("legend", {}, say("page.variants")),
        game().variants.map((variant) =>
          el(
            "label.option",
            {},
            el("input", {
              type: "checkbox",
              checked: state.variants.includes(variant.id),
              onchange: (event) => {
                remember();
                state.variants = switched(state.variants, variant.id, event.target.checked);
                const [, most] = stack().players;
                state.players = state.players.slice(0, most);
                shown.active = "";
                shown.seat = Math.min(shown.seat, state.players.length - 1);
                changed(say("page.variants_changed"));
              },
            }),
            el("span", {}, el("span", {}, word(variant.title)), el("span.second", {}, word(variant.about))),
          ),
        ),
      ),
    );
  }
  const codes = Object.keys(DATA.languages);
  if (codes.length > 1) {
    parts.push(
      choice(
        say("page.language"),
        codes.map((code) => [code, DATA.languages[code].name]),
        language(),
        async (code) => {
          await unpackLanguage(code);
          set("language", code);
        },
      ),
    );
  }
  parts.push(
    choice(
      say("page.size"),
      ["normal", "large", "largest"].map((size) => [size, say(`page.size.${size}`)]),
      settings.size,
      (size) => set("size", size),
    ),
  );
  parts.push(
    choice(
      say("page.colours"),
      ["auto", "light", "dark"].map((theme) => [theme, say(`page.colours.${theme}`)]),
      settings.theme,
      (theme) => set("theme", theme),
    ),
  );
  parts.push(
    choice(
      say("page.typing"),
      ["own", "device"].map((typing) => [typing, say(`page.typing.${typing}`)]),
      settings.typing,
      (typing) => set("typing", typing),
    ),
  );
  parts.push(
    el(
      "label.option",
      {},
      el("input", {
        type: "checkbox",
        checked: settings.moves,
        onchange: (event) => set("moves", event.target.checked),
      }),
      el("span", {}, say("page.moves_on")),
    ),
  );
  open(word(game().title), ...parts);
}

function changed(words) {
  visit = null;
  if (shown.view === "result") {
    shown.view = viewByWidth();
  }
  rebuild();
  if (page.dialog.open) {
    gameSheet();
  }
  tell(words, () => {
    undo();
    if (page.dialog.open) {
      gameSheet();
    }
  });
}

function rename(seat, name) {
  let tidy = tidied(name, 60) || unnamed(seat);
  while (state.players.some((one, other) => other !== seat && one.name === tidy)) {
    tidy += "\u2032";
  }
  if (tidy !== state.players[seat].name) {
    remember();
  }
  state.players[seat].name = tidy;
  rebuild();
}

function swap(a, b) {
  remember();
  [state.players[a], state.players[b]] = [state.players[b], state.players[a]];
  shown.active = "";
  changed(say("page.reordered"));
  const moved = page.dialog.querySelectorAll(".seat")[b];
  const [again] = moved ? moved.querySelectorAll(`button:nth-of-type(${a < b ? 2 : 1}):enabled, button:enabled`) : [];
  if (again) {
    again.focus();
  }
}

function addPlayer() {
  remember();
  let seat = state.players.length;
  const made = newPlayer(seat);
  while (state.players.some((one) => one.name === made.name)) {
    seat += 1;
    made.name = unnamed(seat);
  }
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

// An entry of the menu: what it does, and how; with a link it leads there.
function entry(name, key, go, link) {
  const how = `${key}_how`;
  return el(
    link ? "a.entry" : "button.entry",
    {
      ...(link ? { href: link, target: "_blank", rel: "noopener noreferrer" } : {}),
      onclick: () => {
        page.dialog.close();
        go();
      },
    },
    sign(name),
    el(
      "span",
      {},
      el("span", {}, say(key)),
      DATA.languages.en.say[how] ? el("span.second", {}, say(how)) : null,
    ),
  );
}

function menu() {
  const games = past.map((one, k) =>
    el(
      "div.past",
      {},
      el(
        "button.entry",
        {
          onclick: () => {
            page.dialog.close();
            openPast(one);
          },
        },
        el(
          "span",
          {},
          el("strong", {}, one.sentence),
          el(
            "span.second",
            {},
            [
              new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(new Date(one.date)),
              ...one.variants.filter(offered).map((id) => word(offered(id).title)),
              one.players.map(([name, total]) => `${name} ${signed(total)}`).join(", "),
            ].join(" \u00b7 "),
          ),
        ),
      ),
      el(
        "button.round",
        {
          "aria-label": say("page.past_forget", { result: one.sentence }),
          onclick: () => {
            past.splice(k, 1);
            keep(`${game().id}:past`, past);
            menu();
          },
        },
        sign("close"),
      ),
    ),
  );
  open(
    say("page.menu"),
    entry("share", "page.share_result", share),
    entry("file", "page.save", saveTally),
    entry("open", "page.open", chooseTally),
    entry("link", "page.copy_link", () => copy(`${location.href.split("#")[0]}#tally=${encoded(tallyOf())}`)),
    entry("print", "page.print", () => window.print()),
    ...(score.finished ? plays() : []),
    entry("again", "page.new_game", newGame),
    el(
      "fieldset",
      {},
      el("legend", {}, say("page.past")),
      games.length ? games : el("p.second", {}, say("page.past_none")),
    ),
  );
}

// What takes the result to other programs.
function plays() {
  const when = new Date(enterHistory(verdict()).date);
  const play = playOf(when),
    link = linkOf(play);
  return [
    link.length > LONGEST_LINK
      ? entry("send", "page.bgstats_file", () => saveRecord(play, "bgstats"))
      : entry("send", "page.bgstats", () => {}, link),
    entry("file", "page.bgg", () => saveRecord(bggOf(when), "bgg")),
  ];
}

function openPast(entry) {
  if (!usable(entry.state)) {
    tell(say("page.not_opened", { reason: "" }), null, true);
    return;
  }
  remember();
  state = JSON.parse(JSON.stringify(entry.state));
  begin();
  showResult();
}

// Whoever prints the page, gets the result of everybody.
function printing() {
  let before = "";
  const to = (view) => {
    before = view === "result" ? shown.view : "";
    shown.view = view;
    rebuild();
  };
  window.addEventListener("beforeprint", () => shown.view !== "result" && to("result"));
  window.addEventListener("afterprint", () => before && to(before));
}

function saveTally() {
  saveFile(tallyOf(), `${fileName()}-${dayOf(new Date())}.yaml`, "text/yaml");
}

function chooseTally() {
  const input = el("input", {
    type: "file",
    accept: ".yaml,.yml,.json,text/*",
    hidden: true,
    onchange: async () => {
      const [file] = input.files;
      input.remove();
      if (!file) {
        return;
      }
      if (file.size > 200000) {
        tell(say("page.not_opened", { reason: say("page.wrong.large") }), null, true);
        return;
      }
      openText(await file.text());
    },
  });
  document.body.append(input);
  input.click();
}

function openText(words) {
  try {
    openTally(words);
  } catch (error) {
    if (!(error instanceof Wrong)) {
      throw error;
    }
    tell(say("page.not_opened", { reason: error.message }), null, true);
    return false;
  }
  begin();
  tell(say("page.opened"), undoable.length ? undo : null);
  return true;
}

function encoded(words) {
  const bytes = new TextEncoder().encode(words);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

function decoded(text) {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return new TextDecoder().decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)));
}

// A tally in the address: #tally=…
function openLink() {
  const found = /^#tally=([\w-]+)$/.exec(location.hash);
  if (!found) {
    return false;
  }
  try {
    history.replaceState(null, "", location.href.split("#")[0]);
  } catch (error) {
    /* some browsers forbid it on file: */
  }
  let words = "";
  try {
    words = decoded(found[1]);
  } catch (error) {
    tell(say("page.not_opened", { reason: say("page.wrong.text", { line: 1 }) }), null, true);
    return false;
  }
  return openText(words);
}

let barTimer = 0,
  liveTimer = 0;

// A bar at the foot for a few seconds, with Undo where something can be taken back.
function tell(words, back, bad) {
  clearTimeout(barTimer);
  page.bar.replaceChildren(
    el("span", {}, words),
    back
      ? el(
          "button.link",
          {
            onclick: () => {
              page.bar.hidden = true;
              back();
            },
          },
          say("page.undo"),
        )
      : el(
          "button.round",
          {
            "aria-label": say("page.close"),
            onclick: () => {
              page.bar.hidden = true;
            },
          },
          sign("close"),
        ),
  );
  (page.dialog.open ? page.dialog : document.body).append(page.bar);
  page.bar.hidden = false;
  mark(page.bar, "bad", bad);
  announce(words);
  barTimer = setTimeout(() => {
    page.bar.hidden = true;
  }, 8000);
}

function announce(words) {
  clearTimeout(liveTimer);
  liveTimer = setTimeout(() => {
    page.live.textContent = words;
  }, 700);
}

// After the last key: field, value, the player's total, and who leads when that changes.
let toldVerdict = "";
function announceField(field) {
  const value = get(field);
  const how =
    typeof value === "boolean"
      ? say(value ? "page.yes" : "page.no")
      : field.type === "record"
        ? recordText(field, value)
        : value || say("page.empty_field");
  const { first } = sentenceNow(),
    news = first === toldVerdict ? "" : ` ${first}`;
  toldVerdict = first;
  const words =
    field.seat === TABLE
      ? `${fieldLabel(field)}: ${how}`
      : say("page.told", { field: fieldLabel(field), value: how, total: signed(score.sums[field.seat]) });
  announce(words + news);
}
