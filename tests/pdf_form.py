"""A fillable PDF typed into without a viewer: its own scripts, taken out of the finished file, run in an engine.

What a viewer does is written down here as Acrobat's reference has it, and as PDFium and pdf.js do it: a field that is
left is checked, then every computed field has its turn in the order of the file, each of them checked too.
"""

from __future__ import annotations

import io
import json
from typing import Any

import pypdf

VIEWER = """
var event = null, said = [], fields = {}, order = [];
var app = { alert: function (what) { said.push(typeof what === "string" ? what : what.cMsg); return 4; } };
function Field(name) { this.name = name; this.text = ""; }
Object.defineProperty(Field.prototype, "value", {
  get: function () { return this.text !== "" && !isNaN(this.text) ? Number(this.text) : this.text; },
  set: function (value) { this.text = String(value); }
});
Object.defineProperty(Field.prototype, "valueAsString", { get: function () { return this.text; } });
function make(all) {
  for (var name in all) {
    fields[name] = new Field(name);
    for (var key in all[name]) { fields[name][key] = all[name][key]; }
  }
}
function getField(name) { return fields.hasOwnProperty(name) ? fields[name] : null; }
function run(script, name, value) {
  event = { target: fields[name], targetName: name, value: value, rc: true };
  if (script) { (0, eval)(script); }
  return event.rc;
}
function calculateNow() {
  for (var k = 0; k < order.length; k += 1) {
    var name = order[k], field = fields[name];
    if (!run(field.computes, name, field.value)) { continue; }
    var value = event.value;
    if (run(field.checks, name, value)) { field.text = String(value); }
  }
}
function resetForm() { for (var name in fields) { fields[name].text = fields[name].tick ? "Off" : ""; } }
function type(name, text) {
  var field = fields[name];
  if (!field) { throw new Error("no field " + name); }
  if (field.tick) { field.text = text; run(field.acts, name, text); }
  else { if (!run(field.checks, name, text)) { return false; } field.text = String(event.value); }
  calculateNow();
  return true;
}
function shown(name) {
  run(fields[name].shows, name, fields[name].value);
  return String(event.value);
}
function all() {
  var made = {};
  for (var name in fields) { made[name] = fields[name].text; }
  return made;
}
function put(values) {
  for (var name in values) {
    if (!fields[name]) { throw new Error("no field " + name); }
    fields[name].text = values[name];
  }
  calculateNow();
}
function fresh() { resetForm(); said = []; }
"""


def script_of(action: Any) -> str:
    """A JavaScript action's text, be it a string or a stream."""
    found = action.get_object()["/JS"].get_object()
    return found.get_data().decode("latin-1") if hasattr(found, "get_data") else str(found)


class Typed:
    """A form in an engine of tests/test_agreement."""

    def __init__(self, pdf: bytes, engine: Any, change: tuple[str, str] | None = None) -> None:
        self.reader = pypdf.PdfReader(io.BytesIO(pdf))
        self.engine = engine
        root = self.reader.trailer["/Root"]
        form = root["/AcroForm"]
        names = root["/Names"]["/JavaScript"]["/Names"]
        self.script = "".join(script_of(action) for action in names[1::2])
        if change is not None:
            assert change[0] in self.script
            self.script = self.script.replace(*change)
        self.fields = [field.get_object() for field in form["/Fields"]]
        self.order = [str(field.get_object()["/T"]) for field in form.get("/CO", [])]
        described = {}
        for field in self.fields:
            extra = field.get("/AA", {})
            described[str(field["/T"])] = {
                "tick": field["/FT"] == "/Btn" and not field.get("/Ff", 0) & (1 << 16),
                "checks": script_of(extra["/V"]) if "/V" in extra else "",
                "computes": script_of(extra["/C"]) if "/C" in extra else "",
                "shows": script_of(extra["/F"]) if "/F" in extra else "",
                "acts": script_of(field["/A"]) if "/A" in field else "",
            }
        engine.load(VIEWER)
        engine.load(f"make({json.dumps(described)}); order = {json.dumps(self.order)}; resetForm();")
        engine.load(self.script)

    def names(self) -> list[str]:
        return [str(field["/T"]) for field in self.fields]

    def type(self, name: str, text: str) -> bool:
        """Type into a field and leave it; whether it was taken."""
        return bool(self.engine.run(f"type({json.dumps(name)}, {json.dumps(text)})"))

    def put(self, values: dict[str, str]) -> None:
        """All at once, as when a file is opened in which they stood: nothing is refused."""
        self.engine.run(f"(put({json.dumps(values)}), null)")

    def press(self, name: str) -> None:
        self.engine.run(f"(run(fields[{json.dumps(name)}].acts, {json.dumps(name)}, ''), null)")

    def all(self) -> dict[str, str]:
        found: dict[str, str] = self.engine.run("all()")
        return found

    def shown(self, name: str) -> str:
        return str(self.engine.run(f"shown({json.dumps(name)})"))

    def said(self) -> list[str]:
        """The messages since the last time."""
        found: list[str] = self.engine.run("said.splice(0, said.length)")
        return found

    def empty(self) -> None:
        self.engine.run("(fresh(), null)")

    def reopen(self) -> None:
        """As when the file is saved and opened again: what scripts remember is gone, the fields stay."""
        self.engine.load(self.script)
