"use strict";

// What a page does beyond being read: tables that sort and filter, pictures that tell their values, a list of contents.
// Without it everything can still be read.

const LONG_TABLE = 40;
const collator = new Intl.Collator("en", { numeric: true });

function make(name, attributes, ...content) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
}

// Tables: a click on a heading sorts up, the next down, the third restores the first order.

const NEXT = { none: "ascending", ascending: "descending", descending: "none" };

// What a column is sorted by: the full values of figures, of which some may be missing, or words.
function keysOf(rows, column) {
  const cells = rows.map((row) => row.cells[column]);
  if (!cells.some((cell) => "value" in cell.dataset)) return cells.map((cell) => cell.textContent);
  return cells.map((cell) => ("value" in cell.dataset ? Number(cell.dataset.value) : null));
}

function compareKeys(one, other) {
  return typeof one === "string" ? collator.compare(one, other) : one - other;
}

function sorted(rows, column, order) {
  if (order === "none") return rows;
  const sign = order === "ascending" ? 1 : -1;
  const keys = keysOf(rows, column);
  const keyed = rows.map((row, number) => [keys[number], row]);
  const known = keyed.filter(([key]) => key !== null);
  const unknown = keyed.filter(([key]) => key === null);
  known.sort(([one], [other]) => sign * compareKeys(one, other));
  return [...known, ...unknown].map(([, row]) => row);
}

function makeSortable(table) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = make("button", { type: "button" }, ...head.childNodes);
    head.append(button);
    head.setAttribute("aria-sort", "none");
    button.addEventListener("click", () => {
      const order = NEXT[head.getAttribute("aria-sort")];
      for (const other of heads) other.setAttribute("aria-sort", other === head ? order : "none");
      const all = document.createDocumentFragment();
      for (const row of sorted(rows, column, order)) all.append(row);
      body.append(all);
    });
  });
}

function makeFilter(table) {
  const rows = [...table.tBodies[0].rows];
  const names = rows.map((row) => [...row.querySelectorAll("th")].map((cell) => cell.textContent).join(" ").toLowerCase());
  const input = make("input", { type: "search", autocomplete: "off", spellcheck: "false" });
  const count = make("output", {}, `${rows.length} rows`);
  const line = make("p", { class: "filter" }, make("label", {}, "Show only names with ", input), count);
  input.addEventListener("input", () => {
    const parts = input.value.toLowerCase().split(/\s+/);
    const shown = names.map((name) => parts.every((part) => name.includes(part)));
    rows.forEach((row, number) => { row.hidden = !shown[number]; });
    count.textContent = input.value.trim() ? `${shown.filter(Boolean).length} of ${rows.length} rows` : `${rows.length} rows`;
  });
  table.closest(".scroll").before(line);
}

for (const table of document.querySelectorAll(".scroll > table")) {
  if (table.tBodies[0].rows.length > 1) makeSortable(table);
  if (table.tBodies[0].rows.length > LONG_TABLE) makeFilter(table);
}

// Pictures: each is one stop of the tab key; arrows, Home and End move between its values, Escape puts the value away.

const tip = make("div", { class: "tip", "aria-hidden": "true", hidden: "" });
document.body.append(tip);
let told = null;

function hideTip() {
  tip.hidden = true;
}

function showTip(spot) {
  told = spot;
  tip.textContent = spot.getAttribute("aria-label");
  tip.hidden = false;
  const box = spot.getBoundingClientRect();
  const middle = box.left + box.width / 2 - tip.offsetWidth / 2;
  const above = box.top - tip.offsetHeight - 6;
  tip.style.left = `${Math.max(6, Math.min(middle, document.documentElement.clientWidth - tip.offsetWidth - 6))}px`;
  tip.style.top = `${above < 6 ? box.bottom + 6 : above}px`;
}

function centre(spot) {
  const { x, y, width, height } = spot;
  return [x.baseVal.value + width.baseVal.value / 2, y.baseVal.value + height.baseVal.value / 2];
}

// The nearest line of values above or below, and in it the nearest value; none in a picture of a single line.
function across(spots, from, sign) {
  const [x, y] = centre(from);
  const distances = spots.map((spot) => {
    const [left, top] = centre(spot);
    return { spot, down: sign * (top - y), aside: Math.abs(left - x) };
  });
  const beyond = distances.filter(({ down }) => down > 1);
  beyond.sort((one, other) => Math.round(one.down) - Math.round(other.down) || one.aside - other.aside);
  return beyond.length ? beyond[0].spot : null;
}

function moved(spots, from, key) {
  const last = spots.length - 1;
  const place = spots.indexOf(from);
  const flat = spots.every((spot) => Math.abs(centre(spot)[1] - centre(from)[1]) <= 1);
  switch (key) {
    case "ArrowRight": return spots[Math.min(place + 1, last)];
    case "ArrowLeft": return spots[Math.max(place - 1, 0)];
    case "ArrowDown": return flat ? spots[Math.min(place + 1, last)] : across(spots, from, 1) ?? from;
    case "ArrowUp": return flat ? spots[Math.max(place - 1, 0)] : across(spots, from, -1) ?? from;
    case "Home": return spots[0];
    case "End": return spots[last];
    default: return null;
  }
}

function makeTelling(picture) {
  const spots = [...picture.querySelectorAll(".spot")];
  if (!spots.length) return;
  picture.closest(".pan").removeAttribute("tabindex");
  spots.forEach((spot, number) => {
    spot.setAttribute("aria-label", spot.textContent); // its title, which browsers would show beside the tip
    spot.replaceChildren();
    spot.setAttribute("tabindex", number ? "-1" : "0");
    spot.addEventListener("pointerenter", () => showTip(spot));
    spot.addEventListener("pointerleave", hideTip);
    spot.addEventListener("focus", () => showTip(spot));
    spot.addEventListener("blur", hideTip);
  });
  picture.addEventListener("keydown", (event) => {
    const to = moved(spots, event.target, event.key);
    if (!to || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.target.setAttribute("tabindex", "-1");
    to.setAttribute("tabindex", "0");
    to.focus();
  });
}

document.querySelectorAll(".picture svg").forEach(makeTelling);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") hideTip(); });
document.addEventListener("scroll", () => {
  if (tip.hidden) return;
  if (told.matches(":hover, :focus")) showTip(told);
  else hideTip();
}, true);

// Contents: a list at the side where there is room, else folded into a bar; it marks the section that is read.

const contents = document.querySelector("nav details");
if (contents) {
  const wide = matchMedia("(min-width: 75rem)");
  const fold = () => { contents.open = wide.matches; };
  wide.addEventListener("change", fold);
  fold();
  const links = [...contents.querySelectorAll("a")];
  const close = () => { if (!wide.matches) contents.open = false; };
  links.forEach((link) => link.addEventListener("click", close));
  document.addEventListener("pointerdown", (event) => { if (!contents.contains(event.target)) close(); });
  contents.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !wide.matches) {
      close();
      contents.querySelector("summary").focus();
    }
  });
  const sections = links.map((link) => document.getElementById(link.hash.slice(1)).closest("section"));
  const mark = () => {
    const place = sections.findLastIndex((section) => section.getBoundingClientRect().top < innerHeight / 3);
    links.forEach((link, number) => {
      if (number === Math.max(0, place)) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
  };
  let waiting = false;
  document.addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; mark(); });
  }, { passive: true });
  mark();
}
