// The form of a fillable sheet: fields → table → score → fields. ES5, and of Acrobat's API only what all viewers have.
function makeForm(doc, form, potager, reckons) {
  var byName = {}, seats = [], shared = [], copied = [], given = {}, last = {}, answer = null, places = {}, open = [];
  var boxes = {}, columns = [];
  var SUM = /^\s*[+\u2212-]?\s*[0-9]{1,9}(\s*[+\u2212-]\s*[0-9]{1,9}){0,40}\s*$/;

  (function () {
    for (var k = 0; k < form.fields.length; k += 1) {
      var f = form.fields[k], field = { name: f[0], what: f[1], seat: f[2], place: f[3], entry: f[4], number: f[5] || 0 };
      byName[field.name] = field;
      while (seats.length <= field.seat) { seats.push({ counts: [], points: [], ties: [], name: null, total: null }); }
      var seat = seats[field.seat];
      if (/^(cell|running|best|reckoned|entered)$/.test(field.what)) {
        while (columns.length <= field.place) { columns.push([]); }
        while (columns[field.place].length <= field.entry) { columns[field.place].push({ entered: [] }); }
        var row = columns[field.place][field.entry];
        if (field.what === "entered") {
          while (row.entered.length <= field.number) { row.entered.push([]); }
          row.entered[field.number].push(field);
        } else { row[field.what] = field; }
        continue;
      }
      if (field.number || field.what === "worth") {
        // the small fields of one record are one box; the first of them stands for it
        var box = [field.seat, field.place, field.entry].join(":");
        if (!boxes[box]) { boxes[box] = []; }
        field.box = boxes[box];
        if (field.what === "worth") { field.box.worth = field; continue; }
        field.box.push(field);
        if (field.box[0] !== field) { continue; }
      }
      if (field.what === "count") { seat.counts.push(field); }
      else if (field.what === "points" || field.what === "given") { seat.points.push(field); }
      else if (field.what === "tie") { seat.ties.push(field); }
      else if (field.what === "name") { seat.name = field; }
      else if (field.what === "total") { seat.total = field; }
      else if (field.what === "table") { shared.push(field); }
      else if (field.what === "own") { copied.push(field); }
    }
  }());

  // -- what stands in the fields

  function read(name) {
    var field = doc.getField(name), value = field ? field.valueAsString : "";
    return value === null || value === undefined ? "" : String(value);
  }
  function empty(text) { return /^\s*$/.test(text); }
  function fill(template, blanks) {
    return template.replace(/\{\{\s*(\w+)\s*\}\}/g, function (all, name) { return String(blanks[name]); });
  }

  // a whole number, or a sum as it was written at the table; null for anything else
  function whole(text) {
    if (text.length > 400 || !SUM.test(text)) { return null; }
    var sum = 0;
    text.replace(/([+\u2212-]?)\s*([0-9]+)/g, function (all, sign, digits) {
      sum += sign === "-" || sign === "\u2212" ? -Number(digits) : Number(digits);
      return "";
    });
    return sum;
  }

  // one record: its value, or its fields with commas between; null for anything else
  function record(text, count) {
    var parts = text.split(","), made = [null], k, number;
    if (!count.fields) { number = whole(text); return number === null ? null : [number]; }
    if (parts.length === 1) {
      number = count.whole ? null : whole(text);
      return number === null ? null : [number].concat(count.unsaid);
    }
    if (parts.length > count.fields) { return null; }
    for (k = 0; k < count.fields; k += 1) {
      number = k < parts.length && !empty(parts[k]) ? whole(parts[k]) : 0;
      if (number === null) { return null; }
      made.push(number);
    }
    return valued(made, count);
  }

  // a record with its value, which follows from its fields
  function valued(made, count) {
    for (var k = 0; k < potager.records.length; k += 1) {
      if (potager.records[k][0] === count.place && potager.records[k][1] === count.shared) {
        made[0] = potager.records[k][2](made);
      }
    }
    return made;
  }

  // the entries in one box of a list whose numbers have small fields of their own; in the first of them, alone, a whole
  // box may stand, too. Null while a number is missing or wrong
  function small(box, count, changed, value) {
    var texts = [], many = 0, made, k, number;
    number = worth(box);
    if (number !== null) { return [[number].concat(count.unsaid)]; }
    for (k = 0; k < box.length; k += 1) {
      texts.push(box[k].name === changed ? value : read(box[k].name));
      if (!empty(texts[k])) { many += 1; }
    }
    if (many === 0) { return []; }
    if (many === 1 && !empty(texts[0]) && (!count.whole || whole(texts[0]) === null)) { return entries(texts[0], count); }
    made = [null].concat(count.unsaid);
    for (k = 0; k < box.length; k += 1) {
      number = empty(texts[k]) ? 0 : whole(texts[k]);
      if (number === null || (empty(texts[k]) && count.unsaid[box[k].number - 1] > 0)) { return null; }
      made[box[k].number] = number;
    }
    return [valued(made, count)];
  }
  function some(box, changed, value) {
    if (worth(box) !== null) { return true; }
    for (var k = 0; k < box.length; k += 1) {
      if (!empty(box[k].name === changed ? value : read(box[k].name))) { return true; }
    }
    return false;
  }

  // the entries in one box of a list, spaces between them, a dash for none; null when one is no entry
  function entries(text, count) {
    var parts, made = [], k, one;
    if (/^\s*[\u2212\u2013-]?\s*$/.test(text)) { return []; }
    parts = text.replace(/\s*([,+\u2212-])\s*/g, "$1").replace(/^\s+|\s+$/g, "").split(/[\s;]+/);
    for (k = 0; k < parts.length; k += 1) {
      one = record(parts[k], count);
      if (one === null) { return null; }
      made.push(one);
    }
    return made;
  }

  // what was typed over a sum, null when nothing was: it begins with =
  function over(field, text) {
    var number = null;
    if (given.hasOwnProperty(field.name)) { number = given[field.name]; }
    else if (/^\s*=/.test(text)) { number = whole(text.replace(/^\s*=/, "")); }
    if (number === null) { return null; }
    return field.what === "points" && form.lines[field.place].penalty ? -Math.abs(number) : number;
  }

  // the points of a line as they stand in its box, where nothing on the sheet gives them
  function plainly(text, line) {
    var number = whole(text.replace(/^\s*=/, ""));
    return number !== null && form.lines[line].penalty ? -Math.abs(number) : number;
  }

  // what was typed over the value of a record, null when nothing was
  function worth(box) { return box.worth ? over(box.worth, read(box.worth.name)) : null; }

  function put(row, fields, counts, changed, value) {
    var any = false, groups = {}, halves = [], k, field, text, count, made;
    for (k = 0; k < counts.length; k += 1) { row.push(counts[k].list && !counts[k].absent ? [] : null); }
    for (k = 0; k < fields.length; k += 1) {
      field = fields[k];
      count = counts[field.place];
      text = field.name === changed ? value : read(field.name);
      if (count.marks !== undefined) {
        row[field.place] = (row[field.place] === null ? count.marks : row[field.place]) + (text === "Yes" ? 1 : 0);
        any = any || text === "Yes";
      } else if (count.tick) {
        row[field.place] = text === "Yes" ? 1 : 0;
        any = any || text === "Yes";
      } else if (field.box) {
        if (!some(field.box, changed, value)) { continue; }
        any = true;
        made = small(field.box, count, changed, value);
        if (made === null) { halves.push(field.place); } else { row[field.place] = row[field.place].concat(made); }
      } else if (!empty(text)) {
        any = true;
        made = count.list ? entries(text, count) : whole(text);
        if (made !== null) { groups[count.group] = true; }
        if (!count.list) { row[field.place] = made; }
        else if (made !== null) { row[field.place] = row[field.place].concat(made); }
      }
    }
    for (k = 0; k < halves.length; k += 1) { row[halves[k]] = null; } // a record is half written
    for (k = 0; k < counts.length; k += 1) {
      if (row[k] !== null || counts[k].list) { continue; }
      if (counts[k].missing || (groups[counts[k].group] && counts[k].least <= 0)) { row[k] = 0; }
    }
    return any;
  }

  // the table as `potager.score` takes it, and the seats of its players: those of whom anything is written
  function gather(changed, value) {
    var table = { players: [], table: [], own: [] }, found = [], s, k, q, seat, player, field, any, number, blank;
    for (s = 0; s < seats.length; s += 1) {
      seat = seats[s];
      player = { counts: [], points: [], ties: [], total: null };
      any = put(player.counts, seat.counts, form.counts, changed, value);
      for (k = 0; k < form.lines.length; k += 1) { player.points.push(null); }
      for (k = 0; k < form.ties.length; k += 1) { player.ties.push(null); }
      for (k = 0; k < seat.points.length; k += 1) {
        field = seat.points[k];
        number = field.what === "given" ? plainly(read(field.name), field.place) : over(field, read(field.name));
        player.points[field.place] = number;
        var others = number === null || field.what !== "given" ? [] : form.lines[field.place]["with"] || [];
        for (q = 0; q < others.length; q += 1) { player.points[others[q]] = 0; }
        any = any || number !== null;
      }
      for (k = 0; k < seat.ties.length; k += 1) {
        player.ties[seat.ties[k].place] = over(seat.ties[k], read(seat.ties[k].name));
      }
      if (seat.total) { player.total = over(seat.total, read(seat.total.name)); }
      any = any || player.total !== null;
      if (!any && (!seat.name || empty(read(seat.name.name)))) { continue; }
      if (!any) {
        blank = [];
        for (k = 0; k < form.counts.length; k += 1) { blank.push(null); }
        player.counts = blank;
      }
      player.counting = any || form.counts.length === 0; // where all is counted together a name is enough
      table.players.push(player);
      found.push(s);
    }
    put(table.table, shared, form.table, changed, value);
    for (k = 0; k < copied.length; k += 1) {
      table.own[copied[k].place] = whole(copied[k].name === changed ? value : read(copied[k].name));
    }
    return { table: table, seats: found };
  }

  function called(seat) {
    var name = seats[seat].name ? read(seats[seat].name.name).replace(/^\s+|\s+$/g, "") : "";
    return name || form.players[seat];
  }

  // -- the score, once for every change

  function solve() {
    var now, score, k;
    places = {};
    answer = null;
    open = [];
    if (!potager) { return; }
    now = gather();
    if (!now.table.players.length) { return; }
    score = potager.score(now.table);
    for (k = 0; k < now.seats.length; k += 1) { places[now.seats[k]] = k; }
    open = still(now, score);
    answer = { score: score, table: now.table, seats: now.seats };
  }

  // adds to `missing` what of these counts nobody has counted; whether there is any
  function lacking(missing, row, counts, uses) {
    var some = false, q;
    for (q = 0; q < uses.length; q += 1) {
      if (row[uses[q]] === null) {
        some = true;
        if (missing.indexOf(counts[uses[q]].label) < 0) { missing.push(counts[uses[q]].label); }
      }
    }
    return some;
  }

  // what nobody has counted yet, for each player
  function still(now, score) {
    var said = [], own = false, table = [], missing, i, k, line, some;
    for (i = 0; i < now.seats.length; i += 1) {
      missing = [];
      if (now.table.players[i].total !== null) { continue; }
      for (k = 0; k < form.lines.length; k += 1) {
        line = form.lines[k];
        if (score.players[i].points[k] !== null) { continue; }
        some = lacking(missing, now.table.players[i].counts, form.counts, line.own);
        some = lacking(table, now.table.table, form.table, line.table) || some;
        if (!some && line.printed) { own = true; }
      }
      if (!now.table.players[i].counting) { said.push(called(now.seats[i])); }
      else if (missing.length) { said.push(called(now.seats[i]) + " (" + missing.join(", ") + ")"); }
    }
    if (own) { table.push(form.words.own_missing); }
    return table.concat(said);
  }

  function number(value) { return value === null || value === undefined ? "" : String(value); }

  // what a computed field shows, as text
  function shown(field) {
    var i = places[field.seat], player, k, made, sum = 0, some = false;
    if (field.what === "mirror") {
      made = read(form.mirrors[field.place]);
      return made === "Yes" ? "\u00d7" : made === "Off" ? "" : made;
    }
    if (field.what === "say") { return message(); }
    if (field.what === "running") { return sofar(field, plus); }
    if (field.what === "best") { return sofar(field, field.number ? Math.min : Math.max); } // the lowest, where that wins
    if (field.what === "reckoned") { return number(reckoned(field.place, field.entry)); }
    if (field.what === "worth") {
      made = small(field.box, form.counts[field.place]);
      return made !== null && made.length === 1 ? String(made[0][0]) : "";
    }
    if (!answer || i === undefined || !answer.table.players[i].counting) { return ""; }
    player = answer.score.players[i];
    switch (field.what) {
    case "points":
      if (player.points[field.place] === null) { return ""; }
      return number(form.lines[field.place].penalty ? Math.abs(player.points[field.place]) : player.points[field.place]);
    case "gathered":
      made = [field.place].concat(form.lines[field.place]["with"]);
      for (k = 0; k < made.length; k += 1) {
        if (player.points[made[k]] === null) { return ""; }
        sum += player.points[made[k]];
      }
      return String(sum);
    case "part": return number(player.parts[field.place]);
    case "tie": return number(player.ties[field.place]);
    case "place": return player.place === null ? "" : player.place + ".";
    case "total":
      if (player.total !== null) { return number(player.total); }
      for (k = 0; k < player.points.length; k += 1) {
        if (player.points[k] !== null) { sum += player.points[k]; some = true; }
      }
      return some ? sum + " \u2026" : "";
    }
    return "";
  }

  // a number that follows from others in its row; null where nothing is entered, or something wrong
  function reckoned(place, at) {
    var row = columns[place][at].entered, choices = form.choices[place], made = [], some = false, c, k, text, sum;
    for (c = 0; c < row.length; c += 1) {
      sum = 0;
      for (k = 0; k < row[c].length; k += 1) {
        text = read(row[c][k].name);
        if (text === "Yes") { sum += choices[c] ? choices[c][k] : 1; some = true; }
        else if (text !== "Off" && !empty(text)) { sum += whole(text) || 0; some = true; }
      }
      made.push(sum);
    }
    return some ? reckons[place](made) : null;
  }

  // of choices in one row one is ringed
  function only(field) {
    var all = columns[field.place][field.entry].entered[field.number], k;
    for (k = 0; k < all.length; k += 1) {
      if (all[k] !== field && read(all[k].name) === "Yes") { doc.getField(all[k].name).value = "Off"; }
    }
  }

  // the number of a column in one row, or null
  function added(place, at) {
    var row = columns[place][at], typed;
    if (!row.reckoned) { return row.cell ? whole(read(row.cell.name)) : null; }
    typed = over(row.reckoned, read(row.reckoned.name));
    return typed === null ? reckoned(place, at) : typed;
  }

  // what a column comes to down to the row of a field; from a number that was typed over it goes on
  function sofar(field, join) {
    var rows = columns[field.place], found = null, k, own, typed, more;
    for (k = 0; k <= field.entry; k += 1) {
      own = rows[k][field.what];
      typed = own ? over(own, read(own.name)) : null;
      more = added(field.place, k);
      if (typed !== null) { found = typed; } else if (more !== null) { found = found === null ? more : join(found, more); }
    }
    return more === null ? "" : String(found);
  }

  function plus(a, b) { return a + b; }

  function told(faults, among) {
    var said = [], k, text;
    for (k = 0; k < faults.length; k += 1) {
      text = faults[k].message || form.entries[faults[k].check] || "";
      said.push(faults[k].player === null || (form.alone && form.seats === 1) ? text : called(among[faults[k].player]) + ": " + text);
    }
    return said;
  }

  function message() {
    var said = [], score, words = form.words, finished;
    if (!answer) { return ""; }
    score = answer.score;
    finished = score.players[0].place !== null;
    if (score.errors.length) { said.push(fill(words.impossible, { what: told(score.errors, answer.seats).join(" \u00b7 ") })); }
    if (form.alone) { // while it is played much is open, and others are not there
      if (finished && score.verdict !== null) { said.push(score.verdict < 0 ? words.lose : form.verdicts[score.verdict]); }
      return said.join("\n");
    }
    var warned = told(score.warnings, answer.seats);
    if (finished && score.few) { warned.unshift(form.few[score.players.length]); }
    if (warned.length) { said.push(fill(words.warning, { what: warned.join(" \u00b7 ") })); }
    if (open.length) { said.push(fill(words.open, { what: open.join(", ") })); }
    if (finished && score.verdict !== null) { said.push(score.verdict < 0 ? words.lose : form.verdicts[score.verdict]); }
    if (finished && score.decided === "shared") { said.push(words.shared); }
    if (finished && typeof score.decided === "number" && score.decided > 0) {
      said.push(fill(words.decided, { label: form.ties[score.decided - 1] }));
    }
    if (finished && form.goal && score.decided === null) { said.push(words.goal_open); }
    return said.join("\n");
  }

  // -- what cannot be

  // impossible numbers, by check and player: those that stay so however many more will play
  function impossible(changed, value) {
    var now = gather(changed, value), players = now.table.players, found = null, i, k, row, m, score, fault, here, key;
    for (i = 0; i < players.length; i += 1) {
      for (k = 0; k < form.counts.length; k += 1) {
        if (players[i].counts[k] === null) { players[i].counts[k] = form.counts[k].list ? [] : form.counts[k].least; }
      }
    }
    for (m = players.length; m <= form.seats; m += 1) {
      if (m > 0) {
        here = {};
        score = potager.score(now.table);
        for (k = 0; k < score.errors.length; k += 1) {
          fault = score.errors[k];
          if (!form.refused[fault.check] || (fault.player !== null && fault.player >= now.seats.length)) { continue; }
          key = fault.check + ":" + (fault.player === null ? "" : now.seats[fault.player]);
          if (found === null || found.hasOwnProperty(key)) { here[key] = told([fault], now.seats)[0]; }
        }
        found = here;
      }
      row = [];
      for (k = 0; k < form.counts.length; k += 1) { row.push(form.counts[k].list ? [] : form.counts[k].least); }
      players.push({ counts: row, points: [], ties: [], total: null });
    }
    return found || {};
  }

  // the first fault that a change brings with it, null when it brings none
  function fault(name, before, after) {
    var old = impossible(name, before), now = impossible(name, after);
    for (var key in now) { if (now.hasOwnProperty(key) && !old.hasOwnProperty(key)) { return now[key]; } }
    return null;
  }

  function refuse(text) {
    event.rc = false;
    app.alert(text);
  }

  // -- what the fields call

  function check() {
    var field = byName[event.target.name], text = String(event.value), count, made, label, wrong;
    if (!field || empty(text) || !/^(count|table|own|given|cell|entered)$/.test(field.what)) { return; }
    count = field.what === "count" ? form.counts[field.place] : field.what === "table" ? form.table[field.place] : null;
    label = count ? count.label : field.what === "own" ? form.own[field.place] : form.words.total;
    if (field.what === "given") { label = form.lines[field.place].label || label; }
    made = count && count.list && !field.number ? entries(text, count) : whole(text);
    if (made === null && field.number && field.box[0] === field) { made = entries(text, count); }
    if (made === null) {
      refuse(fill(count && count.fields && (!field.number || field.box[0] === field) ? count.tip : form.words.wrong_number, { label: label, typed: text }));
      return;
    }
    if (!(count && count.list) && Math.abs(made) > 99999) { refuse(fill(form.words.too_large, { label: label })); return; }
    wrong = count ? fault(field.name, read(field.name), text) : null;
    if (wrong !== null) { refuse(wrong); }
  }

  // a sum or a record shows what it comes to, and stays as it was typed
  function show() {
    var text = String(event.value), field = byName[event.target.name], made;
    if (field && field.what === "count" && form.counts[field.place].list && (!field.number || whole(text) === null)) {
      made = entries(text, form.counts[field.place]);
      if (made !== null && made.length === 1 && /[,+\u2212]|[0-9]\s*-/.test(text)) { event.value = String(made[0][0]); }
    } else if (/[0-9]\s*[+\u2212-]/.test(text)) {
      made = whole(text);
      if (made !== null) { event.value = String(made); }
    }
  }

  function tick() {
    var name = event.target.name, now = read(name), wrong;
    if (now !== "Yes") { return; }
    if (byName[name].what === "entered") { return only(byName[name]); }
    wrong = fault(name, "Off", "Yes");
    if (wrong !== null) {
      doc.getField(name).value = "Off";
      app.alert(wrong);
    }
  }

  function keeps(field) { return /^(points|tie|total|worth|running|best|reckoned)$/.test(field.what); }

  // a sum typed over by hand; a viewer asks this also for what a script has computed
  function type() {
    var field = byName[event.target.name], text = String(event.value), made;
    if (!field || !keeps(field) || text === last[field.name]) { return; }
    delete given[field.name];
    if (empty(text) || /^\s*=\s*$/.test(text)) { return; }
    made = whole(text.replace(/^\s*=/, ""));
    if (made === null) { refuse(fill(form.words.wrong_number, { label: form.words.total, typed: text })); return; }
    if (Math.abs(made) > 99999) { refuse(fill(form.words.too_large, { label: form.words.total })); return; }
    given[field.name] = made;
  }

  function compute() {
    var field = byName[event.target.name], text, made, typed;
    if (!field) { return; }
    if (field.name === form.first) { solve(); }
    text = read(field.name);
    typed = keeps(field) ? over(field, text) : null;
    if (typed !== null) {
      made = "=" + (field.what === "points" && form.lines[field.place].penalty ? Math.abs(typed) : typed);
      delete given[field.name]; // it stands in the field from now on
    } else { made = shown(field); }
    last[field.name] = made;
    if (made === text) { event.rc = false; } else { event.value = made; }
  }

  function clear() {
    var chosen = app.alert({ cMsg: form.words.clear_ask, nIcon: 2, nType: 2 });
    if (chosen !== 4 && chosen !== 1) { return; }
    given = {};
    last = {};
    doc.resetForm();
    doc.calculateNow();
  }

  // what was typed where no script ran is kept: sums that are not what would be computed
  function start() {
    var found = [], k, field, text;
    solve();
    for (k = 0; k < form.fields.length; k += 1) {
      field = byName[form.fields[k][0]];
      if (!keeps(field)) { continue; }
      text = read(field.name);
      if (!empty(text) && !/^\s*=/.test(text) && text !== shown(field) && whole(text) !== null) { found.push([field.name, whole(text)]); }
    }
    for (k = 0; k < found.length; k += 1) { given[found[k][0]] = found[k][1]; }
  }

  try { start(); } catch (error) { answer = null; }
  return { check: check, show: show, tick: tick, type: type, compute: compute, clear: clear };
}
