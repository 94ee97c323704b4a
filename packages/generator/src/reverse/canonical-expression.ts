/** A node of an expression: a name or a value, or an operator with what it is applied to. */
export type Node = string | readonly Node[];

/** Each with its opposite. */
const PAIRS = [
  ['=', '<>'],
  ['<', '>='],
  ['>', '<='],
  ['~', '!~'],
  ['~*', '!~*'],
  ['~~', '!~~'],
  ['~~*', '!~~*'],
  ['in', 'not in'],
  ['is', 'is not'],
  ['is distinct', 'is not distinct'],
] as const;
const OPPOSITES: ReadonlyMap<string, string> = new Map(
  PAIRS.flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
);

/** What printers write in another way, written in one. */
export function canonical(node: Node): Node {
  if (typeof node === 'string') return node;
  const [operator = '', ...operands] = node;
  if (operator === 'not') return negated(canonical(operands[0] ?? ''));
  const parts = operands.map(canonical);
  const [left = '', right = ''] = parts;
  if (operator === 'and' || operator === 'or') {
    return [operator, ...parts.map(condition).flatMap((part) => flattened(part, operator))];
  }
  if (operator === '=' && isRow(left) && isRow(right) && left.length === right.length) {
    return ['and', ...left.slice(1).map((each, i) => canonical(['=', each, right[i + 1] ?? '']))];
  }
  if (operator === 'in' || operator === 'not in') return listed(operator, left, right);
  // MySQL prints a column that is a condition by itself as `0 <> c`, and its opposite as `0 = c`.
  if (operator === '<>' && left === '0') return right;
  if (operator === '=' && left === '0') return ['=', right, '0'];
  return workedOut(operator, left, right) ?? [operator, ...parts];
}

const WHOLE = /^-?\d+$/;

/** MySQL works out whole numbers that a column is compared with. */
function workedOut(operator: Node, left: Node, right: Node): Node | undefined {
  if (typeof left !== 'string' || !WHOLE.test(left)) return undefined;
  const a = BigInt(left);
  if (operator === 'negative') return String(-a);
  if (typeof right !== 'string' || !WHOLE.test(right)) return undefined;
  const b = BigInt(right);
  if (operator === '+') return String(a + b);
  if (operator === '-') return String(a - b);
  return operator === '*' ? String(a * b) : undefined;
}

function listed(operator: 'in' | 'not in', node: Node, list: Node): Node {
  const items = typeof list === 'string' ? [list] : list.slice(1);
  const [only] = items;
  if (items.length === 1 && only !== undefined) return [operator === 'in' ? '=' : '<>', node, only];
  return [operator, node, items.map((item) => JSON.stringify(item)).sort()];
}

const isRow = (node: Node): node is readonly Node[] => typeof node !== 'string' && node[0] === 'row';

/** MariaDB prints a column that is a condition as `c <> 0`. */
const condition = (node: Node): Node =>
  typeof node !== 'string' && node[0] === '<>' && node[2] === '0' ? (node[1] ?? '') : node;

const flattened = (part: Node, operator: string): readonly Node[] =>
  typeof part !== 'string' && part[0] === operator ? part.slice(1) : [part];

/** MySQL works `NOT` out. */
function negated(node: Node): Node {
  if (typeof node === 'string') return ['=', node, '0'];
  const [operator, ...operands] = node;
  if (operator === 'and' || operator === 'or') return [operator === 'and' ? 'or' : 'and', ...operands.map(negated)];
  const opposite = typeof operator === 'string' ? OPPOSITES.get(operator) : undefined;
  return opposite === undefined ? ['=', node, '0'] : [opposite, ...operands];
}
