// The offline page. ENGINE scores, DATA holds the games (both from sheets/page.py); everything that is shown is built by
// createElement and textContent, so that labels, names and opened files are only ever text. The files of this folder
// are one script, in the order of tools/page_script.py.
//
// Words.

const MINUS = "\u2212";
let settings = { language: DATA.language, size: "normal", theme: "auto", typing: "own", moves: true, view: "" };

// The language of the page; English until another one is unpacked.
function language() {
  const known = DATA.languages[settings.language];
  return known && known.words ? settings.language : "en";
}

// The entries of a catalogue by their keys; 0 stands for one that is not there.
function keyed(entries) {
  const keys = DATA.keys.split(" ").map((key) => (key[0] === "." ? `page${key}` : key));
  return Object.fromEntries(entries.map((entry, k) => [keys[k], entry]).filter(([, entry]) => entry));
}

// Other languages lie packed in the page, all in one. Gives whether this one can be spoken now.
async function unpackLanguage(code) {
  const known = DATA.languages[code];
  if (!known || known.words) {
    return Boolean(known);
  }
  try {
    const bytes = Uint8Array.from(atob(DATA.packed), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const made = JSON.parse(await new Response(stream).text());
    Object.entries(made).forEach(([other, spoken]) => {
      spoken.say = keyed(spoken.say);
      spoken.sentences = spoken.sentences.map((sentence, k) => sentence || DATA.languages.en.sentences[k]);
      Object.assign(DATA.languages[other], spoken);
    });
    return true;
  } catch (error) {
    return false;
  }
}

// A word of a game, by its number.
function word(at) {
  if (!at) {
    return "";
  }
  return DATA.languages[language()].words[at - 1] || DATA.languages.en.words[at - 1];
}

function signed(value) {
  return value < 0 ? MINUS + String(-value) : String(value);
}

// An entry of the catalogue with its blanks filled.
function say(key, blanks) {
  let entry = DATA.languages[language()].say[key] || DATA.languages.en.say[key] || key;
  if (typeof entry !== "string") {
    const number = Number(String(blanks[entry.by]).replace(MINUS, "-"));
    entry = entry[new Intl.PluralRules(language()).select(number)] || entry.other;
  }
  return entry.replace(/\{(\w+)\}/g, (all, name) => {
    const value = blanks && blanks[name];
    return typeof value === "number" ? signed(value) : String(value === undefined ? "" : value);
  });
}

// Names in a row: Ann, Bob and Cleo.
function listed(names) {
  if (names.length < 2) {
    return names.join("");
  }
  return say("list.last", { first: names.slice(0, -1).join(say("list.joint")), last: names[names.length - 1] });
}

function inside(label) {
  return say("language.inside") !== "lower" || /^.+\p{Lu}/u.test(label)
    ? label
    : label.charAt(0).toLowerCase() + label.slice(1);
}
