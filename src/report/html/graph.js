  // ---- The objects where the run ends ----

  const WIDTH = 7.25, ROW = 18, HEAD = 22, PAD = 8, GAP_X = 90, GAP_Y = 18, NODES = 150, INLINE = 12;

  // The boxes of a state: activations with their variables, the program's variables, objects.
  function boxesOf(state) {
    const boxes = [], where = new Map();
    const owned = new Map();
    const add = (box) => {
      boxes.push(box);
      return box;
    };
    // Shows where the access is that violates.
    const access = (box, number, places, name) => {
      if (number !== state.culprit || !state.access) return;
      const offset = state.access[1];
      const inside = state.objects[number].live && places.find((p) => offset >= p.start && offset < p.start + p.length);
      if (inside) box.rows[inside.row].hot = true;
      else box.rows.push({ name: name + (offset < 0 ? "" : "+") + offset, value: "\u2190 the access", to: null, bad: true, hot: true });
    };
    // The rows of an object within a box of variables.
    const embed = (box, name, number) => {
      const object = state.objects[number];
      if (object.rows.length > INLINE || !object.live) {
        box.rows.push({ name, value: object.live ? "{\u2026}" : "", to: [number, 0] });
        return;
      }
      const places = [];
      for (const [part, value, to, start, length] of object.rows) {
        const full = name + (part === "" || part[0] === "[" ? part : "." + part);
        places.push({ start, length, row: box.rows.length });
        box.rows.push({ name: full, value, to });
      }
      where.set(number, { box, places });
      owned.set(number, true);
      access(box, number, places, name);
    };
    for (const thread of state.threads) {
      const name = thread.number === null ? "a thread that has not run" : threadName(thread.number);
      thread.stack.forEach((activation, i) => {
        const box = add({ kind: "frame", group: i === 0 ? (state.threads.length > 1 ? name : "calls") : null, title: activation.function + "()", rows: [], column: 0,
          type: (activation.place ? "line " + activation.place[1] : "") + (activation.inside ? ", in " + activation.inside : "") });
        for (const [variable, , value, to, object] of activation.variables) {
          if (object !== null) embed(box, variable, object);
          else box.rows.push({ name: variable, value, to });
        }
      });
    }
    const globals = { kind: "frame", group: "the program", title: "variables", type: "", rows: [], column: 0 };
    state.objects.forEach((object, number) => {
      if (object.storage === "static" && !owned.has(number) && number !== state.culprit) embed(globals, object.name, number);
    });
    if (state.culprit !== null && state.objects[state.culprit].storage === "static") embed(globals, state.objects[state.culprit].name, state.culprit);
    if (globals.rows.length) add(globals);
    let leftOut = state.leftOut;
    state.objects.forEach((object, number) => {
      if (owned.has(number)) return;
      if (boxes.length >= NODES) {
        leftOut++;
        return;
      }
      const rows = object.rows.map(([name, value, to]) => ({ name: name || "value", value, to }));
      const places = object.rows.map(([, , , start, length], row) => ({ start, length, row }));
      const box = add({ kind: object.live ? (object.storage === "heap" && !object.reached ? "lost" : "object") : "dead", title: object.name, rows, column: null,
        type: [object.type, object.size === null ? null : object.size + (object.size === 1 ? " byte" : " bytes")].filter(Boolean).join(", ") });
      if (object.cut) rows.push({ name: "\u2026", value: "", to: null });
      if (!object.live) rows.push({ name: object.storage === "heap" ? "freed" + (object.freed ? " at line " + object.freed[1] : "") : "its lifetime has ended", value: "", to: null, bad: true });
      if (box.kind === "lost") rows.push({ name: "nothing points to it", value: "", to: null, lost: true });
      where.set(number, { box, places });
    });
    const culprit = state.culprit === null ? null : where.get(state.culprit);
    if (culprit && culprit.box.kind !== "frame") {
      culprit.box.culprit = true;
      access(culprit.box, state.culprit, culprit.places, "");
    }
    return { boxes, where, leftOut };
  }

  // Where each box lies: those that others lead to stand further to the right.
  function layOut(boxes, where) {
    for (const box of boxes) {
      for (const row of box.rows) row.target = row.to && where.has(row.to[0]) ? where.get(row.to[0]).box : null;
      const lengths = box.rows.map((row) => cut(row.name, 30).length + cut(row.value, 34).length + 3);
      box.width = Math.max(110, Math.max(cut(box.title, 30).length + cut(box.type, 40).length + 3, ...lengths) * WIDTH + 2 * PAD);
      box.height = HEAD + box.rows.length * ROW + (box.rows.length ? 4 : 0);
    }
    const spread = (starts) => {
      let front = starts;
      while (front.length) {
        const next = [];
        for (const box of front) {
          for (const row of box.rows) {
            if (row.target && row.target.column === null) {
              row.target.column = box.column + 1;
              next.push(row.target);
            }
          }
        }
        front = next;
      }
    };
    spread(boxes.filter((box) => box.column === 0));
    for (const box of boxes) {
      if (box.column !== null) continue;
      box.column = 1;
      spread([box]);
    }
    let x = 16, bottom = 0;
    for (let column = 0; boxes.some((box) => box.column >= column); column++) {
      const here = boxes.filter((box) => box.column === column);
      for (const box of here) {
        const from = [];
        for (const other of boxes) {
          if (other.column >= column) continue;
          other.rows.forEach((row, i) => row.target === box && from.push(other.y + HEAD + i * ROW));
        }
        box.wish = column === 0 ? null : from.length ? from.reduce((a, b) => a + b, 0) / from.length - HEAD / 2 : Infinity;
      }
      if (column > 0) here.sort((a, b) => a.wish - b.wish || 0);
      let y = 12;
      for (const box of here) {
        if (box.group) y += 18;
        if (box.wish !== null && box.wish !== Infinity) y = Math.max(y, box.wish);
        [box.x, box.y] = [x, y];
        y += box.height + GAP_Y;
        bottom = Math.max(bottom, y);
      }
      x += Math.max(0, ...here.map((box) => box.width)) + GAP_X;
    }
    return [x - GAP_X + 110, bottom + 8];
  }

  function drawBox(box) {
    const kinds = [box.kind === "dead" ? "dead" : "", box.kind === "lost" ? "lost" : "", box.culprit ? "culprit" : ""];
    const group = svg("g", { class: ["node", ...kinds].filter(Boolean).join(" "), "data-title": box.title });
    group.append(svg("rect", { class: "box", x: box.x, y: box.y, width: box.width, height: box.height, rx: 6 }),
      svg("path", { class: "head", d: `M${box.x + 1} ${box.y + HEAD} v${-(HEAD - 7)} q0 -6 6 -6 h${box.width - 14} q6 0 6 6 v${HEAD - 7} z` }),
      svg("text", { class: "title", x: box.x + PAD, y: box.y + 15 }, cut(box.title, 30)),
      svg("text", { class: "type", x: box.x + box.width - PAD, y: box.y + 15, "text-anchor": "end" }, cut(box.type, 40)));
    if (box.group) group.append(svg("text", { class: "group", x: box.x + 2, y: box.y - 6 }, box.group));
    box.rows.forEach((row, i) => {
      const y = box.y + HEAD + i * ROW;
      if (row.hot) group.append(svg("rect", { class: "hot", x: box.x + 1.5, y: y + 1, width: box.width - 3, height: ROW }));
      const kind = row.bad ? "bad" : row.lost ? "lostword" : "rowname";
      group.append(svg("text", { class: kind, x: box.x + PAD, y: y + 14 }, cut(row.name, 30), svg("title", {}, row.name)));
      if (row.value) {
        group.append(svg("text", { class: row.bad ? "bad" : row.value === "NULL" ? "null" : "value", x: box.x + box.width - PAD, y: y + 14, "text-anchor": "end" },
          cut(row.value, 34), svg("title", {}, row.value)));
      }
    });
    return group;
  }

  // An arrow from a row to the place that it points to.
  function drawEdge(box, i, where) {
    const row = box.rows[i];
    const { box: target, places } = where.get(row.to[0]);
    const part = places.find((p) => row.to[1] >= p.start && row.to[1] < p.start + p.length);
    const inside = part && (target.kind === "frame" || row.to[1] > 0) ? HEAD + part.row * ROW + ROW / 2 : HEAD / 2;
    const [x1, y1, y2] = [box.x + box.width, box.y + HEAD + i * ROW + ROW / 2, target.y + inside];
    const forward = target.x > x1;
    const x2 = forward ? target.x - 1 : target.x + target.width + 1;
    const bend = forward ? Math.max(30, (x2 - x1) / 2) : 50 + Math.min(40, Math.abs(y2 - y1) / 6);
    const [c1, c2] = forward ? [x1 + bend, x2 - bend] : [Math.max(x1, x2) + bend, Math.max(x1, x2) + bend];
    const dangling = target.kind === "dead" ? " dangling" : "";
    const tip = forward ? `M${x2} ${y2} l-8 -4 v8 z` : `M${x2} ${y2} l8 -4 v8 z`;
    const end = forward ? x2 - 6 : x2 + 6;
    const edge = svg("g", {}, svg("path", { class: "edge" + dangling, d: `M${x1} ${y1} C${c1} ${y1} ${c2} ${y2} ${end} ${y2}` }),
      svg("path", { class: "arrow" + dangling, d: tip }), svg("circle", { class: "port", cx: x1, cy: y1, r: 2.5 }));
    return { edge, from: box, to: target };
  }

  graphOf = (violation) => {
    const state = violation.state;
    if (!state || !(state.objects.length || state.threads.some((t) => t.stack.length))) {
      return violation.evaluated ? el("div", { class: "panel" }, el("h2", {}, "Objects"), el("div", { class: "empty" }, "The machine did not come to the end of this run.")) : null;
    }
    const { boxes, where, leftOut } = boxesOf(state);
    const [width, height] = layOut(boxes, where);
    const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, id: "graph", role: "img", "aria-label": "objects and pointers where the run ends" });
    const edges = [];
    for (const box of boxes) {
      box.rows.forEach((row, i) => {
        if (row.target) edges.push(drawEdge(box, i, where));
      });
    }
    for (const box of boxes) {
      const node = drawBox(box);
      const light = (on) => {
        node.classList.toggle("lit", on);
        for (const { edge, from, to } of edges) {
          if (from === box || to === box) edge.firstChild.classList.toggle("lit", on);
        }
      };
      node.addEventListener("mouseenter", () => light(true));
      node.addEventListener("mouseleave", () => light(false));
      drawing.append(node);
    }
    for (const { edge } of edges) drawing.append(edge);
    let scale = 1;
    const zoom = (factor) => {
      scale = Math.max(0.3, Math.min(3, scale * factor));
      drawing.setAttribute("width", width * scale);
      drawing.setAttribute("height", height * scale);
    };
    const legend = ["? was never set"];
    if (boxes.some((box) => box.kind === "dead")) legend.push("dashed: an object that has ended");
    if (boxes.some((box) => box.culprit)) legend.push("red: the object that the violation is about");
    if (boxes.some((box) => box.kind === "lost")) legend.push("yellow: a heap object that nothing points to");
    if (leftOut) legend.push(leftOut + " more objects are left out here");
    return el("div", { class: "panel", id: "objects" },
      el("h2", {}, "Calls and objects where the run ends", el("span", { class: "space" }),
        el("button", { onclick: () => zoom(1 / 1.25), "aria-label": "smaller" }, "\u2212"), el("button", { onclick: () => zoom(1.25), "aria-label": "larger" }, "+")),
      el("div", { class: "graph", tabindex: 0 }, drawing), el("div", { class: "legend" }, legend.join("; ") + "."));
  };
