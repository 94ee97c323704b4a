import type { ScriptDialect } from '../platforms/sql-tokens.js';
import { canonical, type Node } from './canonical-expression.js';
import { type Part, partsOf, Unknown } from './expression-parts.js';
import { SAME } from './expression-words.js';

/**
 * An expression as a text in which parentheses, casts and what printers write in another way do not count, but what belongs to
 * what does: the same text for `a IN (1, 2)` and `(a = ANY (ARRAY[1, 2]))`, another one for `a - b - 1` and `a - (b - 1)`.
 * Undefined where not everything in it is understood.
 */
export function expressionTree(sql: string, dialect: ScriptDialect): string | undefined {
  try {
    return JSON.stringify(canonical(new Reader(partsOf(sql, dialect), dialect.blocks).whole()));
  } catch (error) {
    if (error instanceof Unknown) return undefined;
    throw error;
  }
}

const COMPARISONS = new Set([
  '=',
  '<>',
  '<',
  '>',
  '<=',
  '>=',
  '<=>',
  '~',
  '~*',
  '!~',
  '!~*',
  '~~',
  '!~~',
  '~~*',
  '!~~*',
]);
/** Words that begin something which vendors print in ways of their own. */
const UNKNOWN_WORDS = new Set(
  (
    'select exists over filter within interval binary match against extract overlay escape symmetric asymmetric at ' +
    'glob isnull notnull with grouping'
  ).split(' '),
);
const ENDS = new Set(
  'and or xor when then else end as from for in between like ilike similar is not using to'.split(' '),
);
/** Types that stand before a string to say what it is. */
const LITERAL_TYPES = new Set(['date', 'time', 'timestamp', 'json', 'jsonb', 'uuid']);
/** Reads an expression by the precedence of operators, which differs little between the vendors. */
class Reader {
  readonly #parts: readonly Part[];
  readonly #vendor: ScriptDialect['blocks'];
  #at = 0;

  constructor(parts: readonly Part[], vendor: ScriptDialect['blocks']) {
    this.#parts = parts;
    this.#vendor = vendor;
  }

  whole(): Node {
    const node = this.#or();
    if (this.#at < this.#parts.length) throw new Unknown();
    return node;
  }

  /** Whether the next part is one of these words or signs, which is then read. */
  #take(...texts: readonly string[]): string | undefined {
    const part = this.#parts[this.#at];
    if (part === undefined || (part.kind !== 'sign' && part.kind !== 'word') || !texts.includes(part.text))
      return undefined;
    this.#at++;
    return part.text;
  }

  #expect(...texts: readonly string[]): void {
    if (this.#take(...texts) === undefined) throw new Unknown();
  }

  #chain(operator: string, words: readonly string[], operand: () => Node): Node {
    let node = operand();
    while (this.#take(...words) !== undefined) node = [operator, node, operand()];
    return node;
  }

  #or(): Node {
    const words = this.#vendor === 'mysql' ? ['or', '||'] : ['or'];
    return this.#chain('or', words, () => this.#xor());
  }

  #xor(): Node {
    return this.#vendor === 'mysql' ? this.#chain('xor', ['xor'], () => this.#and()) : this.#and();
  }

  #and(): Node {
    const words = this.#vendor === 'mysql' ? ['and', '&&'] : ['and'];
    return this.#chain('and', words, () => this.#not());
  }

  #not(): Node {
    return this.#take('not') === undefined ? this.#comparison() : ['not', this.#not()];
  }

  #comparison(): Node {
    let node = this.#other();
    for (;;) {
      const isNegated = this.#peekNegation();
      const next = this.#tested(node);
      if (next === undefined) {
        if (isNegated) throw new Unknown();
        return node;
      }
      node = isNegated ? ['not', next] : next;
    }
  }

  /** `NOT` before a word that tests. */
  #peekNegation(): boolean {
    const next = this.#parts[this.#at + 1];
    if (
      next?.kind !== 'word' ||
      !['in', 'between', 'like', 'ilike', 'similar', 'regexp', 'rlike'].includes(next.text)
    ) {
      return false;
    }
    return this.#take('not') !== undefined;
  }

  #tested(node: Node): Node | undefined {
    if (this.#take('is') !== undefined) return this.#is(node);
    if (this.#take('in') !== undefined) return this.#in(node);
    if (this.#take('between') !== undefined) {
      const low = this.#other();
      this.#expect('and');
      return ['and', ['>=', node, low], ['<=', node, this.#other()]];
    }
    if (this.#take('like') !== undefined) return ['~~', node, this.#other()];
    if (this.#take('ilike') !== undefined) return ['~~*', node, this.#other()];
    if (this.#take('regexp', 'rlike') !== undefined) return ['regexp_like', node, this.#other()];
    if (this.#take('similar') !== undefined) {
      this.#expect('to');
      return ['~', node, ['similar_to_escape', this.#other()]];
    }
    const sign = this.#parts[this.#at];
    const operator = sign?.kind === 'sign' ? (SAME.get(sign.text) ?? sign.text) : '';
    if (!COMPARISONS.has(operator)) return undefined;
    this.#at++;
    const [some] = [this.#take('any', 'some', 'all')];
    if (some === undefined) return [operator, node, this.#other()];
    this.#expect('(');
    const list = this.#or();
    this.#expect(')');
    if (typeof list === 'string' || list[0] !== 'list') return [`${operator} ${some}`, node, list];
    if (operator === '=' && some !== 'all') return ['in', node, list];
    if (operator === '<>' && some === 'all') return ['not in', node, list];
    throw new Unknown();
  }

  #is(node: Node): Node {
    const isNot = this.#take('not') !== undefined;
    const operator = isNot ? 'is not' : 'is';
    if (this.#take('distinct') !== undefined) {
      this.#expect('from');
      return [`${operator} distinct`, node, this.#other()];
    }
    const what = this.#take('null', 'true', 'false', 'unknown');
    if (what === undefined) throw new Unknown();
    return [operator, node, what];
  }

  #in(node: Node): Node {
    this.#expect('(');
    const list = this.#list(')');
    return ['in', node, ['list', ...list]];
  }

  #list(end: string): Node[] {
    const nodes: Node[] = [];
    if (this.#take(end) !== undefined) return nodes;
    do nodes.push(this.#or());
    while (this.#take(',') !== undefined);
    this.#expect(end);
    return nodes;
  }

  /** Operators that are no comparison and no arithmetic: `||`, `->`, `&` and those that somebody made. */
  #other(): Node {
    let node = this.#sum();
    for (;;) {
      const sign = this.#parts[this.#at];
      if (sign?.kind !== 'sign' || !/^[~!@#%^&|`?<>=*/+-]+$/.test(sign.text)) return node;
      const operator = SAME.get(sign.text) ?? sign.text;
      if (COMPARISONS.has(operator) || (['and', 'not', '||', '&&'].includes(operator) && this.#vendor === 'mysql'))
        return node;
      // Their precedence is another one on every vendor.
      if (this.#vendor !== 'pgsql' && operator !== '||') throw new Unknown();
      this.#at++;
      node = [sign.text, node, this.#sum()];
    }
  }

  #sum(): Node {
    let node = this.#product();
    for (;;) {
      const operator = this.#take('+', '-');
      if (operator === undefined) return node;
      node = [operator, node, this.#product()];
    }
  }

  #product(): Node {
    let node = this.#signed();
    for (;;) {
      const operator = this.#take('*', '/', '%', 'div', 'mod');
      if (operator === undefined) return node;
      node = [operator === 'mod' ? '%' : operator, node, this.#signed()];
    }
  }

  #signed(): Node {
    if (this.#take('+') !== undefined) return this.#signed();
    if (this.#vendor === 'mysql' && this.#take('!') !== undefined) return ['not', this.#signed()];
    if (this.#take('-') === undefined) return this.#cast();
    const node = this.#signed();
    return typeof node === 'string' && /^\d/.test(node) ? `-${node}` : ['negative', node];
  }

  /** What a printer casts to says nothing: most casts are its own. */
  #cast(): Node {
    let node = this.#atom();
    for (;;) {
      if (this.#take('::') !== undefined) this.#type();
      else if (this.#take('collate') !== undefined) node = ['collate', node, this.#name()];
      else return node;
    }
  }

  #name(): string {
    const part = this.#parts[this.#at];
    if (part === undefined || part.kind === 'sign') throw new Unknown();
    this.#at++;
    return part.text;
  }

  #type(): void {
    this.#name();
    this.#take('varying', 'precision');
    const skipSize = (): void => {
      if (this.#take('(') !== undefined) this.#list(')');
    };
    skipSize();
    if (this.#take('without', 'with') !== undefined) {
      this.#expect('time');
      this.#expect('zone');
    }
    while (this.#take('[') !== undefined) this.#expect(']');
  }

  #atom(): Node {
    const part = this.#parts[this.#at];
    if (part === undefined) throw new Unknown();
    if (this.#take('(') !== undefined) {
      const nodes = this.#list(')');
      const [only] = nodes;
      return nodes.length === 1 && only !== undefined ? only : ['row', ...nodes];
    }
    this.#at++;
    if (part.kind === 'value') return part.text;
    if (part.kind === 'sign') throw new Unknown();
    const isCall = this.#parts[this.#at]?.kind === 'sign' && this.#parts[this.#at]?.text === '(';
    if (part.kind === 'word') {
      if (part.text === 'case') return this.#case();
      if (part.text === 'array' && this.#take('[') !== undefined) return ['list', ...this.#list(']')];
      if (UNKNOWN_WORDS.has(part.text) || (ENDS.has(part.text) && !isCall)) throw new Unknown();
      const next = this.#parts[this.#at];
      if (LITERAL_TYPES.has(part.text) && next?.kind === 'value') {
        this.#at++;
        return next.text;
      }
    }
    return isCall ? this.#call(SAME.get(part.text) ?? part.text, part.text) : (SAME.get(part.text) ?? part.text);
  }

  #call(name: string, written: string): Node {
    this.#at++;
    if (['cast', 'convert'].includes(name)) return this.#castCall();
    if (name === 'row') return ['row', ...this.#list(')')];
    if (written === 'position') {
      const what = this.#other();
      this.#expect('in', ',');
      const node: Node = ['position', what, this.#other()];
      this.#expect(')');
      return node;
    }
    const nodes = this.#list(')');
    const [first, second] = nodes;
    // The same as a cast, which is how it is printed.
    if (name === 'date' && this.#vendor === 'mysql' && nodes.length === 1 && first !== undefined) return first;
    if (nodes.length === 2 && first !== undefined && second !== undefined) {
      if (name === '%') return ['%', first, second];
      if (written === 'instr' || written === 'strpos') return ['position', second, first];
      // MySQL and MariaDB say how many digits stay.
      if (name === 'round' && second === '0') return [name, first];
    }
    return nodes.length === 0 ? name : [name, ...nodes];
  }

  #castCall(): Node {
    const node = this.#or();
    this.#expect('as', ',', 'using');
    for (let depth = 1; depth > 0; this.#at++) {
      const part = this.#parts[this.#at];
      if (part === undefined) throw new Unknown();
      if (part.kind === 'sign') depth += part.text === '(' ? 1 : part.text === ')' ? -1 : 0;
    }
    return node;
  }

  #case(): Node {
    const nodes: Node[] = [];
    if (this.#take('when') === undefined) {
      nodes.push(['of', this.#or()]);
      this.#expect('when');
    }
    do {
      const condition = this.#or();
      this.#expect('then');
      nodes.push(['when', condition, this.#or()]);
    } while (this.#take('when') !== undefined);
    if (this.#take('else') !== undefined) {
      const otherwise = this.#or();
      if (otherwise !== 'null') nodes.push(['else', otherwise]);
    }
    this.#expect('end');
    return ['case', ...nodes];
  }
}
