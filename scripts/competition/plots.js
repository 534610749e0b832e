// The drawings: score over time, and two tools beside each other.

const plot = {time: "cpu", over: "score", x: TOOLS[Math.min(1, TOOLS.length - 1)], y: TOOLS[0]};
const BOX = {width: 640, height: 400, left: 62, right: 16, top: 28, bottom: 46};
const INSIDE = {width: BOX.width - BOX.left - BOX.right, height: BOX.height - BOX.top - BOX.bottom};

function svg(name, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

function tip(event, text) {
  const box = byId("tip");
  box.hidden = text === null;
  if (text === null) return;
  box.textContent = text;
  const {width, height} = box.getBoundingClientRect();
  box.style.left = `${Math.max(4, Math.min(event.clientX + 14, window.innerWidth - width - 8))}px`;
  box.style.top = `${event.clientY + height + 24 > window.innerHeight ? event.clientY - height - 10 : event.clientY + 14}px`;
}

function hover(text) {
  return {onmousemove: event => tip(event, text), onmouseleave: event => tip(event, null)};
}

// A logarithmic scale between two positive numbers.
function logScale(low, high, from, to) {
  const [a, b] = [Math.log10(low), Math.log10(high)];
  return value => from + (to - from) * (Math.log10(Math.max(low, Math.min(high, value))) - a) / (b - a || 1);
}

function powers(low, high) {
  const found = [];
  for (let exponent = Math.ceil(Math.log10(low) - 1e-9); exponent <= Math.log10(high) + 1e-9; exponent++) found.push(10 ** exponent);
  return found.length > 2 ? found : distinct([low, ...found, high]);
}

function steps(low, high) {
  const rough = (high - low) / 6 || 1, unit = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map(k => k * unit).find(k => k >= rough));
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) found.push(at);
  return found;
}

function tick(value) { return Math.abs(value) >= 1 || value === 0 ? String(Math.round(value)) : String(Number(value.toPrecision(1))); }

function frame(title, xLabel, yLabel, xTicks, yTicks, x, y) {
  const bottom = BOX.height - BOX.bottom, right = BOX.width - BOX.right;
  const root = svg("svg", {viewBox: `0 0 ${BOX.width} ${BOX.height}`, role: "img", "aria-label": title});
  for (const at of xTicks) {
    root.append(svg("line", {class: "grid", x1: x(at), x2: x(at), y1: BOX.top, y2: bottom}),
      svg("text", {class: "tick", x: x(at), y: bottom + 17, "text-anchor": "middle"}, tick(at)));
  }
  for (const at of yTicks) {
    root.append(svg("line", {class: "grid", x1: BOX.left, x2: right, y1: y(at), y2: y(at)}),
      svg("text", {x: BOX.left - 7, y: y(at) + 4, "text-anchor": "end"}, tick(at)));
  }
  root.append(svg("line", {class: "axis", x1: BOX.left, x2: right, y1: bottom, y2: bottom}),
    svg("line", {class: "axis", x1: BOX.left, x2: BOX.left, y1: BOX.top, y2: bottom}),
    svg("text", {x: BOX.left + INSIDE.width / 2, y: BOX.height - 8, "text-anchor": "middle"}, xLabel),
    svg("text", {class: "label", transform: `translate(15 ${BOX.top + INSIDE.height / 2}) rotate(-90)`, "text-anchor": "middle"}, yLabel));
  return root;
}

function shortest(tasks) {
  const times = tasks.flatMap(task => TOOLS.map(tool => task.runs[tool]).filter(Boolean).map(run => run[plot.time]));
  return 10 ** Math.floor(Math.log10(Math.max(0.01, Math.min(...times, 1))));
}

function timeLimit() { return plot.time === "cpu" ? LIMIT : DATA.limits["wall s"]; }
function timeWords() { return plot.time === "cpu" ? "seconds of the processor" : "seconds of the wall clock"; }

// The corners of each tool's line: points so far and time of each right answer, fastest first.
function quantiles(tasks) {
  return TOOLS.map(tool => {
    const runs = tasks.filter(task => task.runs[tool]).map(task => [task, task.runs[tool]]);
    let sum = plot.over === "score" ? runs.filter(([, run]) => isWrong(run)).reduce((all, [, run]) => all + run.score, 0) : 0;
    const begin = sum;
    const points = runs.filter(([, run]) => isRight(run)).sort((a, b) => a[1][plot.time] - b[1][plot.time]).map(([task, run]) => {
      sum += plot.over === "score" ? run.score : 1;
      return {at: sum, time: run[plot.time], task};
    });
    return {tool, begin, points};
  });
}

function drawQuantile(tasks) {
  const lines = quantiles(tasks);
  const low = Math.min(0, ...lines.map(line => line.begin));
  const high = Math.max(low + 1, ...lines.map(line => line.points.length ? line.points[line.points.length - 1].at : line.begin));
  const [least, most] = [shortest(tasks), timeLimit()];
  const x = value => BOX.left + INSIDE.width * (value - low) / (high - low);
  const y = logScale(least, most, BOX.height - BOX.bottom, BOX.top);
  const root = frame("score over time", plot.over === "score" ? "points so far" : "tasks solved so far", timeWords(), steps(low, high),
    powers(least, most), x, y);
  if (low < 0) root.append(svg("line", {class: "axis", x1: x(0), x2: x(0), y1: BOX.top, y2: BOX.height - BOX.bottom}));
  for (const {tool, begin, points} of lines) {
    let path = "", last = begin;
    for (const point of points) {
      path += `${path ? "L" : "M"}${x(last).toFixed(1)} ${y(point.time).toFixed(1)}L${x(point.at).toFixed(1)} ${y(point.time).toFixed(1)}`;
      last = point.at;
    }
    if (path) root.append(svg("path", {class: "line", d: path, style: `stroke:${color(tool)}`, "data-tool": tool}));
    for (const point of points) {
      root.append(svg("circle", {class: "mark", cx: x(point.at), cy: y(point.time), r: 2.6, style: `fill:${color(tool)}`,
        onclick: () => find(point.task),
        ...hover(`${tool}: ${point.at} ${plot.over === "score" ? "points" : "tasks"} with ${seconds(point.time)} s each\n${point.task.task}`)}));
    }
  }
  const known = lines.filter(line => line.points.length);
  known.forEach((line, i) => root.append(
    svg("rect", {x: BOX.left + 12, y: BOX.top + 6 + 18 * i, width: 11, height: 11, rx: 3, style: `fill:${color(line.tool)}`}),
    svg("text", {x: BOX.left + 28, y: BOX.top + 16 + 18 * i},
      `${line.tool}: ${line.points[line.points.length - 1].at}${line.begin < 0 ? `, wrong answers ${line.begin}` : ""}`)));
  fill("quantile", root);
}

function drawScatter(tasks) {
  const pairs = tasks.filter(task => task.runs[plot.x] && task.runs[plot.y]);
  const [least, most] = [shortest(tasks), timeLimit()];
  // What is not solved has a place of its own beyond the limit.
  const beyond = most * (most / least) ** 0.06;
  const x = logScale(least, beyond, BOX.left, BOX.width - BOX.right), y = logScale(least, beyond, BOX.height - BOX.bottom, BOX.top);
  const root = frame(`${plot.y} and ${plot.x}`, `${plot.x}, ${timeWords()}`, `${plot.y}, ${timeWords()}`, powers(least, most),
    powers(least, most), x, y);
  const line = (from, to, style) => root.append(svg("line", {class: style, x1: x(from[0]), y1: y(from[1]), x2: x(to[0]), y2: y(to[1])}));
  line([least, least], [most, most], "axis");
  line([least, most], [beyond, most], "edge");
  line([most, least], [most, beyond], "edge");
  for (const factor of [10]) {
    if (least * factor < most) {
      line([least * factor, least], [most, most / factor], "edge");
      line([least, least * factor], [most / factor, most], "edge");
    }
  }
  const place = run => isRight(run) ? Math.min(run[plot.time], most) : beyond;
  const weight = task => [plot.x, plot.y].some(tool => isWrong(task.runs[tool])) ? 1 : 0;
  for (const task of [...pairs].sort((a, b) => weight(a) - weight(b))) {
    const [a, b] = [task.runs[plot.x], task.runs[plot.y]];
    const [cx, cy] = [x(place(a)), y(place(b))];
    const words = `${task.task}\n${task.property}, expected ${task.expected}\n${plot.y}: ${WORDS[b.outcome]}, ${seconds(b[plot.time])} s\n` +
      `${plot.x}: ${WORDS[a.outcome]}, ${seconds(a[plot.time])} s`;
    const common = {class: "mark", "data-task": identity(task), onclick: () => find(task), ...hover(words)};
    if (weight(task)) {
      root.append(svg("path", {...common, d: `M${cx - 5} ${cy - 5}L${cx + 5} ${cy + 5}M${cx - 5} ${cy + 5}L${cx + 5} ${cy - 5}`,
        style: "stroke:var(--wrong);stroke-width:3;fill:none"}));
    } else if (task.expected === "true") {
      root.append(svg("circle", {...common, cx, cy, r: 4, style: "fill:var(--right-true);fill-opacity:.75"}));
    } else {
      root.append(svg("rect", {...common, x: cx - 3.7, y: cy - 3.7, width: 7.4, height: 7.4, style: "fill:var(--timeout);fill-opacity:.85"}));
    }
  }
  root.append(svg("text", {x: BOX.width - BOX.right - 2, y: BOX.height - BOX.bottom + 32, "text-anchor": "end"}, "not solved"));
  root.append(svg("text", {x: BOX.left, y: BOX.top - 12, "text-anchor": "start"}, "not solved"));
  const legend = [["circle", "var(--right-true)", "expected true"], ["rect", "var(--timeout)", "expected false"], ["cross", "var(--wrong)", "a wrong answer"]];
  legend.filter(([shape]) => shape !== "cross" || pairs.some(weight)).forEach(([shape, fillColor, words], i) => {
    const at = BOX.top - 16, left = BOX.left + 110 + 120 * i;
    root.append(shape === "circle" ? svg("circle", {cx: left, cy: at, r: 4, style: `fill:${fillColor}`}) :
      shape === "rect" ? svg("rect", {x: left - 4, y: at - 4, width: 8, height: 8, style: `fill:${fillColor}`}) :
      svg("path", {d: `M${left - 4} ${at - 4}l8 8m-8 0l8 -8`, style: `stroke:${fillColor};stroke-width:3`}),
    svg("text", {x: left + 11, y: at + 4}, words));
  });
  const neither = pairs.filter(task => !isRight(task.runs[plot.x]) && !isRight(task.runs[plot.y])).length;
  if (neither) root.append(svg("text", {x: BOX.width - BOX.right - 8, y: BOX.top - 12, "text-anchor": "end"}, `${neither} by neither`));
  fill("scatter", root);
}

// Shows one task in the table.
function find(task) {
  Object.assign(state, {text: task.task, property: task.property, group: "", show: "all"});
  byId("search").value = task.task;
  byId("choose-property").value = task.property;
  byId("choose-group").value = "";
  byId("choose-show").value = "all";
  state.open.add(identity(task));
  tip(null, null);
  draw();
  byId("h-tasks").scrollIntoView();
}

function startPlots() {
  const again = key => value => { plot[key] = value; draw(); };
  const times = [["cpu", "processor"], ["wall", "wall clock"]];
  fill("quantile-choice", ...choice("quantile-over", "over", [["score", "points"], ["count", "solved tasks"]], plot.over, again("over")),
    ...choice("plot-time", "time of the", times, plot.time, again("time")));
  const tools = TOOLS.map(tool => [tool, tool]);
  fill("scatter-choice", ...choice("scatter-y", "at the side", tools, plot.y, again("y")), ...choice("scatter-x", "below", tools, plot.x, again("x")));
}

function drawPlots(tasks) {
  drawQuantile(tasks);
  drawScatter(tasks);
}
