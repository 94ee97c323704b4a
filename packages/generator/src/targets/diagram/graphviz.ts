import { type Box, NOTE, ROW, type Sketch, TITLE } from './boxes.js';
import { crossedLayers, layeredLayout } from './layered.js';
import type { Placement, Point, Route } from './placement.js';

/** Lays out a graph in the language of DOT; gives the result in Graphviz's `json0`. */
export type GraphvizEngine = (dot: string) => string;

/** Graphviz puts a point wherever a line crosses a layer. With more of them it takes minutes, or ends with an error. */
const MOST_CROSSED = 20_000;

/**
 * The layout of Graphviz, or our own where a part is too deep for it. It is given empty boxes of our sizes and says where they and the lines between them go: the
 * drawing is ours, and no name of a schema reaches it.
 */
export function graphvizLayout(engine: GraphvizEngine): (part: Sketch) => Placement {
  return (part) => {
    if (crossedLayers(part) > MOST_CROSSED) return layeredLayout(part);
    const lines = ['digraph {', '  graph [rankdir=LR, nodesep=0.36, ranksep=0.9, nslimit=4, nslimit1=4];'];
    lines.push('  node [shape=plain, margin=0];', '  edge [dir=none];');
    for (const [index, box] of part.boxes.entries()) lines.push(`  n${index} [label=<${emptyTable(box)}>];`);
    for (const [index, { parent, child, parentRow, childRow }] of part.links.entries()) {
      lines.push(`  n${parent}:r${parentRow + 1}:e -> n${child}:r${childRow + 1}:w [id=e${index}];`);
    }
    lines.push('}');
    return placementOf(JSON.parse(engine(`${lines.join('\n')}\n`)) as Answer, part);
  };
}

/** A table with a cell of the right size for the title and for each row. */
function emptyTable({ width, height, note, rows }: Box): string {
  const title = TITLE + (note === '' ? 0 : NOTE);
  const rest = height - title - rows.length * ROW;
  const heights = [title, ...rows.map(() => ROW)];
  heights[heights.length - 1] = (heights.at(-1) ?? 0) + rest;
  const cells = heights.map(
    (each, row) => `<TR><TD PORT="r${row}" FIXEDSIZE="TRUE" WIDTH="${width}" HEIGHT="${each}"></TD></TR>`,
  );
  return `<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0">${cells.join('')}</TABLE>`;
}

/** What we read of `json0`: places in points, the origin at the lower left. */
interface Answer {
  readonly bb: string;
  readonly objects?: readonly { readonly name: string; readonly pos: string }[];
  readonly edges?: readonly { readonly id: string; readonly pos: string }[];
}

function placementOf(answer: Answer, { boxes, links }: Sketch): Placement {
  const [, , width = 0, height = 0] = answer.bb.split(',').map(Number);
  const point = (text: string): Point => {
    const [x = 0, y = 0] = text.split(',').map(Number);
    return { x: round(x), y: round(height - y) };
  };
  const middles = new Map(answer.objects?.map(({ name, pos }) => [name, point(pos)]));
  const corners = boxes.map((box, index): Point => {
    const middle = middles.get(`n${index}`) ?? { x: 0, y: 0 };
    return { x: round(middle.x - box.width / 2), y: round(middle.y - box.height / 2) };
  });
  const curves = new Map(answer.edges?.map(({ id, pos }) => [id, pos.split(' ').map(point)]));
  const routes = links.map((_, index): Route => curves.get(`e${index}`) ?? []);
  return { width: Math.ceil(width), height: Math.ceil(height), corners, routes };
}

const round = (value: number): number => Math.round(value * 10) / 10;
