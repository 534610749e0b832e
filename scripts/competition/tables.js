// The selection of tasks, and the tables of it.

const TOOLS = Object.keys(DATA.tools);
const KINDS = ["right-true", "right-false", "wrong-true", "wrong-false", "mismatch", "unknown", "timeout", "memory", "error"];
const WORDS = {
  "right-true": "true", "right-false": "false", "wrong-true": "WRONG true", "wrong-false": "WRONG false",
  "mismatch": "other part", "unknown": "unknown", "timeout": "timeout", "memory": "memory", "error": "error",
};
const LIMIT = DATA.limits["cpu s"];
// Rows of the large table that are drawn at once.
const PAGE = 400;
const state = {text: "", property: "", group: "", show: "all", sort: "", down: false, drawn: PAGE, open: new Set()};

function el(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children.filter(child => child !== null && child !== undefined));
  return node;
}

function byId(id) { return document.getElementById(id); }
function fill(id, ...children) { byId(id).replaceChildren(...children); }
function isRight(run) { return run !== undefined && run.outcome.startsWith("right"); }
function isWrong(run) { return run !== undefined && run.outcome.startsWith("wrong"); }
function color(tool) { return `var(--tool-${TOOLS.indexOf(tool) % 6})`; }
function seconds(value) { return value < 10 ? value.toFixed(2) : value.toFixed(value < 100 ? 1 : 0); }
function swatch(background) { return el("span", {class: "swatch", style: `background:${background}`}); }
function distinct(values) { return [...new Set(values)]; }

// What the filters can show; each tells of a task whether it belongs there.
const SHOWN = {
  "all": ["all tasks", () => true],
  "wrong": ["wrong answers", task => TOOLS.some(tool => isWrong(task.runs[tool]))],
  "differ": ["solved by some only", task => distinct(TOOLS.map(tool => isRight(task.runs[tool]))).length > 1],
  "none": ["solved by none", task => !TOOLS.some(tool => isRight(task.runs[tool]))],
  "error": ["errors, other parts violated", task => TOOLS.some(tool => task.runs[tool] && /error|mismatch/.test(task.runs[tool].outcome))],
  "missing": ["not run yet", task => TOOLS.some(tool => !task.runs[tool])],
};
if (TOOLS.length > 1) {
  for (const tool of TOOLS) {
    SHOWN[`not ${tool}`] = [`not solved by ${tool}, but by another`, task =>
      !isRight(task.runs[tool]) && TOOLS.some(other => isRight(task.runs[other]))];
  }
}

function selected() {
  const words = state.text.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = SHOWN[state.show][1];
  return DATA.tasks.filter(task => {
    if (state.property && task.property !== state.property) return false;
    if (state.group && task.group !== state.group) return false;
    if (!wanted(task)) return false;
    const text = words.length ? searchable(task) : "";
    return words.every(word => text.includes(word));
  });
}

function searchable(task) {
  const runs = Object.entries(task.runs).flatMap(([tool, run]) => [tool, WORDS[run.outcome], run.violates, run.detail]);
  return [task.task, task.group, task.property, task.expected, task.subproperty, ...runs].join(" ").toLowerCase();
}

// The competition's figures of one tool on some tasks; as `scoring.summary`.
function summarise(tasks, tool) {
  const sum = {count: Object.fromEntries(KINDS.map(kind => [kind, 0])), runs: 0, score: 0, most: 0, cpu: 0, par2: 0, peak: 0};
  for (const task of tasks) {
    const run = task.runs[tool];
    if (!run) continue;
    sum.runs++;
    sum.count[run.outcome]++;
    sum.score += run.score;
    sum.most += task.most;
    sum.cpu += run.cpu;
    sum.par2 += isRight(run) ? run.cpu : 2 * LIMIT;
    sum.peak = Math.max(sum.peak, run.peak);
  }
  sum.par2 = sum.runs ? sum.par2 / sum.runs : 0;
  sum.solved = sum.count["right-true"] + sum.count["right-false"];
  sum.wrong = sum.count["wrong-true"] + sum.count["wrong-false"];
  return sum;
}

function bar(sum) {
  const told = KINDS.filter(kind => sum.count[kind]).map(kind => `${sum.count[kind]} ${WORDS[kind]}`).join(", ");
  const parts = KINDS.filter(kind => sum.count[kind]).map(kind =>
    el("i", {class: kind, style: `width:${100 * sum.count[kind] / sum.runs}%`}));
  return el("div", {class: "bar", title: told, role: "img", "aria-label": told}, ...parts);
}

function number(value, best, bad) {
  return el("td", {class: `n${best ? " best" : ""}${bad ? " bad" : ""}${value === 0 || value === "0" ? " zero" : ""}`}, String(value));
}

function drawSummary(tasks) {
  const sums = TOOLS.map(tool => summarise(tasks, tool));
  const several = TOOLS.length > 1;
  const top = Math.max(...sums.map(sum => sum.score)), solved = Math.max(...sums.map(sum => sum.solved));
  const fastest = Math.min(...sums.map(sum => sum.par2));
  const heads = ["tool", "tasks", "score", "of", "solved", "true", "false", "wrong", "unknown", "timeout", "memory", "error",
    "PAR-2 s", "cpu s", "peak MB", ""];
  const rows = sums.map((sum, i) => el("tr", {"data-tool": TOOLS[i]},
    el("td", {}, swatch(color(TOOLS[i])), TOOLS[i]), number(sum.runs), number(sum.score, several && sum.score === top),
    number(sum.most), number(sum.solved, several && sum.solved === solved), number(sum.count["right-true"]),
    number(sum.count["right-false"]), number(sum.wrong, false, sum.wrong > 0), number(sum.count.unknown + sum.count.mismatch),
    number(sum.count.timeout), number(sum.count.memory), number(sum.count.error),
    number(sum.par2.toFixed(2), several && sum.par2 === fastest), number(sum.cpu.toFixed(0)), number(sum.peak.toFixed(0)),
    el("td", {style: "width:24%"}, bar(sum))));
  fill("summary", el("table", {}, el("thead", {}, el("tr", {}, ...heads.map((head, i) =>
    el("th", {class: i && head ? "n" : ""}, head)))), el("tbody", {}, ...rows)));
}

function drawParts() {
  const several = TOOLS.length > 1;
  const head = el("tr", {}, el("th", {}, ""), el("th", {class: "n"}, "tasks"), ...TOOLS.flatMap(tool => [
    el("th", {class: "first"}, swatch(color(tool)), tool), el("th", {class: "n"}, "score"), el("th", {class: "n"}, "solved"),
    el("th", {class: "n"}, "wrong"), el("th", {class: "n"}, "PAR-2 s")]));
  const rows = [];
  for (const column of ["property", "group"]) {
    const names = distinct(DATA.tasks.map(task => task[column]));
    rows.push(el("tr", {}, el("th", {colspan: 2 + 5 * TOOLS.length}, column === "property" ? "properties" : "groups")));
    for (const name of names) {
      const tasks = DATA.tasks.filter(task => task[column] === name);
      const sums = TOOLS.map(tool => summarise(tasks, tool));
      const best = Math.max(...sums.map(sum => sum.solved)), fastest = Math.min(...sums.map(sum => sum.par2));
      rows.push(el("tr", {class: "row", title: "show these tasks", onclick: () => {
        state[column] = name;
        byId(`choose-${column}`).value = name;
        draw();
        byId("h-tasks").scrollIntoView();
      }}, el("td", {}, name), number(tasks.length), ...sums.flatMap(sum => [
        el("td", {class: "first"}, bar(sum)), number(sum.score), number(sum.solved, several && sum.solved === best),
        number(sum.wrong, false, sum.wrong > 0), number(sum.par2.toFixed(2), several && sum.par2 === fastest)])));
    }
  }
  fill("parts", el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows)));
}

// Columns of the large table: name, what they are sorted by, whether they are numbers.
function columns() {
  const run = (tool, of) => task => task.runs[tool] ? of(task.runs[tool]) : null;
  return [
    ["task", task => task.task], ["group", task => task.group], ["property", task => task.property],
    ["expected", task => task.expected + task.subproperty], ["bits", task => task.model, true],
    ...TOOLS.flatMap(tool => [
      [`${tool}`, run(tool, one => KINDS.indexOf(one.outcome))],
      [`${tool} s`, run(tool, one => one.cpu), true], [`${tool} MB`, run(tool, one => one.peak), true]]),
  ];
}

function sorted(tasks) {
  const column = columns().find(([name]) => name === state.sort);
  if (!column) return tasks;
  const sign = state.down ? -1 : 1;
  // What is missing stays at the end.
  return [...tasks].sort((a, b) => {
    const [x, y] = [column[1](a), column[1](b)];
    if (x === null || y === null) return (x === null) - (y === null);
    return sign * (typeof x === "number" ? x - y : String(x).localeCompare(String(y), "en", {numeric: true}));
  });
}

function drawTasks(tasks) {
  const heads = columns().map(([name,, numeric], i) => {
    const [tool, unit] = i < 5 ? ["", name] : [name.replace(/ (s|MB)$/, ""), (name.match(/ (s|MB)$/) || [""])[0].trim()];
    const arrow = state.sort === name ? (state.down ? " ▼" : " ▲") : "";
    const direction = state.sort === name ? (state.down ? "descending" : "ascending") : "none";
    const label = i < 5 ? name : unit || tool;
    return el("th", {class: `${numeric ? "n" : ""}${i >= 5 && !unit ? " first" : ""}`, "aria-sort": direction, "data-column": name},
      i >= 5 && !unit ? swatch(color(tool)) : null,
      el("button", {type: "button", onclick: () => {
        state.down = state.sort === name ? !state.down : false;
        state.sort = name;
        draw();
      }}, label + arrow));
  });
  const rows = sorted(tasks).slice(0, state.drawn).flatMap(row);
  fill("tasks", el("table", {}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows)));
  byId("count").textContent = tasks.length === DATA.tasks.length ? `${tasks.length}` : `${tasks.length} of ${DATA.tasks.length}`;
  const left = tasks.length - state.drawn;
  byId("more").hidden = left <= 0;
  byId("more").textContent = `${left} more`;
}

function identity(task) { return [task.task, task.property, task.model, task.std].join("|"); }

function row(task) {
  const id = identity(task);
  const cells = TOOLS.flatMap(tool => {
    const run = task.runs[tool];
    if (!run) return [el("td", {class: "first zero"}, "not run"), el("td", {}), el("td", {})];
    const violates = run.verdict === "false" && task.property === "valid-memsafety" && run.violates ? ` ${run.violates}` : "";
    return [el("td", {class: "first", title: run.detail}, el("span", {class: `badge ${run.outcome}`}, WORDS[run.outcome]), violates),
      el("td", {class: "n"}, seconds(run.cpu)), el("td", {class: "n"}, run.peak.toFixed(0))];
  });
  const wrong = TOOLS.some(tool => isWrong(task.runs[tool]));
  const line = el("tr", {class: `row${wrong ? " wrong" : ""}`, "data-task": id, onclick: () => {
    if (!state.open.delete(id)) state.open.add(id);
    draw();
  }}, el("td", {class: "name"}, task.task), el("td", {}, task.group), el("td", {}, task.property),
    el("td", {}, task.expected + (task.subproperty ? ` (${task.subproperty})` : "")), el("td", {class: "n"}, task.model), ...cells);
  if (!state.open.has(id)) return [line];
  const told = TOOLS.filter(tool => task.runs[tool]).map(tool => {
    const run = task.runs[tool];
    const verdict = run.verdict + (run.violates ? ` (${run.violates})` : "");
    return el("div", {}, swatch(color(tool)), `${tool}: ${verdict}, ${run.score} points, ${seconds(run.cpu)} s of the processor, ` +
      `${seconds(run.wall)} s, ${run.peak.toFixed(0)} MB `, el("code", {}, run.detail));
  });
  return [line, el("tr", {class: "more"}, el("td", {colspan: 5 + 3 * TOOLS.length}, ...told))];
}

function drawAlarm() {
  const found = DATA.tasks.flatMap(task => TOOLS.filter(tool => isWrong(task.runs[tool])).map(tool => [task, tool]));
  byId("alarm").hidden = found.length === 0;
  if (!found.length) return;
  const items = found.slice(0, 12).map(([task, tool]) => el("li", {}, swatch(color(tool)), `${tool} says ${task.runs[tool].verdict}` +
    `${task.runs[tool].violates ? ` (${task.runs[tool].violates})` : ""}, expected ${task.expected}` +
    `${task.subproperty ? ` (${task.subproperty})` : ""}: ${task.task}, ${task.property}`));
  if (found.length > 12) items.push(el("li", {}, `and ${found.length - 12} more`));
  fill("alarm", el("h2", {}, found.length === 1 ? "One wrong answer" : `${found.length} wrong answers`), el("ul", {}, ...items));
}

function choice(id, label, options, value, change) {
  const select = el("select", {id, onchange: event => change(event.target.value)},
    ...options.map(([key, words]) => el("option", {value: key, selected: key === value}, words)));
  return [el("label", {for: id}, label), select];
}

function drawFilter() {
  const names = column => [["", "all"], ...distinct(DATA.tasks.map(task => task[column])).map(name => [name, name])];
  const shown = Object.entries(SHOWN).map(([key, [words, of]]) => [key, `${words} (${DATA.tasks.filter(of).length})`]);
  const set = key => value => { state[key] = value; state.drawn = PAGE; draw(); };
  fill("filter",
    el("label", {for: "search"}, "Find"),
    el("input", {id: "search", type: "search", placeholder: "task, verdict, message", oninput: event => set("text")(event.target.value)}),
    ...choice("choose-property", "property", names("property"), "", set("property")),
    ...choice("choose-group", "group", names("group"), "", set("group")),
    ...choice("choose-show", "show", shown, "all", set("show")),
    el("button", {type: "button", id: "reset", onclick: () => {
      Object.assign(state, {text: "", property: "", group: "", show: "all", drawn: PAGE});
      byId("search").value = "";
      for (const [id, value] of [["choose-property", ""], ["choose-group", ""], ["choose-show", "all"]]) byId(id).value = value;
      draw();
    }}, "reset"));
}

function drawAbout() {
  const limit = DATA.limits, machine = DATA.machine;
  const words = [DATA.time, `${DATA.tasks.length} tasks`, `${limit["cpu s"]} s of the processor, ${limit["wall s"]} s of the wall clock`,
    limit["memory MB"] ? `${limit["memory MB"]} MB` : "", limit.cores ? `${limit.cores} cores each` : "", `${DATA.jobs} at once`,
    `${machine.processor}, ${machine.cores} cores, ${Math.round(machine["memory MB"] / 1024)} GB, ${machine.system}`];
  byId("about").textContent = words.filter(Boolean).join(" · ");
  fill("tools", ...TOOLS.map(tool => el("div", {}, swatch(color(tool)), `${tool}: ${DATA.tools[tool].version} `,
    el("code", {}, DATA.tools[tool].options))));
  fill("legend", ...KINDS.filter(kind => kind !== "wrong-false").map(kind => el("li", {},
    swatch(`var(--${kind === "wrong-true" ? "wrong" : kind})`), kind === "wrong-true" ? "wrong" : WORDS[kind])));
}

function setTheme(dark) {
  document.documentElement.classList.toggle("dark", dark);
  byId("theme").textContent = dark ? "light" : "dark";
}

function draw() {
  const tasks = selected();
  drawSummary(tasks);
  drawTasks(tasks);
  drawPlots(tasks);
}

function start() {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  setTheme(dark.matches);
  dark.addEventListener("change", event => setTheme(event.matches));
  byId("theme").addEventListener("click", () => setTheme(!document.documentElement.classList.contains("dark")));
  byId("more").addEventListener("click", () => { state.drawn += PAGE; draw(); });
  drawAbout();
  drawAlarm();
  drawFilter();
  drawParts();
  startPlots();
  draw();
}
