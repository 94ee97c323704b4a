import { type Box, GUTTER, NOTE, PADDING, rowMiddle, type Sketch, TITLE } from './boxes.js';
import { lines, type Markup, markup, NOTHING } from './markup.js';
import type { Placement, Point, Route } from './placement.js';
import type { TableView } from './view.js';
import { localNames } from './words.js';

/** The colours of a picture: of one theme, or variables of a page that has two. */
export interface Palette {
  readonly canvas: string;
  readonly box: string;
  readonly head: string;
  readonly border: string;
  readonly line: string;
  readonly text: string;
  readonly muted: string;
  readonly accent: string;
}

/** The rules that colour a picture; every class begins with `d-`. */
export function pictureRules(palette: Palette): Markup {
  return lines([
    markup`.d-box{fill:${palette.box};stroke:${palette.border}}`,
    markup`.d-head{fill:${palette.head}}`,
    markup`.d-rule{stroke:${palette.border}}`,
    markup`.d-line{fill:none;stroke:${palette.line};stroke-width:1.3}`,
    markup`.d-loose{stroke-dasharray:5 4}`,
    markup`.d-end{fill:${palette.canvas};stroke:${palette.line};stroke-width:1.3}`,
    markup`.d-node text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:${palette.text}}`,
    markup`.d-node .d-name{font-size:13px;font-weight:700}`,
    markup`.d-node .d-note{font-size:11px;fill:${palette.accent}}`,
    markup`.d-node .d-type,.d-node .d-more{fill:${palette.muted}}`,
    markup`.d-node .d-mark{font-size:9px;font-weight:700;fill:${palette.accent}}`,
  ]);
}

/** The elements of a picture, without the `<svg>` around them. `idOf` names a table for whoever wants to find it there. */
export function drawPicture(
  { boxes, links }: Sketch,
  { corners, routes }: Placement,
  idOf?: (table: TableView) => string,
): Markup {
  const drawn = links.map(({ key, child, parent }, index) => {
    const [from, to] = [boxes[child]?.table.id ?? '', boxes[parent]?.table.id ?? ''];
    const title = markup`<title>${`${from} (${localNames(key.columns)}) → ${to}`}</title>`;
    return markup`<g>${title}${line(routes[index] ?? [], key)}</g>`;
  });
  const nodes = boxes.map((box, index) => node(box, corners[index] ?? { x: 0, y: 0 }, idOf?.(box.table)));
  return lines([...drawn, ...nodes]);
}

function node(box: Box, { x, y }: Point, id: string | undefined): Markup {
  const head = TITLE + (box.note === '' ? 0 : NOTE);
  const target = id === undefined ? NOTHING : markup` data-target="${id}"`;
  const right = x + box.width;
  const bottom = box.rows.length === 0 ? NOTHING : markup`<path class="d-rule" d="M${x} ${n(y + head)}H${right}"/>`;
  const parts = [
    markup`<g class="d-node"${target}><title>${box.table.id}</title>`,
    markup`<rect class="d-box" x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="6"/>`,
    markup`<path class="d-head" d="${headPath(x, y, box.width, head, box.rows.length === 0)}"/>${bottom}`,
    markup`<text class="d-name" x="${n(x + PADDING)}" y="${n(y + TITLE / 2 + 5)}">${box.title}</text>`,
    ...(box.note === ''
      ? []
      : [markup`<text class="d-note" x="${n(x + PADDING)}" y="${n(y + TITLE + 7)}">${box.note}</text>`]),
    ...box.rows.map(({ column, name, type, mark }, row) => {
      const at = n(y + rowMiddle(box, row) + 4);
      const marked = mark === '' ? NOTHING : markup`<tspan class="d-mark">${mark}</tspan>`;
      const typed =
        type === ''
          ? NOTHING
          : markup`<tspan class="d-type" x="${n(right - PADDING)}" text-anchor="end">${type}</tspan>`;
      const kind = column === undefined ? markup` class="d-more"` : NOTHING;
      const named = markup`<tspan${kind} x="${n(x + PADDING + GUTTER)}">${name}</tspan>`;
      return markup`<text x="${n(x + PADDING)}" y="${at}">${marked}${named}${typed}</text>`;
    }),
    markup`</g>`,
  ];
  return markup`${parts}`;
}

/** The upper part of a box, with its round corners. */
function headPath(x: number, y: number, width: number, height: number, isWhole: boolean): string {
  const [left, top, radius] = [x + 0.5, y + 0.5, 5.5];
  const [across, down] = [width - 1, height - 0.5];
  const lower = isWhole
    ? `v${n(down - 2 * radius)}a${radius} ${radius} 0 0 1-${radius} ${radius}h-${n(across - 2 * radius)}a${radius} ${radius} 0 0 1-${radius}-${radius}z`
    : `v${n(down - radius)}h-${across}z`;
  const upper = `M${n(left)} ${n(top + radius)}a${radius} ${radius} 0 0 1 ${radius}-${radius}h${n(across - 2 * radius)}a${radius} ${radius} 0 0 1 ${radius} ${radius}`;
  return upper + lower;
}

/** A curve, a bar or circle where it says "one" or "none or one", and a foot where it says "many". */
function line(
  route: Route,
  key: { readonly required: boolean; readonly oneToOne: boolean; readonly constraint: boolean },
): Markup {
  const [start, afterStart] = route;
  const [beforeEnd, end] = route.slice(-2);
  if (start === undefined || afterStart === undefined || beforeEnd === undefined || end === undefined) return NOTHING;
  const rest = route.slice(1).map(({ x, y }) => `${n(x)} ${n(y)}`);
  const curve = `M${n(start.x)} ${n(start.y)}C${rest.join(' ')}`;
  const parentWay = direction(start, afterStart);
  const childWay = direction(end, beforeEnd);
  const marks = [bar(start, parentWay, 6), key.oneToOne ? bar(end, childWay, 6) : foot(end, childWay)].join('');
  const circle = along(start, parentWay, 13);
  const optional = key.required
    ? NOTHING
    : markup`<circle class="d-end" cx="${n(circle.x)}" cy="${n(circle.y)}" r="3.5"/>`;
  return markup`<path class="d-line${key.constraint ? '' : ' d-loose'}" d="${curve}"/><path class="d-line" d="${marks}"/>${optional}`;
}

/** The unit vector from one point towards another. */
function direction(from: Point, to: Point): Point {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(x, y);
  return length === 0 ? { x: 1, y: 0 } : { x: x / length, y: y / length };
}

const along = ({ x, y }: Point, way: Point, distance: number, aside = 0): Point => ({
  x: x + way.x * distance - way.y * aside,
  y: y + way.y * distance + way.x * aside,
});

function bar(at: Point, way: Point, distance: number): string {
  const [a, b] = [along(at, way, distance, 5), along(at, way, distance, -5)];
  return `M${n(a.x)} ${n(a.y)}L${n(b.x)} ${n(b.y)}`;
}

function foot(at: Point, way: Point): string {
  const [tip, a, b] = [along(at, way, 10), along(at, way, 0, 5), along(at, way, 0, -5)];
  return `M${n(a.x)} ${n(a.y)}L${n(tip.x)} ${n(tip.y)}L${n(b.x)} ${n(b.y)}`;
}

/** A number with one digit after the point at most. */
const n = (value: number): string => String(Math.round(value * 10) / 10);
