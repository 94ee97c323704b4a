import { type Markup, markup } from '../markup.js';

/**
 * The live diagram: a pane that scrolls and a picture that grows. `live(element)` makes one of a `.diagram` and returns
 * what the rest of the page tells it: `go` to a table, `mark` what was searched for, `hint` at a table.
 */
export const DIAGRAM: Markup = markup`
  const live = (diagram) => {
    const pane = $('.pane', diagram), svg = $('svg', pane), percent = $('output', diagram), card = $('.chosen', diagram);
    const tools = $('.tools', diagram), group = $('select', tools), reset = $('[data-do=reset]', tools), full = $('[data-do=full]', tools);
    const numbers = (text) => text.split(' ').map(Number);
    const nodes = $$('.d-node', svg).map((el) => {
      const [x, y, w, h] = numbers(el.dataset.box);
      return { el, id: el.dataset.target, name: $('title', el).textContent, group: el.dataset.group, x, y, w, h, home: { x, y }, links: [] };
    });
    const byId = new Map(nodes.map((node) => [node.id, node]));
    // Between the points that bend a curve.
    const areaOf = (curve) => {
      const points = ((curve && curve.match(/-?[\\d.]+/g)) || []).map(Number);
      const [xs, ys] = [0, 1].map((odd) => points.filter((_, index) => index % 2 === odd));
      return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    };
    const links = $$('.d-link', svg).map((el) => {
      const [from, to] = numbers(el.dataset.ends).map((index) => nodes[index]);
      const [fromRow, toRow] = numbers(el.dataset.rows);
      const [, hit, curve, one, many] = el.children;
      const link = { el, from, to, fromRow, toRow, hit, curve, one, many, drawn: curve.getAttribute('d') };
      link.home = [link.drawn, one.getAttribute('transform'), many.getAttribute('transform')];
      link.area = areaOf(link.drawn);
      from.links.push(link);
      if (to !== from) to.links.push(link);
      return link;
    });
    const around = (node) => [...new Set(node.links.flatMap(({ from, to }) => [from, to]))].filter((other) => other !== node);
    let scale = 1, width, height, chosen, pointed, hinted, alone, hits, before;

    // Where things are.
    const setLine = (link, curve, one, many) => {
      for (const path of [link.hit, link.curve]) path.setAttribute('d', curve);
      link.one.setAttribute('transform', one);
      link.many.setAttribute('transform', many);
      link.area = areaOf(curve);
    };
    const route = (link) => {
      const { from, to } = link;
      const [y1, y2] = [to.y + link.toRow, from.y + link.fromRow];
      const isRight = from !== to && from.x > to.x + to.w + 24, isLeft = from !== to && from.x + from.w + 24 < to.x;
      const [x1, x2] = [isLeft ? to.x : to.x + to.w, isRight ? from.x : from.x + from.w];
      const bend = Math.max(40, Math.abs(x2 - x1) / 2), out = Math.max(x1, x2) + (from === to ? 34 : 56);
      const [c1, c2] = isRight ? [x1 + bend, x2 - bend] : isLeft ? [x1 - bend, x2 + bend] : [out, out];
      const at = (x, y, isBack) => 'translate(' + x + ' ' + y + ')' + (isBack ? 'rotate(180)' : '');
      setLine(link, 'M' + [x1, y1].join(' ') + 'C' + [c1, y1, c2, y2, x2, y2].join(' '), at(x1, y1, isLeft), at(x2, y2, isRight));
      link.drawn = true;
    };
    const put = (node, x, y) => {
      [node.x, node.y] = [x, y];
      const isHome = x === node.home.x && y === node.home.y;
      if (isHome) node.el.removeAttribute('transform'); else node.el.setAttribute('transform', 'translate(' + (x - node.home.x) + ' ' + (y - node.home.y) + ')');
      for (const link of node.links) {
        const isWhole = [link.from, link.to].every((end) => end.x === end.home.x && end.y === end.home.y);
        if (isWhole && link.home[0]) setLine(link, ...link.home); else route(link);
      }
    };
    const shown = () => (alone ? nodes.filter(({ el }) => !el.classList.contains('away')) : nodes);
    const measure = () => {
      width = Math.max(...shown().map(({ x, w }) => x + w)) + 60;
      height = Math.max(...shown().map(({ y, h }) => y + h)) + 24;
      svg.setAttribute('viewBox', [0, 0, width, height].join(' '));
    };
    // Of a large picture only what is in sight, or nearly so, is drawn: laying out all of it takes seconds.
    const isLarge = diagram.classList.contains('large');
    const reveal = () => {
      if (!isLarge) return;
      const [w, h] = [pane.clientWidth / scale, pane.clientHeight / scale];
      const [left, top] = [pane.scrollLeft / scale - w / 2, pane.scrollTop / scale - h / 2];
      const isNear = (x1, y1, x2, y2) => x2 > left && y2 > top && x1 < left + 2 * w && y1 < top + 2 * h;
      // The keyboard gets into the picture by the chosen table, or else the first.
      for (const node of nodes) node.el.classList.toggle('in', node === (chosen || nodes[0]) || isNear(node.x, node.y, node.x + node.w, node.y + node.h));
      for (const link of links) link.el.classList.toggle('in', isNear(...link.area));
    };
    const resize = () => {
      svg.setAttribute('width', Math.round(width * scale));
      svg.setAttribute('height', Math.round(height * scale));
      percent.textContent = Math.round(scale * 100) + ' %';
      reveal();
    };
    const zoom = (wanted, x = pane.clientWidth / 2, y = pane.clientHeight / 2) => {
      const [left, top] = [(pane.scrollLeft + x) / scale, (pane.scrollTop + y) / scale];
      scale = Math.min(3, Math.max(0.08, wanted));
      resize();
      pane.scrollLeft = left * scale - x;
      pane.scrollTop = top * scale - y;
    };
    const isFull = () => document.fullscreenElement === diagram || diagram.classList.contains('full');
    // Below the picture is room for what is said of the chosen table.
    const BELOW = 48;
    const roomHigh = () => (isFull() ? pane.clientHeight : Math.max(pane.clientHeight, innerHeight * 0.7)) - BELOW;
    const fit = () => Math.min(1, pane.clientWidth / width, roomHigh() / height);
    const centre = (x, y) => { pane.scrollLeft = x * scale - pane.clientWidth / 2; pane.scrollTop = y * scale - pane.clientHeight / 2; reveal(); };
    const centreOn = (node) => centre(node.x + node.w / 2, node.y + node.h / 2);
    const isInView = ({ x, y, w, h }) => {
      const [left, top] = [pane.scrollLeft, pane.scrollTop];
      return x * scale >= left && y * scale >= top && (x + w) * scale <= left + pane.clientWidth && (y + h) * scale <= top + pane.clientHeight;
    };
    // Small enough to see them all, large enough to read.
    const READABLE = 0.85;
    const frame = (some, least) => {
      const [left, top] = [Math.min(...some.map(({ x }) => x)), Math.min(...some.map(({ y }) => y))];
      const [right, bottom] = [Math.max(...some.map(({ x, w }) => x + w)), Math.max(...some.map(({ y, h }) => y + h))];
      zoom(Math.max(least, Math.min(1, pane.clientWidth / (right - left + 40), roomHigh() / (bottom - top + 40))));
      centre((left + right) / 2, (top + bottom) / 2);
    };
    // Of a large picture, the part where most relations can be seen: a table alone, to which no line leads, says little.
    const weightOf = ({ links: own }) => own.filter(({ drawn }) => drawn).length;
    const start = () => {
      zoom(Math.max(fit(), READABLE));
      const [w, h] = [pane.clientWidth / scale, pane.clientHeight / scale];
      let best, most = -1;
      for (const middle of [...nodes].sort((a, b) => weightOf(b) - weightOf(a)).slice(0, 60)) {
        const at = (from, size, room, whole) => Math.max(0, Math.min(whole - room, from + size / 2 - room / 2));
        const [left, top] = [at(middle.x, middle.w, w, width), at(middle.y, middle.h, h, height)];
        const seen = nodes.filter((node) => node.x >= left && node.y >= top && node.x + node.w <= left + w && node.y + node.h <= top + h);
        const sum = seen.reduce((total, node) => total + weightOf(node), 0);
        // What is below the fold of the window is not seen at once: begin at the first of them.
        if (sum > most) [best, most] = [{ left, top: seen.length === 0 ? top : Math.min(...seen.map(({ y }) => y)) - 16 }, sum];
      }
      if (best) [pane.scrollLeft, pane.scrollTop] = [best.left * scale, best.top * scale];
    };

    // What is marked.
    const isDim = ({ id, group: own }) => Boolean((hits && !hits.has(id)) || (group && group.value && own !== group.value));
    const show = () => {
      const node = pointed && pointed.el.classList.contains('d-node') ? pointed : pointed ? undefined : hinted || chosen;
      const lit = new Set(pointed && !node ? [pointed] : node ? node.links : []);
      const near = new Set([...lit].flatMap(({ from, to }) => [from, to]));
      svg.classList.toggle('lit', lit.size > 0);
      for (const link of links) {
        const isLit = lit.has(link);
        if (isLit && !link.drawn) route(link);
        link.el.classList.toggle('near', isLit);
      }
      for (const each of nodes) {
        const marks = each.el.classList;
        marks.toggle('near', near.has(each));
        marks.toggle('now', each === chosen || each === node);
        marks.toggle('hit', Boolean(hits && hits.has(each.id)));
        marks.toggle('dim', isDim(each));
      }
      for (const link of links) link.el.classList.toggle('dim', !lit.has(link) && (isDim(link.from) || isDim(link.to)));
    };
    const made = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text }, more);
    const followed = (title, others) => {
      if (others.length === 0) return [];
      const all = others.map((other) => made('button', other.name, { type: 'button', onclick: () => choose(other, true) }));
      return [made('span', title), ...all.slice(0, 12), ...(all.length > 12 ? [made('span', 'and ' + (all.length - 12) + ' more')] : [])];
    };
    const describe = () => {
      card.hidden = !chosen;
      if (!chosen) return card.replaceChildren();
      const ends = (pick) => [...new Set(chosen.links.map(pick).filter(Boolean))];
      const open = made('a', 'Details', { href: '#' + encodeURIComponent(chosen.id) });
      open.addEventListener('click', () => { if (isFull()) toggleFull(); });
      const focus = made('button', alone === chosen ? 'Show all' : 'Focus', { type: 'button', onclick: () => setAlone(alone === chosen ? undefined : chosen) });
      focus.setAttribute('aria-label', alone === chosen ? 'Show all tables' : 'Focus on ' + chosen.name + ' and its neighbours');
      card.replaceChildren(made('strong', chosen.name), open, focus,
        ...followed('→', ends(({ from, to }) => from === chosen && to)),
        ...followed('←', ends(({ from, to }) => to === chosen && from !== chosen && from)));
    };
    const choose = (node, isFollowed) => {
      if (alone && node && node !== alone && isFollowed) setAlone(node, true);
      chosen = node;
      for (const each of nodes) each.el.setAttribute('tabindex', each === (chosen || nodes[0]) ? '0' : '-1');
      for (const each of nodes) each.el.setAttribute('aria-pressed', String(each === chosen));
      describe();
      show();
      reveal();
      if (node && (isFollowed || !isInView(node))) centreOn(node);
      if (node && isFollowed) node.el.focus({ preventScroll: true });
    };

    // One table and its neighbours: those it points at to the left, those that point at it to the right.
    const setAlone = (node, isStill) => {
      if (alone) for (const [each, x, y] of before) put(each, x, y);
      alone = node;
      // What is below does not jump.
      pane.style.minHeight = node ? pane.offsetHeight + 'px' : '';
      for (const each of nodes) each.el.classList.remove('away');
      for (const link of links) link.el.classList.remove('away');
      if (node) {
        const others = around(node), parents = others.filter((other) => node.links.some(({ from, to }) => from === node && to === other));
        const children = others.filter((other) => !parents.includes(other));
        before = [node, ...others].map((each) => [each, each.x, each.y]);
        const visible = new Set([node, ...others]);
        for (const each of nodes) each.el.classList.toggle('away', !visible.has(each));
        for (const link of links) {
          const isGone = !visible.has(link.from) || !visible.has(link.to);
          link.el.classList.toggle('away', isGone || (link.el.classList.contains('far') && link.from !== node && link.to !== node));
        }
        const columns = [...inColumns(parents), [node], ...inColumns(children)];
        const highest = Math.max(...columns.map(highOf));
        let x = 24;
        for (const column of columns) {
          let y = 24 + (highest - highOf(column)) / 2;
          for (const each of column) { put(each, x, y); y += each.h + 26; }
          x += Math.max(...column.map(({ w }) => w)) + 110;
        }
        for (const each of visible) for (const link of each.links) if (!link.el.classList.contains('away')) route(link);
      }
      measure();
      if (!isStill) { describe(); show(); }
      frame(shown(), node ? 0.6 : 0);
      if (!node && chosen) { zoom(READABLE); centreOn(chosen); }
    };
    const highOf = (column) => column.reduce((sum, { h }) => sum + h + 26, -26);
    const inColumns = (some) => {
      const columns = [];
      for (const each of some) {
        const last = columns[columns.length - 1];
        if (!last || highOf(last) + each.h > 900) columns.push([each]); else last.push(each);
      }
      return columns;
    };

    const toggleFull = () => {
      if (document.fullscreenElement === diagram) return document.exitFullscreen();
      if (diagram.classList.contains('full') || !diagram.requestFullscreen) return showFull(diagram.classList.toggle('full'));
      return diagram.requestFullscreen().catch(() => showFull(diagram.classList.toggle('full')));
    };
    const showFull = () => { full.textContent = isFull() ? 'Exit full screen' : 'Full screen'; full.setAttribute('aria-label', full.textContent); if (chosen) centreOn(chosen); };
    diagram.addEventListener('fullscreenchange', showFull);

    const deeds = {
      in: () => zoom(scale * 1.25), out: () => zoom(scale / 1.25), fit: () => { zoom(fit()); pane.scrollLeft = pane.scrollTop = 0; }, one: () => zoom(1), full: toggleFull,
      reset: () => { setAlone(undefined); for (const node of nodes) put(node, node.home.x, node.home.y); reset.hidden = true; measure(); resize(); },
    };
    tools.hidden = false;
    for (const button of $$('button', tools)) button.addEventListener('click', () => deeds[button.dataset.do]());
    if (group) group.addEventListener('change', () => { show(); const some = nodes.filter((node) => node.group === group.value); if (some.length) frame(some, 0.5); });

    // By keyboard: the arrow keys go from table to table, Alt moves the table itself.
    const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const nextTo = (node, [dx, dy]) => {
      const ahead = shown().filter((other) => other !== node).map((other) => {
        const [x, y] = [other.x + other.w / 2 - node.x - node.w / 2, other.y + other.h / 2 - node.y - node.h / 2];
        return { other, along: x * dx + y * dy, aside: Math.abs(x * dy + y * dx) };
      });
      return ahead.filter(({ along, aside }) => along > 8 && along > aside / 3).sort((a, b) => a.along + 2 * a.aside - b.along - 2 * b.aside)[0]?.other;
    };
    const move = (node, dx, dy) => {
      const together = group && group.value && node.group === group.value ? nodes.filter((each) => each.group === group.value) : [node];
      const [left, top] = [Math.max(dx, -Math.min(...together.map(({ x }) => x))), Math.max(dy, -Math.min(...together.map(({ y }) => y)))];
      for (const each of together) put(each, each.x + left, each.y + top);
      if (!alone) reset.hidden = false;
      measure();
      resize();
    };
    pane.addEventListener('keydown', (event) => {
      const node = byId.get(event.target.dataset.target), arrow = ARROWS[event.key];
      const deed = { '+': 'in', '=': 'in', '-': 'out', '0': 'fit', '1': 'one', f: 'full' }[event.key];
      if (event.ctrlKey || event.metaKey) return;
      if (node && arrow && event.altKey) move(node, arrow[0] * 20, arrow[1] * 20);
      else if (node && arrow) { const next = nextTo(node, arrow); if (next) choose(next, true); }
      else if (node && event.key === 'Enter') location.hash = node.id;
      else if (node && event.key === ' ') setAlone(alone === node ? undefined : node);
      else if (event.key === 'Escape' && alone) setAlone(undefined);
      else if (event.key === 'Escape' && chosen) choose(undefined);
      else if (deed) deeds[deed]();
      else return;
      event.preventDefault();
    });
    for (const { el } of nodes) el.setAttribute('role', 'button');
    // On the pane: an SVG that listens for focus gets it.
    pane.addEventListener('focusin', (event) => { const node = byId.get(event.target.dataset.target); if (node && node !== chosen && !held) choose(node); });

    // By mouse: what is under it, dragging, the wheel.
    const under = (event) => {
      const el = event.target.closest('.d-node,.d-link');
      return el && (byId.get(el.dataset.target) || links.find((link) => link.el === el));
    };
    svg.addEventListener('pointerover', (event) => { if (held) return; const next = under(event); if (next !== pointed) { pointed = next; show(); } });
    svg.addEventListener('pointerleave', () => { pointed = undefined; show(); });
    pane.addEventListener('wheel', (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const box = pane.getBoundingClientRect();
      zoom(scale * Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });
    let held, isDragged = false;
    pane.addEventListener('pointerdown', (event) => {
      isDragged = false;
      if (event.pointerType === 'touch' || event.button !== 0) return;
      const node = event.target.closest('.d-node');
      held = { x: event.clientX, y: event.clientY, node: node ? byId.get(node.dataset.target) : undefined };
    });
    addEventListener('pointermove', (event) => {
      if (!held) return;
      const [x, y] = [event.clientX - held.x, event.clientY - held.y];
      if (!isDragged && Math.hypot(x, y) < 4) return;
      isDragged = true;
      pane.classList.add('held');
      if (held.node) move(held.node, x / scale, y / scale);
      else { pane.scrollLeft -= x; pane.scrollTop -= y; }
      [held.x, held.y] = [event.clientX, event.clientY];
    });
    addEventListener('pointerup', () => { held = undefined; pane.classList.remove('held'); });
    pane.addEventListener('click', (event) => {
      if (isDragged) return;
      const found = under(event);
      // A relation is followed to the end that is out of sight, or else to where it points.
      if (!found || found.id) choose(found);
      else choose(isInView(found.to) && !isInView(found.from) ? found.from : found.to, true);
    });
    pane.addEventListener('dblclick', (event) => { const found = under(event); if (found && found.id) setAlone(alone === found ? undefined : found); });

    pane.addEventListener('scroll', reveal);
    addEventListener('resize', reveal);
    measure();
    start();
    choose(undefined);
    return {
      go: (id) => { const node = byId.get(id); if (node) choose(node); if (node) centreOn(node); },
      mark: (ids) => { hits = ids && new Set(ids); show(); const first = ids && ids.map((id) => byId.get(id)).find(Boolean); if (first) centreOn(first); },
      hint: (id) => { const node = byId.get(id); if (node !== hinted) { hinted = node; show(); if (node && !isInView(node)) centreOn(node); } },
    };
  };
`;
