import type { LabelMove } from '../platforms/operation.js';
import type { ColumnShape, NumberedLabels } from '../platforms/shape.js';

const LABEL = /'(?:[^'\\]|''|\\.)*'/gs;
const CHECK = /^(.+) IN \((.*)\)$/s;

const written = (list: string): readonly string[] => list.match(LABEL) ?? [];

/** The labels of `ENUM('a', 'b')`, as they are written. */
export const enumLabels = (type: string): readonly string[] | undefined =>
  /^enum\s*\(/i.test(type) ? written(type) : undefined;

/** The same, also for `SET('a', 'b')`, whose values are several labels. */
export const typeLabels = (type: string): readonly string[] | undefined =>
  /^set\s*\(/i.test(type) ? written(type) : enumLabels(type);

/** The column of `"kind" IN ('a', 'b')`, and its labels. */
export function checkLabels(
  expression: string,
): { readonly column: string; readonly labels: readonly string[] } | undefined {
  const [, column, list = ''] = CHECK.exec(expression) ?? [];
  const isList = list.replaceAll(LABEL, '').replaceAll(/[\s,]|\bN(?=,|$)/g, '') === '';
  return column !== undefined && isList ? { column, labels: written(list) } : undefined;
}

/** Those that are no longer there. */
export const removed = (was: readonly string[], is: readonly string[]): readonly string[] =>
  was.filter((label) => !is.includes(label));

/** What becomes of labels that are stored as numbers. */
export interface LabelMoves {
  readonly as: NumberedLabels['as'];
  /** Those that stay. */
  readonly moves: readonly LabelMove[];
  /** The places of those that go. */
  readonly gone: readonly number[];
  /** Whether one that stays gets another number. */
  readonly isMoved: boolean;
}

/** Undefined where a column has no such labels before and after. */
export function labelMoves(
  before: Pick<ColumnShape, 'labels'> | undefined,
  after: Pick<ColumnShape, 'labels'> | undefined,
): LabelMoves | undefined {
  const [was, is] = [before?.labels, after?.labels];
  if (was === undefined || is === undefined || was.as !== is.as) return undefined;
  const places = was.list.map((label, from) => ({ from, to: is.list.indexOf(label) }));
  const moves = places.filter(({ to }) => to >= 0);
  return {
    as: is.as,
    moves,
    gone: places.filter(({ to }) => to < 0).map(({ from }) => from),
    isMoved: moves.some(({ from, to }) => from !== to),
  };
}

/** Types whose values are texts or labels, those that a schema made among them. Numbers stay what they are. */
const TEXTS = /^("|(n|bp)?(var)?char2?\b|character\b|\w*text\b|n?clob\b|enum\b|set\b)/i;

const quotedLabel = (label: string): string => `'${label.replaceAll("'", "''")}'`;

/**
 * The values of a column whose labels are stored as numbers only before, or only after, as the WHENs of a CASE. The empty text
 * where no such CASE can be given; undefined where each value keeps what it means.
 */
export function storageSwitch(
  was: Pick<ColumnShape, 'labels' | 'type'>,
  is: Pick<ColumnShape, 'labels' | 'type'>,
): string | undefined {
  if (was.labels !== undefined && is.labels !== undefined) return was.labels.as === is.labels.as ? undefined : '';
  const labels = was.labels ?? is.labels;
  const other = was.labels === undefined ? was : is;
  if (labels === undefined || !TEXTS.test(other.type)) return undefined;
  if (labels.as === 'bits') return '';
  return labels.list
    .map((label, place) => [String(place), quotedLabel(label)])
    .map(([number = '', label = '']) =>
      was.labels === undefined ? `WHEN ${label} THEN ${number}` : `WHEN ${number} THEN ${label}`,
    )
    .join(' ');
}
