import { type Box, GUTTER, type Link, NOTE, PADDING, rowMiddle, type Sketch, TITLE } from './boxes.js';
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

/** What a script has to know of the tables to move them: where each leads, and which group it belongs to. */
export interface LiveTables {
  readonly anchorOf: (table: TableView) => string;
  readonly groupOf: (table: TableView) => string | undefined;
}

/** The elements of a picture, without the `<svg>` around them; with `live`, everything that a script needs is on them. */
export function drawPicture(
  { boxes, links, undrawn }: Sketch,
  { corners, routes }: Placement,
  live?: LiveTables,
): Markup {
  const group = (link: Link, drawn: Markup, isDrawn: boolean): Markup => {
    const { key, child, parent, childRow, parentRow } = link;
    const [from, to] = [boxes[child], boxes[parent]];
    const title = markup`<title>${`${from?.table.id ?? ''} (${localNames(key.columns)}) → ${to?.table.id ?? ''}`}</title>`;
    if (live === undefined || from === undefined || to === undefined) return markup`<g>${title}${drawn}</g>`;
    const rows = markup`${rowMiddle(from, childRow)} ${rowMiddle(to, parentRow)}`;
    const kind = isDrawn ? markup`d-link` : markup`d-link far`;
    return markup`<g class="${kind}" data-ends="${child} ${parent}" data-rows="${rows}">${title}${drawn}</g>`;
  };
  const drawn = links.map((link, index) => group(link, line(routes[index] ?? [], link.key, live !== undefined), true));
  const far = live === undefined ? [] : undrawn.map((link) => group(link, line([], link.key, true), false));
  const nodes = boxes.map((box, index) => node(box, corners[index] ?? { x: 0, y: 0 }, live));
  return lines([...far, ...drawn, ...nodes]);
}

function node(box: Box, { x, y }: Point, live: LiveTables | undefined): Markup {
  const head = TITLE + (box.note === '' ? 0 : NOTE);
  const group = live?.groupOf(box.table);
  const target =
    live === undefined
      ? NOTHING
      : markup` data-target="${live.anchorOf(box.table)}" data-box="${n(x)} ${n(y)} ${box.width} ${box.height}"${group === undefined ? NOTHING : markup` data-group="${group}"`}`;
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

/** Ends of a line, drawn at the origin and pointing to the right: a bar for "one", a foot for "many", a circle for "or none". */
const ONE = 'M6-5V5';
const MANY = 'M0-5L10 0L0 5';

/** A curve, a bar or circle where it says "one" or "none or one", and a foot where it says "many". Hard to hit, so wider where it is live. */
function line(
  route: Route,
  key: { readonly required: boolean; readonly oneToOne: boolean; readonly constraint: boolean },
  isLive: boolean,
): Markup {
  const [start, afterStart] = route;
  const [beforeEnd, end] = route.slice(-2);
  const isRouted = start !== undefined && afterStart !== undefined && beforeEnd !== undefined && end !== undefined;
  if (!isRouted && !isLive) return NOTHING;
  const rest = route.slice(1).map(({ x, y }) => `${n(x)} ${n(y)}`);
  const curve = isRouted ? markup` d="${`M${n(start.x)} ${n(start.y)}C${rest.join(' ')}`}"` : NOTHING;
  const parentEnd = isRouted ? markup` transform="${turned(start, afterStart)}"` : NOTHING;
  const childEnd = isRouted ? markup` transform="${turned(end, beforeEnd)}"` : NOTHING;
  const optional = key.required ? NOTHING : markup`<circle class="d-end" cx="13" r="3.5"/>`;
  const loose = key.constraint ? NOTHING : markup` d-loose`;
  return markup`${isLive ? markup`<path class="d-hit"${curve}/>` : NOTHING}<path class="d-line${loose}"${curve}/><g${parentEnd}><path class="d-line" d="${ONE}"/>${optional}</g><g${childEnd}><path class="d-line" d="${key.oneToOne ? ONE : MANY}"/></g>`;
}

/** Puts what is drawn at the origin to a point, pointing towards another. */
function turned(at: Point, towards: Point): string {
  const angle = (Math.atan2(towards.y - at.y, towards.x - at.x) * 180) / Math.PI;
  const turn = n(angle);
  return `translate(${n(at.x)} ${n(at.y)})${turn === '0' || turn === '-0' ? '' : `rotate(${turn})`}`;
}

/** A number with one digit after the point at most. */
const n = (value: number): string => String(Math.round(value * 10) / 10);
