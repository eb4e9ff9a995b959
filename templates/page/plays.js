// Plays: the result as other programs keep it. The same as scoring/bgstats.py makes of the same tally.

const LONGEST_LINK = 2000; // longer ones are cut by some programs

// The variants that are on, but for those that another one pulls in; in the order of their names.
function chosen() {
  const name = (variant) => variant.name || variant.id;
  return named(state.variants)
    .map(offered)
    .sort((a, b) => (name(a) < name(b) ? -1 : 1));
}

// Who won, and why, in one sentence: that of the report.
function reason() {
  const lines = score.players,
    here = stack();
  const called = (some) => listed(some.map((seat) => state.players[seat].name));
  const first = seats().filter((seat) => lines[seat].place === 1);
  const winners = score.winners.length ? score.winners : first;
  const { total } = lines[first[0]];
  const blanks = { name: called(winners), points: total, goal: here.goal };
  if (here.goal !== null) {
    const key = score.decided === "goal" ? "result.goal" : "result.goal_open";
    return say(winners.length > 1 ? `${key}_several` : key, blanks);
  }
  if (score.verdict !== null) {
    const band = here.verdicts[score.verdict] || { id: "lose" };
    const key = band.id === "win" || band.id === "lose" ? band.id : "band";
    return say(`result.${key}`, { ...blanks, band: word(band.label) });
  }
  if (lines.length === 1) {
    return say("result.alone", blanks);
  }
  if (score.decided === 0) {
    const behind = seats().filter((seat) => lines[seat].place === 2);
    const gap = Math.abs(total - lines[behind[0]].total);
    return say("result.total", { ...blanks, gap, others: called(behind) });
  }
  if (score.decided === "shared") {
    const labels = listed(here.ties.map((tie) => word(tie.label)));
    return say(labels ? "result.shared" : "result.shared_no_tie_break", { ...blanks, labels });
  }
  const names = called(seats().filter((seat) => lines[seat].total === total));
  return say("result.tie", { ...blanks, names, label: word(here.ties[score.decided - 1].label), values: compared() });
}

function comments() {
  return [...chosen().map((variant) => word(variant.title)), reason()].join(" \u00b7 ");
}

// A name without the chances of typing: Ann and ANN are one person.
function folded(name) {
  return name.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " ");
}

// The day as it is at the table.
function dayOf(when) {
  const two = (number) => String(number).padStart(2, "0");
  return `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`;
}

// The play that BG Stats makes of it. Its Android app fails on a player without `winner`.
function playOf(when) {
  const id = game().name || game().id,
    variants = chosen();
  const ids = state.players.map((one, seat) => `${folded(one.name)}:${score.players[seat].total}`);
  return {
    sourceName: "potager",
    sourcePlayId: [id, ...variants.map((variant) => variant.name || variant.id), dayOf(when), ...ids].join(":"),
    playDate: when.toISOString().slice(0, 19).replace("T", " "),
    game: {
      name: word(game().title),
      sourceGameId: `potager:${id}`,
      highestWins: stack().wins === "most",
      ...(game().bgg ? { bggId: game().bgg } : {}),
    },
    players: state.players.map((one, seat) => ({
      name: one.name,
      sourcePlayerId: folded(one.name),
      score: score.players[seat].total,
      rank: score.players[seat].place,
      winner: score.players[seat].winner,
      ...(one.members && one.members.length ? { role: one.members.join(", ") } : {}),
    })),
    ...(variants.length ? { board: variants.map((variant) => word(variant.title)).join(", ") } : {}),
    comments: comments(),
  };
}

// The link that opens BG Stats with a play filled in.
function linkOf(play) {
  const escaped = encodeURIComponent(JSON.stringify(play))
    .replace(/%2C/g, ",")
    .replace(/%3A/g, ":")
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `https://app.bgstatsapp.com/createPlay.html?data=${escaped}`;
}

// The same in the words of a BoardGameGeek play, for programs that keep such records.
function bggOf(when) {
  const persons = state.players.flatMap((one, seat) =>
    (one.members && one.members.length ? one.members : [one.name]).map((name) => [seat, name]),
  );
  return {
    playdate: dayOf(when),
    objecttype: "thing",
    objectid: game().bgg || null,
    name: word(game().title),
    quantity: 1,
    incomplete: score.decided === null && score.verdict === null && state.players.length > 1,
    nowinstats: false,
    comments: comments(),
    players: persons.map(([seat, name], k) => ({
      name,
      score: String(score.players[seat].total),
      win: score.players[seat].winner,
      position: String(k + 1),
    })),
  };
}

// A file to keep: shared where the device shares files and that is asked for, else downloaded.
async function saveFile(words, name, type, shares) {
  const file = new File([words], name, { type });
  if (shares && navigator.canShare && navigator.canShare({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return;
    } catch (error) {
      if (error.name === "AbortError") {
        return;
      }
    }
  }
  const url = URL.createObjectURL(file);
  const link = el("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

function saveRecord(record, kind) {
  saveFile(`${JSON.stringify(record, null, 2)}\n`, `${fileName()}-${kind}.json`, "application/json", true);
}

// How files of this game are called.
function fileName() {
  return (game().name || game().id).replace(/[^\p{L}\p{N}_-]+/gu, "-");
}
