import { InvalidValueError } from '../errors/orm-error.js';
import { wrongType } from './refusal.js';
import type { Value } from './value.js';

/** What an element cannot be without quotes. */
const QUOTED = /^(?:null)?$|[{}",\\\s]/i;

type Items<E> = (E | null)[];

/**
 * An array of PostgreSQL in its text form, `{1,NULL,"two words"}`. Of an array with several dimensions the elements are arrays.
 *
 * @param element a value of one element
 * @param isDocuments whether elements are arrays themselves, as documents may be
 */
export function array<E>(element: Value<E, string>, isDocuments = false): Value<Items<E>, string> {
  const write = (value: Items<E>): string => {
    if (!Array.isArray(value)) throw wrongType('an array', value);
    const isNested = (item: unknown): boolean => !isDocuments && Array.isArray(item);
    const lengths = new Set(value.map((item) => (isNested(item) ? (item as Items<E>).length : -1)));
    if (lengths.size > 1) throw wrongType('arrays of one length in an array', value);
    // An array of empty arrays has no dimensions.
    if (lengths.has(0)) return '{}';
    return `{${value.map((item) => (isNested(item) ? write(item as Items<E>) : one(item))).join(',')}}`;
  };
  const one = (item: E | null): string => {
    if (item === null) return 'NULL';
    const text = String(element.write(item));
    return QUOTED.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text;
  };
  const read = (cell: string): Items<E> => new ArrayReader(cell, (text) => element.read(text)).all();
  return { read, write, isSame: (value, cell) => write(value) === write(read(cell)) };
}

class ArrayReader<E> {
  readonly #text: string;
  readonly #element: (text: string) => E;
  #at: number;

  constructor(text: string, element: (text: string) => E) {
    this.#text = text;
    this.#element = element;
    // `[0:1]={a,b}`: where the database counts from.
    this.#at = text.startsWith('[') ? text.indexOf('=') + 1 : 0;
  }

  all(): Items<E> {
    if (this.#text.charAt(this.#at) !== '{') throw noArray();
    return this.#items();
  }

  #items(): Items<E> {
    const items: Items<E> = [];
    this.#at++;
    for (let next = this.#next(); next !== '}'; next = this.#next()) {
      // The elements of a dimension are arrays, which the type of the column does not say.
      items.push(next === '{' ? (this.#items() as E) : next === '"' ? this.#quoted() : this.#word());
      if (this.#next() === ',') this.#at++;
      else if (this.#next() !== '}') throw noArray();
    }
    this.#at++;
    return items;
  }

  #next(): string {
    return this.#text.charAt(this.#at);
  }

  #quoted(): E {
    const quoted = /"((?:[^"\\]|\\.)*)"/sy;
    quoted.lastIndex = this.#at;
    const [whole, inner = ''] = quoted.exec(this.#text) ?? [];
    if (whole === undefined) throw noArray();
    this.#at += whole.length;
    return this.#element(inner.replace(/\\(.)/gs, '$1'));
  }

  #word(): E | null {
    const word = /[^,}]*/y;
    word.lastIndex = this.#at;
    const [text = ''] = word.exec(this.#text) ?? [];
    this.#at += text.length;
    if (this.#next() === '') throw noArray();
    return text === 'NULL' ? null : this.#element(text);
  }
}

const noArray = (): InvalidValueError => new InvalidValueError('A row has a text that is not the one of an array.');
