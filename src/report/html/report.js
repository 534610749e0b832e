"use strict";
// Shows the data of the page. Everything that comes from the program is put in as text, never as markup.
(() => {
  const D = JSON.parse(document.getElementById("data").textContent);
  const app = document.getElementById("app");
  const KIND = 0, PLACE = 1, THREAD = 2, FRAME = 3, DEPTH = 4, TEXT = 5, INSIDE = 6, TIMES = 7, CHANGES = 8;

  function fill(node, attributes, children) {
    for (const [key, value] of Object.entries(attributes || {})) {
      if (value === null || value === undefined || value === false) continue;
      if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else node.setAttribute(key, value === true ? "" : String(value));
    }
    for (const child of children.flat()) {
      if (child !== null && child !== undefined) node.append(child);
    }
    return node;
  }
  const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
  const svg = (tag, attributes, ...children) =>
    fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
  const cut = (text, length) => (text.length > length ? text.slice(0, length - 1) + "\u2026" : text);
  const shortName = (file) => D.files[file].name.split("/").pop();
  const words = (place) => (place ? shortName(place[0]) + ":" + place[1] : "unknown place");

  // ---- Source ----

  const KEYWORDS = new Set(("alignas alignof auto bool break case catch char class const constexpr continue default delete do " +
    "double else enum explicit extern false final float for friend goto if inline int long mutable namespace new noexcept " +
    "nullptr operator override private protected public register restrict return short signed sizeof static static_assert " +
    "struct switch template this throw true try typedef typename union unsigned using virtual void volatile while " +
    "_Atomic _Bool _Noreturn _Static_assert _Thread_local").split(" "));
  const TOKEN = /\/\/.*|\/\*.*?(?:\*\/|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|^\s*#\s*\w+|\b\d[\w.]*|[A-Za-z_]\w*|./g;

  // The words of a line with their colours; whether a comment goes on after it.
  function coloured(line, comment) {
    const out = el("span", { class: "text" });
    const add = (text, kind) => out.append(kind ? el("span", { class: kind }, text) : text);
    let rest = line;
    if (comment) {
      const end = line.indexOf("*/");
      if (end < 0) {
        add(line, "cm");
        return [out, true];
      }
      add(line.slice(0, end + 2), "cm");
      rest = line.slice(end + 2);
    }
    let plain = "", open = false;
    for (const token of rest.match(TOKEN) || []) {
      let kind = null;
      if (token.startsWith("//") || token.startsWith("/*")) kind = "cm";
      else if (token[0] === '"' || (token[0] === "'" && token.length > 1)) kind = "st";
      else if (/^\d/.test(token)) kind = "nu";
      else if (/^\s*#/.test(token) && token.trim().length > 1) kind = "kw";
      else if (KEYWORDS.has(token)) kind = "kw";
      if (token.startsWith("/*") && !(token.length >= 4 && token.endsWith("*/"))) open = true;
      if (!kind) {
        plain += token;
        continue;
      }
      if (plain) add(plain);
      plain = "";
      add(token, kind);
    }
    if (plain) add(plain);
    return [out, open];
  }

  // The rows of a file by line, in a new element. Marks are added by whoever knows them.
  function sourceView(file) {
    const rows = new Map();
    const box = el("div", { class: "source" });
    const source = D.files[file];
    if (!source || !source.parts) {
      box.append(el("div", { class: "gap" }, source ? "The text of " + source.name + " could not be read." : "There is no source."));
      return { box, rows };
    }
    let next = 1, comment = false;
    const gap = (from, to) => {
      if (to > from) box.append(el("div", { class: "gap" }, `lines ${from} to ${to - 1} are left out here`));
    };
    for (const part of source.parts) {
      gap(next, part.first);
      if (part.first !== next) comment = false;
      part.lines.forEach((line, i) => {
        const number = part.first + i;
        let text;
        [text, comment] = coloured(line, comment);
        const times = el("span", { class: "times" });
        const row = el("div", { class: "row", "data-line": number }, times, el("span", { class: "number" }, String(number)), text);
        box.append(row);
        rows.set(number, { row, times });
      });
      next = part.first + part.lines.length;
    }
    gap(next, source.lines + 1);
    return { box, rows };
  }

  // Brings an element of a scrolled box into its sight without moving the page.
  function reveal(box, node) {
    const outer = box.getBoundingClientRect(), inner = node.getBoundingClientRect();
    const above = inner.top - outer.top, below = inner.bottom - outer.bottom;
    const margin = Math.min(60, outer.height / 4);
    if (above < margin) box.scrollTop += above - outer.height / 3;
    else if (below > -margin) box.scrollTop += below + outer.height / 3;
  }

  // ---- Head of the page ----

  const theme = el("button", { id: "theme", title: "light, dark, or as the system has it" });
  function setTheme(name) {
    if (name === "auto") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.setAttribute("data-theme", name);
    theme.textContent = "theme: " + name;
    theme.dataset.name = name;
  }
  theme.addEventListener("click", () => setTheme({ auto: "dark", dark: "light", light: "auto" }[theme.dataset.name]));
  setTheme("auto");

  app.append(el("header", {},
    el("span", { class: "badge " + D.kind, id: "verdict" }, D.verdict),
    el("span", { class: "title" }, D.inputs.join(" ")),
    el("span", { class: "space" }), theme));

  function message(kind, what, why) {
    return el("div", { class: "panel message " + kind, id: "message" }, el("div", { class: "what" }, what),
      why.filter(Boolean).map((text) => el("div", { class: "why" }, text)));
  }

  // ---- What was asked ----

  function table(rows) {
    return el("table", {}, el("tbody", {}, rows.map(([name, value]) => el("tr", {}, el("td", {}, name), el("td", {}, value)))));
  }
  const shown = (value) => (typeof value === "number" && !Number.isInteger(value) ? value.toFixed(3) :
    typeof value === "number" ? value.toLocaleString("en-GB") : String(value));

  function about() {
    const asked = [["command", D.command], ["directory", D.directory], ["entry function", D.entry], ["engine", D.engine],
      ...D.options, ["started", D.started], ["seconds", shown(D.seconds)], ["version", D.version]];
    const columns = el("div", { class: "columns" }, el("div", {}, el("h3", {}, "What was asked"), table(asked)));
    if (D.statistics && D.statistics.length) {
      columns.append(el("div", {}, el("h3", {}, "Figures"), table(D.statistics.map(([name, v]) => [name, shown(v)]))));
    }
    const notes = [...D.warnings, ...(D.undefined || []).map((name) => name + " has no body: its calls return any value")];
    if (notes.length) {
      columns.append(el("div", {}, el("h3", {}, "Warnings"), el("ul", {}, notes.map((note) => el("li", {}, note)))));
    }
    return el("details", { class: "panel", id: "about", open: D.kind !== "false" }, el("summary", {}, "About this run of bmc"), columns);
  }

  function checks(mark, title) {
    return el("div", { class: "panel", id: "checks" }, el("h2", {}, title),
      el("div", { class: "held" }, D.checks.map(([name, text]) => el("div", {},
        el("span", { class: mark }, mark === "tick" ? "\u2713" : "\u2013"), el("code", {}, name), el("span", { class: "soft" }, " " + text)))));
  }

  // A file beside others, with one line marked.
  function browse(place, kind, text) {
    const body = el("div", { class: "scroll" });
    const pick = el("select", { "aria-label": "source file" }, D.files.map((file, i) => el("option", { value: i }, file.name)));
    const show = (file) => {
      const { box, rows } = sourceView(file);
      body.replaceChildren(box);
      const marked = place && place[0] === file ? rows.get(place[1]) : null;
      if (marked && kind) {
        marked.row.classList.add("now");
        marked.row.after(el("div", { class: "note " + kind }, text));
      }
      if (marked) reveal(body, marked.row);
    };
    pick.addEventListener("change", () => show(Number(pick.value)));
    const panel = el("div", { class: "panel", id: "source" }, el("h2", {}, "Source", el("span", { class: "space" }), pick), body);
    body.style.maxHeight = "70vh";
    app.append(panel);
    pick.value = String(place ? place[0] : 0);
    show(place ? place[0] : 0);
    return panel;
  }

  if (D.kind === "true") {
    const bounds = D.proof.bound === null ? "Every state that the program can reach was visited." :
      `Every run was followed to its end with at most ${D.proof.bound} iterations of each loop that depend on inputs; no run needs more.`;
    const omission = D.proof.omission > 0 ? `A state was left out with a probability below ${D.proof.omission.toExponential(0)}.` : null;
    app.append(message("true", "No run violates a check.", [bounds, omission]), checks("tick", "What holds in all runs"), about());
    if (D.files.length) browse(D.entryPlace, null, "");
    return;
  }
  if (D.kind === "unknown") {
    const reason = D.reason;
    app.append(message("unknown", "There is no answer: " + reason.text, [reason.help]), about());
    if (D.files.length) browse(reason.place || D.entryPlace, reason.place ? "unknown" : null, reason.text);
    app.append(checks("dash", "What was asked and is not decided"));
    return;
  }

  // ---- A violation ----

  let V, at, chosen, sourceFile, source, list, graphOf;
  const body = el("div", {});

  function threadName(number) {
    const first = V.frames.find((frame) => frame[1] === number);
    return "thread " + number + (first ? " (" + first[0] + ")" : "");
  }

  // All values before and after the steps up to one: by activation (null: the program's), by name.
  function valuesAt(step) {
    const all = new Map();
    const apply = (changes, i) => {
      for (const [scope, name, value] of changes) {
        if (!all.has(scope)) all.set(scope, new Map());
        if (value === null) all.get(scope).delete(name);
        else all.get(scope).set(name, { value, step: i });
      }
    };
    apply(V.initial, -1);
    for (let i = 0; i <= step; i++) apply(V.steps[i][CHANGES], i);
    return all;
  }

  // The active calls of a thread, innermost first: `{frame, place}`.
  function stackAt(step, thread) {
    let i = step;
    while (i >= 0 && V.steps[i][THREAD] !== thread) i--;
    if (i < 0) return [];
    const stack = [];
    let place = V.steps[i][PLACE];
    for (let frame = V.steps[i][FRAME]; frame !== null && frame !== undefined; frame = V.frames[frame][2]) {
      stack.push({ frame, place });
      place = V.frames[frame][3];
    }
    return stack;
  }

  const several = () => V.steps.some((step) => step[THREAD] !== V.steps[0][THREAD]);

  const go = {
    to: (i) => select(Math.max(0, Math.min(V.steps.length - 1, i))),
    next: () => go.to(at + 1),
    back: () => go.to(at - 1),
    first: () => go.to(0),
    last: () => go.to(V.steps.length - 1),
    // To the next step of the thread that is not inside a call made here.
    over: (way) => {
      const [thread, depth] = [V.steps[at][THREAD], V.steps[at][DEPTH]];
      for (let i = at + way; i >= 0 && i < V.steps.length; i += way) {
        if (V.steps[i][THREAD] === thread && V.steps[i][DEPTH] <= depth) return go.to(i);
      }
      return way > 0 ? go.last() : go.first();
    },
    line: (line) => {
      const there = (step) => step[PLACE] && step[PLACE][0] === sourceFile && step[PLACE][1] === line;
      const later = V.steps.findIndex((step, i) => i > at && there(step));
      const any = later >= 0 ? later : V.steps.findIndex(there);
      if (any >= 0) go.to(any);
    },
  };

  const slider = el("input", { type: "range", min: 0, id: "slider", "aria-label": "step", oninput: () => go.to(Number(slider.value)) });
  const count = el("span", { class: "count", id: "count", "aria-live": "polite" });
  const button = (id, text, title, action) => el("button", { id, title, "aria-label": title, onclick: action }, text);
  const buttons = [button("first", "|\u25C0", "first step (Home)", () => go.first()), button("back", "\u25C0", "one step back (\u2190)", () => go.back()),
    button("next", "\u25B6", "one step forward (\u2192)", () => go.next()), button("last", "\u25B6|", "last step (End)", () => go.last()),
    button("over-back", "\u21E4 over", "back, not into calls (p)", () => go.over(-1)), button("over", "over \u21E5", "forward, not into calls (n)", () => go.over(1))];
  const walk = el("div", { class: "panel walk" }, buttons, slider, count,
    el("span", { class: "soft" }, el("kbd", {}, "\u2190"), " ", el("kbd", {}, "\u2192"), " ", el("kbd", {}, "n"), " ", el("kbd", {}, "p")));

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT") return;
    const keys = { ArrowRight: go.next, ArrowLeft: go.back, Home: go.first, End: go.last, n: () => go.over(1), p: () => go.over(-1) };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });

  const sourceBody = el("div", { class: "scroll", id: "source-body", tabindex: 0 });
  const sourceTitle = el("small", { id: "file" });
  const filePick = el("select", { "aria-label": "source file", id: "files" }, D.files.map((file, i) => el("option", { value: i }, file.name)));
  filePick.addEventListener("change", () => {
    showFile(Number(filePick.value));
    mark();
  });
  const stepsBody = el("div", { class: "scroll steps", id: "steps", tabindex: 0 });
  const stateBody = el("div", { class: "scroll state", id: "state", tabindex: 0 });

  function showFile(file) {
    if (sourceFile === file) return;
    sourceFile = file;
    source = sourceView(file);
    for (const [inFile, line, times] of V.counts) {
      const row = inFile === file && source.rows.get(line);
      if (!row) continue;
      row.row.classList.add("hit");
      row.row.title = `the run came here ${times === 1 ? "once" : times + " times"}; click: to a step here`;
      row.times.textContent = times + "\u00d7";
      row.row.addEventListener("click", () => go.line(line));
    }
    for (const [inFile, line, ways] of V.branches) {
      const row = inFile === file && source.rows.get(line);
      const text = ways.map(([to, n]) => "\u2192 " + to + (n > 1 ? " (" + n + "\u00d7)" : "")).join("  ");
      if (row) row.row.append(el("span", { class: "ways", title: "where the condition went on" }, text));
    }
    const bad = V.place && V.place[0] === file && source.rows.get(V.place[1]);
    if (bad) {
      bad.row.classList.add("bad");
      bad.row.after(el("div", { class: "note" }, V.text));
    }
    sourceBody.replaceChildren(source.box);
    filePick.value = String(file);
    sourceTitle.textContent = D.files[file] && !D.files[file].whole && D.files[file].parts ? "long: in parts" : "";
  }

  // Marks the line of the step and those of the calls that lead to it.
  function mark() {
    for (const row of sourceBody.querySelectorAll(".now, .stack, .target")) row.classList.remove("now", "stack", "target");
    const step = V.steps[at];
    const rowOf = (place) => (place && place[0] === sourceFile ? source.rows.get(place[1]) : null);
    stackAt(at, step[THREAD]).forEach(({ place }, i) => {
      const row = rowOf(place);
      if (row) row.row.classList.add(i === 0 ? "now" : "stack");
    });
    const chosenRow = rowOf(chosen < 0 ? step[PLACE] : stackAt(at, step[THREAD])[chosen].place);
    if (chosenRow) reveal(sourceBody, chosenRow.row);
    if (step[KIND] === "branch" && step[PLACE]) {
      const next = V.steps[at][TEXT].match(/line (\d+)$/);
      const row = next && rowOf([step[PLACE][0], Number(next[1])]);
      if (row) row.row.classList.add("target");
    }
  }

  function buildSteps() {
    const many = several();
    list = V.steps.map((step, i) => {
      const what = el("span", { class: "what" }, step[TEXT]);
      if (step[INSIDE]) what.append(el("span", { class: "inside" }, " (in " + step[INSIDE] + ")"));
      if (step[TIMES] > 1) what.append(el("span", { class: "inside" }, ` (${step[TIMES]} times)`));
      what.style.paddingLeft = Math.min(step[DEPTH], 16) * 12 + "px";
      return el("div", { class: "step " + step[KIND], "data-step": i, onclick: () => go.to(i) },
        el("span", { class: "at", title: words(step[PLACE]) }, step[PLACE] ? String(step[PLACE][1]) : ""),
        many ? el("span", { class: "thread t" + (step[THREAD] % 6), title: threadName(step[THREAD]) }, "T" + step[THREAD]) : null, what);
    });
    stepsBody.replaceChildren(...list);
  }

  function valueRows(values) {
    const rows = [...(values || new Map()).entries()].map(([name, { value, step }]) =>
      el("tr", { class: step === at ? "new" : null, "data-name": name }, el("td", { class: "name" }, name),
        el("td", { class: "value", title: value.length > 200 ? value : null }, cut(value, 400))));
    return rows.length ? el("table", { class: "values" }, el("tbody", {}, rows)) : el("div", { class: "empty" }, "nothing is known yet");
  }

  function showState() {
    const step = V.steps[at];
    const values = valuesAt(at);
    const stack = stackAt(at, step[THREAD]);
    const parts = [el("h3", {}, several() ? "Calls of " + threadName(step[THREAD]) : "Calls")];
    stack.forEach(({ frame, place }, i) => {
      parts.push(el("div", { class: "stackrow" + (i === Math.max(chosen, 0) ? " chosen" : ""), onclick: () => choose(i) },
        el("span", { class: "mono" }, V.frames[frame][0] + "()"),
        i === 0 && step[INSIDE] ? el("span", { class: "soft" }, "in " + step[INSIDE]) : null,
        el("span", { class: "place" }, words(place))));
    });
    const frame = stack[Math.max(chosen, 0)];
    if (frame) parts.push(el("h3", {}, "Variables of " + V.frames[frame.frame][0]), valueRows(values.get(frame.frame)));
    if (values.get(null) && values.get(null).size) parts.push(el("h3", {}, "Variables of the program, objects"), valueRows(values.get(null)));
    if (several()) {
      parts.push(el("h3", {}, "Other threads"));
      for (const thread of [...new Set(V.frames.map((f) => f[1]))].filter((t) => t !== step[THREAD])) {
        const top = stackAt(at, thread)[0];
        parts.push(el("div", { class: "stackrow", "data-thread": thread }, el("span", {}, threadName(thread)),
          el("span", { class: "place" }, top ? "in " + V.frames[top.frame][0] + ", " + words(top.place) : "has not run yet")));
      }
    }
    stateBody.replaceChildren(...parts);
  }

  function choose(i) {
    chosen = i;
    const place = stackAt(at, V.steps[at][THREAD])[i].place;
    if (place) showFile(place[0]);
    mark();
    showState();
  }

  function select(i) {
    if (list[at]) {
      list[at].classList.remove("now");
      list[at].removeAttribute("aria-current");
    }
    [at, chosen] = [i, -1];
    list[at].classList.add("now");
    list[at].setAttribute("aria-current", "step");
    reveal(stepsBody, list[at]);
    slider.value = String(at);
    count.textContent = `step ${at + 1} of ${V.steps.length}`;
    for (const b of buttons) b.disabled = ["first", "back", "over-back"].includes(b.id) ? at === 0 : at === V.steps.length - 1;
    const place = V.steps[at][PLACE];
    if (place) showFile(place[0]);
    else if (sourceFile === undefined && D.files.length) showFile(0);
    mark();
    showState();
  }

  /*{{graph}}*/

  function showViolation(number) {
    V = D.violations[number];
    [at, chosen, sourceFile] = [-1, -1, undefined];
    const about = [V.why, V.look, V.evaluated ? "Confirmed by the engine's own replay, not by the machine: " + V.evaluated : null,
      V.total > V.steps.length ? `The run has ${V.total} steps; ${V.total - V.steps.length + 1} in its middle are left out here.` : null];
    const head = message("false", (V.place ? words(V.place) + ": " : "") + V.text + (V.function ? " (in " + V.function + ")" : ""), about);
    if (D.violations.length > 1) {
      const pick = el("select", { id: "violations", "aria-label": "violation" }, D.violations.map((v, i) =>
        el("option", { value: i, selected: i === number }, `${i + 1} of ${D.violations.length}: ${v.check} at ${words(v.place)}`)));
      pick.addEventListener("change", () => showViolation(Number(pick.value)));
      head.prepend(pick);
      if (D.violationsLeftOut) head.append(el("div", { class: "why" }, D.violationsLeftOut + " more violations are left out here."));
    }
    body.replaceChildren(head);
    if (V.steps.length) {
      slider.max = String(V.steps.length - 1);
      body.append(walk, el("div", { class: "grid" },
        el("div", { class: "panel" }, el("h2", {}, "Source", sourceTitle, el("span", { class: "space" }), D.files.length > 1 ? filePick : el("small", {}, D.files.length ? D.files[0].name : "")), sourceBody),
        el("div", { class: "panel" }, el("h2", {}, "Steps"), stepsBody),
        el("div", { class: "panel" }, el("h2", {}, "State after the step"), stateBody)));
      buildSteps();
    }
    const graph = graphOf(V);
    if (graph) body.append(graph);
    if (V.steps.length) {
      const wanted = location.hash.match(/^#step-(\d+)$/);
      go.to(wanted ? Number(wanted[1]) - 1 : V.steps.length - 1);
    }
  }

  app.append(body);
  showViolation(0);
  app.append(about());
})();
