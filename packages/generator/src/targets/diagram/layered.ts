import { type Box, rowMiddle, type Sketch } from './boxes.js';
import type { Placement, Point, Route } from './placement.js';

const BETWEEN_BOXES = 26;
const BETWEEN_LAYERS = 96;
const SWEEPS = 6;

/**
 * Our own layout, for where Graphviz is not installed: parents to the left of their children, in columns, each box near
 * those it is bound to. It draws lines behind boxes where Graphviz would lead them around.
 */
export function layeredLayout(part: Sketch): Placement {
  const neighbours = part.boxes.map((_, index) =>
    part.links.flatMap(({ parent, child }) => (parent === index ? [child] : child === index ? [parent] : [])),
  );
  const columns = columnsOf(part, layersOf(part));
  const tops = part.boxes.map(() => 0);
  for (const column of columns) stack(column, part.boxes, tops);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const inOrder = sweep % 2 === 0 ? columns : [...columns].reverse();
    for (const column of inOrder) settle(column, part.boxes, neighbours, tops);
  }
  const highest = Math.min(...tops);
  const lefts = part.boxes.map(() => 0);
  let width = 0;
  for (const column of columns) {
    for (const index of column) lefts[index] = width;
    width += Math.max(...column.map((index) => part.boxes[index]?.width ?? 0)) + BETWEEN_LAYERS;
  }
  const corners = part.boxes.map((_, index): Point => ({ x: lefts[index] ?? 0, y: (tops[index] ?? 0) - highest }));
  const bottoms = part.boxes.map(({ height }, index) => (corners[index]?.y ?? 0) + height);
  return {
    width: width - BETWEEN_LAYERS,
    height: Math.max(...bottoms),
    corners,
    routes: part.links.map((link) => route(link, part.boxes, corners)),
  };
}

/** How many layers all lines of a part cross, those at their ends included. */
export function crossedLayers(part: Sketch): number {
  const layers = layersOf(part);
  return part.links.reduce((sum, { parent, child }) => sum + Math.abs((layers[child] ?? 0) - (layers[parent] ?? 0)), 0);
}

/** How many steps a box is from one that points at nothing; a circle is cut where it closes. */
function layersOf({ boxes, links }: Sketch): number[] {
  const parents = boxes.map((_, index) => links.flatMap(({ parent, child }) => (child === index ? [parent] : [])));
  const layers: (number | undefined)[] = boxes.map(() => undefined);
  for (const start of boxes.keys()) {
    // A long chain of tables must not be a deep recursion.
    const path = [{ index: start, next: 0 }];
    const open = new Set([start]);
    while (path.length > 0) {
      const top = path[path.length - 1];
      if (top === undefined) break;
      const above = parents[top.index] ?? [];
      const parent = above[top.next++];
      if (parent === undefined) {
        const steps = above.flatMap((each) => (open.has(each) ? [] : [(layers[each] ?? 0) + 1]));
        layers[top.index] ??= Math.max(0, ...steps);
        open.delete(top.index);
        path.pop();
      } else if (layers[parent] === undefined && !open.has(parent)) {
        open.add(parent);
        path.push({ index: parent, next: 0 });
      }
    }
  }
  return layers.map((layer) => layer ?? 0);
}

/** The boxes of each layer; a layer that is much too high for the picture becomes several columns. */
function columnsOf({ boxes }: Sketch, layers: readonly number[]): number[][] {
  const area = boxes.reduce((sum, { width, height }) => sum + (width + BETWEEN_LAYERS) * (height + BETWEEN_BOXES), 0);
  const highest = Math.max(900, Math.sqrt(area));
  const columns: number[][] = [];
  for (let layer = 0; layer <= Math.max(...layers); layer++) {
    let column: number[] = [];
    let height = 0;
    for (const [index, box] of boxes.entries()) {
      if (layers[index] !== layer) continue;
      if (height > 0 && height + box.height > highest) {
        columns.push(column);
        [column, height] = [[], 0];
      }
      column.push(index);
      height += box.height + BETWEEN_BOXES;
    }
    if (column.length > 0) columns.push(column);
  }
  return columns;
}

function stack(column: readonly number[], boxes: readonly Box[], tops: number[]): void {
  let y = 0;
  for (const index of column) {
    tops[index] = y;
    y += (boxes[index]?.height ?? 0) + BETWEEN_BOXES;
  }
}

/** Orders a column by where the neighbours of its boxes are, and puts each box as near to them as the others let it. */
function settle(column: number[], boxes: readonly Box[], neighbours: readonly number[][], tops: number[]): void {
  const middle = (index: number): number => (tops[index] ?? 0) + (boxes[index]?.height ?? 0) / 2;
  const wanted = new Map(
    column.map((index) => {
      const near = neighbours[index] ?? [];
      const sum = near.reduce((total, each) => total + middle(each), 0);
      return [index, near.length === 0 ? middle(index) : sum / near.length];
    }),
  );
  column.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0) || a - b);
  const height = column.reduce((sum, index) => sum + (boxes[index]?.height ?? 0) + BETWEEN_BOXES, -BETWEEN_BOXES);
  const centre = column.reduce((sum, index) => sum + (wanted.get(index) ?? 0), 0) / Math.max(1, column.length);
  let y = centre - height / 2;
  for (const index of column) {
    tops[index] = y;
    y += (boxes[index]?.height ?? 0) + BETWEEN_BOXES;
  }
}

/** From the right side of the parent to the left side of the child; where that would lead back, out to the right. */
function route(link: Sketch['links'][number], boxes: readonly Box[], corners: readonly Point[]): Route {
  const [parent, child] = [boxes[link.parent], boxes[link.child]];
  const [from, to] = [corners[link.parent], corners[link.child]];
  if (parent === undefined || child === undefined || from === undefined || to === undefined) return [];
  const start = { x: from.x + parent.width, y: from.y + rowMiddle(parent, link.parentRow) };
  const y = to.y + rowMiddle(child, link.childRow);
  if (to.x > start.x) {
    const bend = Math.max(40, (to.x - start.x) / 2);
    return [start, { x: start.x + bend, y: start.y }, { x: to.x - bend, y }, { x: to.x, y }];
  }
  const end = { x: to.x + child.width, y };
  const out = Math.max(start.x, end.x) + 56;
  return [start, { x: out, y: start.y }, { x: out, y }, end];
}
