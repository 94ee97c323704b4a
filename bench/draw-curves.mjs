#!/usr/bin/env node
// Draws docs/images/lists-*.svg from lists-speed/curves.json, which lists-curves.mjs has measured.
//   node bench/draw-curves.mjs
// The pictures follow the reader's light or dark theme; numbers and letters are text.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NAMES } from './lists-speed/run.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const curves = JSON.parse(readFileSync(here('lists-speed/curves.json'), 'utf8'));
const folder = here('../docs/images/');

const PANEL = { width: 330, height: 250, left: 58, right: 12, top: 34, bottom: 44 };
const GAP = 14;
const LEGEND = 30;

/** Colours that stand apart from each other on white and on black, for people who see colours differently too. */
const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #24292f; }
  .title { font-weight: 600; font-size: 13px; }
  .small { font-size: 11px; }
  .axis { stroke: #57606a; fill: none; }
  .grid { stroke: #d0d7de; stroke-width: .6; fill: none; }
  .line { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
  .ours { stroke: #0969da; } .ours-dot { fill: #0969da; }
  .bare { stroke: #8c6d1f; stroke-dasharray: 6 4; } .bare-dot { fill: #8c6d1f; }
  .propel { stroke: #cf222e; stroke-dasharray: 1.5 4; } .propel-dot { fill: #cf222e; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .axis { stroke: #9198a1; } .grid { stroke: #30363d; }
    .ours { stroke: #58a6ff; } .ours-dot { fill: #58a6ff; }
    .bare { stroke: #e3b341; } .bare-dot { fill: #e3b341; }
    .propel { stroke: #ff7b72; } .propel-dot { fill: #ff7b72; }
  }`;

const number = (value) => Number(value.toFixed(1));
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** 100, 10k, 1M: as short as axes need it. */
const short = (value) =>
  value >= 1e6 ? `${value / 1e6}M` : value >= 1000 ? `${value / 1000}k` : String(Number(value.toPrecision(3)));

/** Positions on a logarithmic scale, with a mark at each power of `base`. */
function logScale(values, from, to, base = 10) {
  const log = (value) => Math.log(value) / Math.log(base);
  const first = Math.floor(log(Math.min(...values)) + 1e-9);
  const last = Math.max(first + 1, Math.ceil(log(Math.max(...values)) - 1e-9));
  const at = (value) => from + ((log(value) - first) / (last - first)) * (to - from);
  return { at, ticks: Array.from({ length: last - first + 1 }, (_, index) => base ** (first + index)) };
}

/** Positions from zero on, with a few round marks. */
function linearScale(values, from, to) {
  const most = Math.max(...values);
  const magnitude = 10 ** Math.floor(Math.log10(most / 4));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((size) => most / size <= 5);
  const end = Math.ceil(most / step) * step;
  const at = (value) => from + (value / end) * (to - from);
  return { at, ticks: Array.from({ length: Math.round(end / step) + 1 }, (_, index) => index * step) };
}

/**
 * One diagram. A line is `{ side, label, points: [[x, y]] }`; its label stands at its middle.
 */
function panel({ title, xLabel, yLabel, lines, xBase = 10, isLinear = false }, offset) {
  const { width, height, left, right, top, bottom } = PANEL;
  const xs = lines.flatMap(({ points }) => points.map(([x]) => x));
  const ys = lines.flatMap(({ points }) => points.map(([, y]) => y));
  const x = logScale(xs, left, width - right, xBase);
  const y = (isLinear ? linearScale : logScale)(ys, height - bottom, top);
  const parts = [
    `<g transform="translate(${offset} 0)">`,
    `<text class="title" x="${left}" y="18">${escaped(title)}</text>`,
  ];
  for (const tick of y.ticks) {
    const at = number(y.at(tick));
    parts.push(`<path class="grid" d="M${left} ${at}H${width - right}"/>`);
    parts.push(`<text class="small" text-anchor="end" x="${left - 6}" y="${at + 4}">${short(tick)}</text>`);
  }
  for (const tick of x.ticks) {
    const at = number(x.at(tick));
    parts.push(`<path class="grid" d="M${at} ${top}V${height - bottom}"/>`);
    parts.push(`<text class="small" text-anchor="middle" x="${at}" y="${height - bottom + 16}">${short(tick)}</text>`);
  }
  parts.push(`<path class="axis" d="M${left} ${top}V${height - bottom}H${width - right}"/>`);
  parts.push(
    `<text class="small" text-anchor="middle" x="${(left + width - right) / 2}" y="${height - 8}">${escaped(xLabel)}</text>`,
    `<text class="small" text-anchor="middle" transform="translate(13 ${(top + height - bottom) / 2}) rotate(-90)">${escaped(yLabel)}</text>`,
  );
  for (const { side, points, label } of lines) {
    const places = points.map(([px, py]) => [number(x.at(px)), number(y.at(py))]);
    parts.push(`<path class="line ${side}" d="M${places.map((place) => place.join(' ')).join('L')}"/>`);
    for (const [cx, cy] of places) parts.push(`<circle class="${side}-dot" cx="${cx}" cy="${cy}" r="2.6"/>`);
    if (label) {
      // Left of the middle and above it nothing else is in the way of a line that rises.
      const [lx, ly] = places[places.length >> 1];
      parts.push(`<text class="small" text-anchor="end" x="${lx - 2}" y="${number(ly - 11)}">${escaped(label)}</text>`);
    }
  }
  return [...parts, '</g>'].join('\n');
}

/** Diagrams side by side, two in a row, over a legend. */
function picture(name, description, panels, legend) {
  const columns = Math.min(2, panels.length);
  const rows = Math.ceil(panels.length / columns);
  const width = columns * PANEL.width + (columns - 1) * GAP;
  const height = rows * (PANEL.height + GAP) + LEGEND;
  const drawn = panels.map((each, index) => {
    const row = Math.floor(index / columns);
    const inner = panel(each, (index % columns) * (PANEL.width + GAP));
    return row === 0 ? inner : `<g transform="translate(0 ${row * (PANEL.height + GAP)})">\n${inner}\n</g>`;
  });
  let at = PANEL.left;
  const keys = legend.map(([side, text]) => {
    const key = `<path class="line ${side}" d="M${at} ${height - 16}h26"/><circle class="${side}-dot" cx="${at + 13}" cy="${height - 16}" r="2.6"/><text x="${at + 33}" y="${height - 12}">${escaped(text)}</text>`;
    at += 52 + text.length * 6.8;
    return key;
  });
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(description)}">`,
    `<style>${STYLE}\n</style>`,
    ...drawn,
    ...keys,
    '</svg>',
  ].join('\n');
  writeFileSync(`${folder}${name}.svg`, `${svg}\n`);
  console.log(`docs/images/${name}.svg: ${svg.length} bytes`);
}

const LEGEND_TEXTS = [
  ['ours', 'generated classes'],
  ['bare', 'same statements, bare PDO'],
  ['propel', "Propel's statements, by hand"],
];
const points = (found, side) => Object.entries(found).map(([x, sides]) => [Number(x), sides[side]]);
const engines = Object.keys(NAMES).filter((engine) => curves[engine]);
mkdirSync(folder, { recursive: true });

picture(
  'lists-time',
  'Milliseconds per move against the length of the list, for moveUp and moveToTop',
  engines
    .filter((engine) => curves[engine].length)
    .map((engine) => {
      const { moveUp, moveToTop } = curves[engine].length;
      return {
        title: `${NAMES[engine]}: time of a move`,
        xLabel: 'rows in the list',
        yLabel: 'milliseconds',
        lines: ['propel', 'bare', 'ours'].flatMap((side) => [
          { side, points: points(moveToTop, side), label: side === 'ours' ? 'last to the top' : '' },
          { side, points: points(moveUp, side), label: side === 'ours' ? 'moveUp' : '' },
        ]),
      };
    }),
  LEGEND_TEXTS,
);

const rowsOf = curves[engines.find((engine) => curves[engine].length)].length.rows;
const rowPoints = (name, side) => Object.entries(rowsOf).map(([x, counted]) => [Number(x), counted[name][side]]);
picture(
  'lists-rows',
  'Rows written per move against the length of the list',
  [
    {
      title: 'Rows that a move writes',
      xLabel: 'rows in the list',
      yLabel: 'rows written',
      lines: ['propel', 'ours'].flatMap((side) => [
        { side, points: rowPoints('moveToTop', side), label: side === 'ours' ? 'last to the top' : '' },
        { side, points: rowPoints('moveUp', side), label: side === 'ours' ? 'moveUp' : '' },
      ]),
    },
  ],
  [
    ['ours', 'generated classes'],
    ['propel', "Propel's"],
  ],
);

const isWrong = engines.some((engine) =>
  Object.values(curves[engine].writers ?? {}).some(({ propel }) => propel?.wrong > 0),
);
picture(
  'lists-writers',
  'Moves per second on one list of 200 rows against the number of processes that write to it',
  engines
    .filter((engine) => curves[engine].writers)
    .map((engine) => {
      const rates = Object.entries(curves[engine].writers).filter(([count]) => Number(count) > 0);
      return {
        title: `${NAMES[engine]}: one list, many writers`,
        xLabel: 'processes',
        yLabel: 'moves a second',
        xBase: 2,
        isLinear: true,
        lines: ['propel', 'bare', 'ours'].map((side) => ({
          side,
          points: rates.map(([count, sides]) => [Number(count), sides[side].rate]),
        })),
      };
    }),
  LEGEND_TEXTS.map(([side, text]) => [side, side === 'propel' && isWrong ? "Propel's: list ends up wrong" : text]),
);
