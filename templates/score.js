// What every game's script shares: arithmetic as in Python, comparing players, places. ES5 only.
var BLANK = { blank: true };
var copied = []; // the numbers of the players' own copy of the game, null for what nobody has written down

function need(value) {
  if (value === null || value === undefined) { throw BLANK; }
  return value;
}
function div(a, b) {
  if (b === 0) { throw BLANK; }
  return Math.floor(a / b);
}
function mod(a, b) {
  if (b === 0) { throw BLANK; }
  return a - b * Math.floor(a / b);
}
function step(thresholds, values, index) {
  var k = 0;
  while (k < thresholds.length && thresholds[k] <= index) { k += 1; }
  return need(values[k]);
}
function over(entries, body) {
  var sum = 0;
  for (var k = 0; k < entries.length; k += 1) { sum += body(entries[k], k + 1); }
  return sum;
}
function list(entries, body) {
  var all = [];
  for (var k = 0; k < entries.length; k += 1) { all.push(body(entries[k], k + 1)); }
  return all;
}
function all(entries, body) {
  for (var k = 0; k < entries.length; k += 1) {
    if (!body(entries[k], k + 1)) { return false; }
  }
  return true;
}
function each(P, L, body) {
  var made = [];
  for (var k = 0; k < P.length; k += 1) { made.push(body(P[k], L[k])); }
  return made;
}
function total(P, L, body) {
  var sum = 0;
  for (var k = 0; k < P.length; k += 1) { sum += body(P[k], L[k]); }
  return sum;
}
function compare(a, b) {
  for (var k = 0; k < a.length; k += 1) {
    if (a[k] !== b[k]) { return a[k] > b[k] ? 1 : -1; }
  }
  return 0;
}
function ahead(keys, mine) {
  var found = 0;
  for (var k = 0; k < keys.length; k += 1) { if (compare(keys[k], mine) > 0) { found += 1; } }
  return found;
}
function level(keys, mine) {
  var found = 0;
  for (var k = 0; k < keys.length; k += 1) { if (compare(keys[k], mine) === 0) { found += 1; } }
  return found;
}
function signed(value) {
  return value < 0 ? "\u2212" + String(-value) : String(value);
}
function joined(numbers) {
  var written = "";
  for (var k = 0; k < numbers.length; k += 1) {
    var number = numbers[k];
    if (number === 0) { continue; }
    if (written) { written += number > 0 ? " + " + number : " \u2212 " + (-number); }
    else { written = signed(number); }
  }
  return written || "0";
}
function tidy(text) {
  var at = text.lastIndexOf(" = ");
  return at >= 0 && text.slice(0, at) === text.slice(at + 3) ? text.slice(at + 3) : text;
}

function make(game) {
  function known(value) { return value !== null && value !== undefined; }

  function score(input) {
    var P = [], L = [], unknown = [], t = input.table || [], n = input.players.length;
    copied = input.own || [];
    var size = game.lines.length + 1 + game.ties.length, totalAt = game.lines.length;
    var i, k, q;
    for (i = 0; i < n; i += 1) {
      P.push(input.players[i].counts);
      L.push([]);
      unknown.push([]);
      for (k = 0; k < size; k += 1) { L[i].push(null); }
    }
    function call(f, i) { return f(P[i], L[i], t, n, P, L); }
    function quietly(f, i) {
      try { return call(f, i); } catch (error) {
        if (error === BLANK || error instanceof TypeError) { return null; }
        throw error;
      }
    }
    function given(u, i) {
      var a, b;
      for (a = 0; a < u[0].length; a += 1) { if (!known(P[i][u[0][a]])) { return false; } }
      for (a = 0; a < u[1].length; a += 1) { if (!known(t[u[1][a]])) { return false; } }
      for (a = 0; a < u[2].length; a += 1) {
        for (b = 0; b < n; b += 1) { if (!known(P[b][u[2][a]])) { return false; } }
      }
      return true;
    }
    function typed(i, kind, k) {
      var values = input.players[i][kind];
      return values && known(values[k]) ? values[k] : null;
    }
    function say(parts, i) {
      var text = "", a, value;
      for (a = 0; a < parts.length; a += 1) {
        if (typeof parts[a] === "string") { text += parts[a]; continue; }
        value = quietly(parts[a], i);
        if (value === null) { text += "__"; }
        else { text += typeof value === "number" ? signed(value) : joined(value); }
      }
      return tidy(text);
    }

    // what an expression beside the lines gives; null where it cannot be told
    function part(one, i) {
      for (var a = 0; a < one.l.length; a += 1) { if (!known(L[i][one.l[a]])) { return null; } }
      return given(one.u, i) ? quietly(one.f, i) : null;
    }

    var complete = true, whole = true, shown = game.parts || [];
    for (q = 0; q < game.order.length; q += 1) {
      k = game.order[q];
      for (i = 0; i < n; i += 1) {
        var value = typed(i, "points", k);
        if (value === null && given(game.lines[k].u, i)) { value = quietly(game.lines[k].f, i); }
        if (value === null) { whole = false; }
        if (value === null && !known(input.players[i].total)) { complete = false; }
        L[i][k] = value;
      }
    }
    for (i = 0; i < n; i += 1) {
      var sum = 0;
      for (k = 0; k < game.lines.length; k += 1) { sum = known(L[i][k]) && sum !== null ? sum + L[i][k] : null; }
      L[i][totalAt] = known(input.players[i].total) ? input.players[i].total : sum;
    }

    for (k = 0; k < game.verdicts.length; k += 1) {
      for (i = 0; i < n; i += 1) { if (!given(game.verdicts[k].u, i)) { complete = false; } }
    }

    function tied(upTo) {
      var keys = [], found = [], a, b;
      for (a = 0; a < n; a += 1) { keys.push(L[a].slice(totalAt, totalAt + 1 + upTo)); }
      for (a = 0; a < n; a += 1) {
        var same = 0;
        for (b = 0; b < n; b += 1) { if (compare(keys[a], keys[b]) === 0) { same += 1; } }
        found.push(same > 1);
      }
      return found;
    }
    for (k = 0; k < game.ties.length; k += 1) {
      var needed = tied(k);
      for (i = 0; i < n; i += 1) {
        var tie = typed(i, "ties", k);
        if (tie === null && given(game.ties[k].u, i)) { tie = quietly(game.ties[k].f, i); }
        if (tie === null && needed[i] && game.goal === null) { complete = false; }
        unknown[i].push(tie === null);
        L[i][totalAt + 1 + k] = tie;
      }
    }

    var failed = [];
    for (k = 0; k < game.checks.length; k += 1) {
      var check = game.checks[k], holds = 0, asked = 0;
      if (check.late && !(complete && whole)) { continue; }
      for (i = 0; i < n; i += 1) {
        if (!given(check.u, i)) { continue; }
        asked += 1;
        var result = quietly(check.f, i);
        if (result) { holds += 1; }
        if (check.least === null && check.most === null) {
          if (result === false) { failed.push({ check: k, player: check.table ? null : i, error: check.error, message: say(check.say, i) }); }
          if (check.table) { break; }
        }
      }
      if ((check.least !== null || check.most !== null) && asked === n && n > 0) {
        if ((check.least !== null && holds < check.least) || (check.most !== null && holds > check.most)) {
          failed.push({ check: k, player: null, error: check.error, message: say(check.say, 0) });
        }
      }
    }
    var warnings = [], errors = [];
    for (k = 0; k < failed.length; k += 1) { (failed[k].error ? errors : warnings).push(failed[k]); }

    var ranked = complete && errors.length === 0 && n > 0;
    var places = [], first = [], winners = [], decided = null, verdict = null, leader = -1;
    if (ranked) {
      for (i = 0; i < n; i += 1) {
        for (k = 0; k < game.ties.length; k += 1) { if (unknown[i][k]) { L[i][totalAt + 1 + k] = 0; } }
      }
      for (i = 0; i < n; i += 1) {
        places.push(call(game.place, i));
        if (places[i] === 1) { first.push(i); if (leader < 0) { leader = i; } }
      }
      if (game.goal !== null) {
        for (i = 0; i < n; i += 1) { if (call(game.goal, i)) { decided = "goal"; } }
        winners = decided ? first : [];
      } else if (game.verdicts.length) {
        verdict = -1;
        for (k = game.verdicts.length - 1; k >= 0; k -= 1) { if (call(game.verdicts[k].f, leader)) { verdict = k; } }
        winners = verdict >= 0 && game.verdicts[verdict].win ? first : [];
      } else {
        winners = first;
        if (n > 1) {
          decided = "shared";
          for (k = game.ties.length; k >= 0; k -= 1) { if (call(game.levels[k], leader) === 1) { decided = k; } }
        }
      }
    }
    var players = [];
    for (i = 0; i < n; i += 1) {
      var workings = [], ties = [];
      for (k = 0; k < game.lines.length; k += 1) {
        var words = null, cases = game.lines[k].w;
        if (typed(i, "points", k) !== null) { words = signed(L[i][k]); }
        for (q = 0; words === null && q < cases.length; q += 1) {
          if (cases[q][0] === null || quietly(cases[q][0], i)) { words = say(cases[q][1], i); }
        }
        workings.push(words);
      }
      for (k = 0; k < game.ties.length; k += 1) {
        ties.push(unknown[i][k] ? null : L[i][totalAt + 1 + k]);
      }
      var parts = [];
      for (k = 0; k < shown.length; k += 1) { parts.push(part(shown[k], i)); }
      players.push({
        points: L[i].slice(0, totalAt), workings: workings, total: L[i][totalAt], ties: ties,
        place: ranked ? places[i] : null, winner: winners.indexOf(i) >= 0, parts: parts
      });
    }
    return { players: players, winners: winners, decided: decided, verdict: verdict, warnings: warnings, errors: errors, few: n < game.least };
  }

  return { score: score, records: game.records };
}
