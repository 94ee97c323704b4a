import { type Box, type Link, rowMiddle, type Sketch } from './boxes.js';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A curve: its beginning, and then three points for each of its pieces, as SVG and Graphviz both have them. */
export type Route = readonly Point[];

/** Where everything of a sketch is: corners of boxes and routes of links, in the order of the sketch. */
export interface Placement {
  readonly width: number;
  readonly height: number;
  readonly corners: readonly Point[];
  readonly routes: readonly Route[];
}

/** Lays out boxes that are all bound together, directly or through others; no link goes from a box to itself. */
export type PartLayout = (part: Sketch) => Placement;

const ORIGIN: Point = { x: 0, y: 0 };
const MARGIN = 24;
/** Between parts that nothing binds together. */
const GAP = 48;
/** How much wider than high a picture should be. */
const ASPECT = 1.6;
/** A line from a box to itself goes so far out. */
const LOOP = 34;

/** The whole picture: each part that hangs together by itself, then side by side. */
export function place(sketch: Sketch, layout: PartLayout): Placement {
  const parts = connectedParts(sketch).map((part) => laidOut(sketch, part, layout));
  const corners: Point[] = sketch.boxes.map(() => ORIGIN);
  const routes: Route[] = sketch.links.map(() => []);
  const { width, height, places } = packed(parts);
  for (const [index, part] of parts.entries()) {
    const at = places[index] ?? ORIGIN;
    const moved = ({ x, y }: Point): Point => ({ x: x + at.x + MARGIN, y: y + at.y + MARGIN });
    for (const [position, box] of part.boxes.entries()) corners[box] = moved(part.corners[position] ?? ORIGIN);
    for (const [position, link] of part.links.entries()) routes[link] = (part.routes[position] ?? []).map(moved);
  }
  return { width: width + 2 * MARGIN, height: height + 2 * MARGIN, corners, routes };
}

interface Packed {
  readonly width: number;
  readonly height: number;
  readonly places: readonly Point[];
}

/** Widths to try, as parts of what a picture without gaps would have. */
const WIDTHS = [0.8, 0.9, 1, 1.1, 1.25, 1.4, 1.6];

/** Rectangles side by side, in the width that makes the smallest picture. */
function packed(parts: readonly Pick<Placement, 'width' | 'height'>[]): Packed {
  const area = parts.reduce((sum, { width, height }) => sum + (width + GAP) * (height + GAP), 0);
  const widest = Math.max(0, ...parts.map(({ width }) => width));
  // High ones first: what is low fills up what they leave free.
  const inOrder = parts.map((part, index) => ({ part, index }));
  inOrder.sort((a, b) => b.part.height - a.part.height || a.index - b.index);
  const tries = WIDTHS.map((factor): Packed => {
    const skyline = new Skyline(Math.max(widest, Math.sqrt(area * ASPECT) * factor));
    const places: Point[] = parts.map(() => ORIGIN);
    for (const { part, index } of inOrder) places[index] = skyline.put(part.width, part.height);
    return { width: skyline.width, height: skyline.height, places };
  });
  const cost = ({ width, height }: Packed): number => Math.max(width / ASPECT, height);
  return tries.reduce((best, each) => (cost(each) < cost(best) ? each : best));
}

/** Puts rectangles of any size as high up as they fit, then as far to the left: what is low fills up what is free. */
class Skyline {
  width = 0;
  height = 0;
  /** How far down the space is taken from `x` on, up to the next step. */
  private steps: readonly { readonly x: number; readonly y: number }[] = [{ x: 0, y: 0 }];

  constructor(private readonly limit: number) {}

  put(width: number, height: number): Point {
    let best: Point | undefined;
    for (const { x } of this.steps) {
      if (x > 0 && x + width > this.limit) continue;
      const y = this.under(x, x + width);
      if (best === undefined || y < best.y) best = { x, y };
    }
    const at = best ?? { x: 0, y: this.height };
    const end = at.x + width + GAP;
    const after = this.under(end, end + 1);
    this.steps = [
      ...this.steps.filter(({ x }) => x < at.x),
      { x: at.x, y: at.y + height + GAP },
      { x: end, y: after },
      ...this.steps.filter(({ x }) => x > end),
    ];
    this.width = Math.max(this.width, at.x + width);
    this.height = Math.max(this.height, at.y + height);
    return at;
  }

  /** How far down the space is taken anywhere between two places. */
  private under(from: number, to: number): number {
    const depths = this.steps.flatMap(({ x, y }, index) => {
      const end = this.steps[index + 1]?.x ?? Number.POSITIVE_INFINITY;
      return x < to && end > from ? [y] : [];
    });
    return Math.max(0, ...depths);
  }
}

/** Boxes and links of a part, by their positions in the sketch. */
interface Part {
  readonly boxes: readonly number[];
  readonly links: readonly number[];
}

function connectedParts({ boxes, links }: Sketch): Part[] {
  const root = boxes.map((_, index) => index);
  const find = (index: number): number => {
    let at = index;
    while (root[at] !== at) at = root[at] = root[root[at] ?? at] ?? at;
    return at;
  };
  for (const { parent, child } of links) root[find(child)] = find(parent);
  const parts = new Map<number, { boxes: number[]; links: number[] }>();
  for (const index of boxes.keys()) {
    const part = parts.get(find(index)) ?? { boxes: [], links: [] };
    part.boxes.push(index);
    parts.set(find(index), part);
  }
  for (const [index, { parent }] of links.entries()) parts.get(find(parent))?.links.push(index);
  return [...parts.values()];
}

function laidOut(sketch: Sketch, part: Part, layout: PartLayout): Part & Placement {
  const positions = new Map(part.boxes.map((box, position) => [box, position]));
  const boxes = part.boxes.flatMap((box) => sketch.boxes[box] ?? []);
  const links = part.links.flatMap((index): Link[] => {
    const link = sketch.links[index];
    if (link === undefined) return [];
    return [{ ...link, parent: positions.get(link.parent) ?? 0, child: positions.get(link.child) ?? 0 }];
  });
  const others = links.filter(({ parent, child }) => parent !== child);
  const [only] = boxes;
  const placed: Placement =
    boxes.length === 1 && only !== undefined
      ? { width: only.width, height: only.height, corners: [ORIGIN], routes: [] }
      : layout({ boxes, links: others, undrawn: [] });
  const routes = links.map((link) =>
    link.parent === link.child ? loop(link, boxes, placed) : (placed.routes[others.indexOf(link)] ?? []),
  );
  const reach = Math.max(placed.width, ...routes.flat().map(({ x }) => x));
  return { ...part, corners: placed.corners, routes, width: reach, height: placed.height };
}

/** From the right side of a box around to the right side of the same box. */
function loop({ child, parentRow, childRow }: Link, boxes: readonly Box[], { corners }: Placement): Route {
  const [box, corner] = [boxes[child], corners[child]];
  if (box === undefined || corner === undefined) return [];
  const x = corner.x + box.width;
  const [from, to] = [corner.y + rowMiddle(box, parentRow), corner.y + rowMiddle(box, childRow)];
  return [
    { x, y: from },
    { x: x + LOOP, y: from },
    { x: x + LOOP, y: to },
    { x, y: to },
  ];
}
