import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { adapterOf, type Engine, type ExecutedAdapter } from '../../support/engines.js';

const FOLDER = fileURLToPath(new URL('../../../../../conformance/values/', import.meta.url));

export const valuesFile = (name: string): string => readFileSync(FOLDER + name, 'utf8');

export type Language = 'php' | 'typescript';

const LANGUAGES: readonly Language[] = ['php', 'typescript'];

/** Where something else is read, and why that is nobody's fault here. */
interface Exception {
  /** Engines, or vendors. */
  readonly on: readonly string[];
  /** All languages, unless one is named. */
  readonly reader?: Language;
  readonly reads: unknown;
  readonly reason: string;
}

/** A value as the files have it: alone, or with what is particular about it. */
interface GivenValue {
  readonly value: unknown;
  readonly reads?: unknown;
  readonly exceptions?: readonly Exception[];
  readonly anyRead?: true;
  readonly anySpelling?: true;
  readonly stored?: string | Readonly<Partial<Record<ExecutedAdapter, string>>>;
  readonly refused?: true;
  readonly refusedOn?: readonly ExecutedAdapter[];
  readonly writers?: readonly Language[];
  readonly unreadable?: readonly Language[];
}

interface GivenTable {
  readonly table: string;
  readonly kind: string;
  readonly digits?: number;
  readonly values: readonly unknown[];
}

/** A value that a language is to write, and what is to come of it on an engine. */
export interface PlayedValue {
  readonly table: string;
  readonly kind: string;
  readonly id: number;
  readonly writer: Language;
  readonly value: unknown;
  readonly isRefused: boolean;
  /** As runners of a language answer; undefined: whatever they read. */
  readonly reads: Readonly<Record<Language, unknown>>;
  readonly stored: string | undefined;
  /** Whether the languages may store it in different texts. */
  readonly anySpelling: boolean;
  readonly unreadable: readonly Language[];
  /** What the same value is in its table, whoever writes it. */
  readonly index: number;
}

/** Types that not every vendor has. */
const VENDORS: Readonly<Record<string, readonly ExecutedAdapter[]>> = {
  'arrays.json': ['pgsql'],
  'zones.json': ['pgsql'],
  'points.json': ['pgsql'],
  'geometries.json': ['mysql', 'sqlite'],
};

export function playedValues(engine: Engine): readonly PlayedValue[] {
  const adapter = adapterOf(engine);
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json') && (VENDORS[name] ?? [adapter]).includes(adapter))
    .flatMap((name) => (JSON.parse(valuesFile(name)) as { readonly tables: readonly GivenTable[] }).tables)
    .flatMap((table) => table.values.flatMap((value, index) => played(table, value, index, engine)));
}

function played(table: GivenTable, value: unknown, index: number, engine: Engine): readonly PlayedValue[] {
  const adapter = adapterOf(engine);
  const given = isGiven(value) ? value : { value };
  const { stored, refused = false, refusedOn = [], writers = LANGUAGES, unreadable = [] } = given;
  return writers.map((writer) => ({
    table: table.table,
    kind: table.kind,
    id: index * LANGUAGES.length + LANGUAGES.indexOf(writer) + 1,
    writer,
    value: given.value,
    isRefused: refused || refusedOn.includes(adapter),
    reads: { php: readBy('php', given, table, engine), typescript: readBy('typescript', given, table, engine) },
    stored: typeof stored === 'object' ? stored[adapter] : stored,
    anySpelling: given.anySpelling ?? false,
    unreadable,
    index,
  }));
}

function readBy(language: Language, given: GivenValue, table: GivenTable, engine: Engine): unknown {
  if (given.anyRead) return undefined;
  const exception = given.exceptions?.find(
    ({ on, reader = language }) => reader === language && (on.includes(engine) || on.includes(adapterOf(engine))),
  );
  return answer(table, exception?.reads ?? given.reads ?? given.value);
}

const isGiven = (value: unknown): value is GivenValue =>
  typeof value === 'object' && value !== null && 'value' in value;

/** A value of a file as runners answer it. */
function answer({ kind, digits = 6 }: GivenTable, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  switch (kind) {
    case 'float':
    case 'single':
      return bits(Number(value));
    case 'time':
    case 'moment': {
      const [time = '', fraction = ''] = value.split('.');
      return `${time}.${fraction.slice(0, digits).padEnd(6, '0')}`;
    }
    case 'instant':
      return `${value.slice(0, 19)}.${value.slice(20, -1).padEnd(3, '0').slice(0, 3)}Z`;
    case 'json':
    case 'documents':
      return document(value);
    default:
      return value;
  }
}

function bits(value: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes.toString('hex');
}

/**
 * A document of which the same is the same: numbers and characters may be spelled in several ways, and MySQL keeps no order
 * of keys. The empty object is an empty array to PHP.
 */
export function document(text: string): unknown {
  const value: unknown = JSON.parse(text, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
  return JSON.stringify(value) === '{}' ? [] : value;
}

/** The SQL of what a column holds, as a text of which the same is the same. */
export function storedText(kind: string, adapter: ExecutedAdapter): string {
  const isBytes = kind === 'bytes' || kind === 'uuid';
  switch (adapter) {
    case 'pgsql':
      return kind === 'bytes' ? `encode("value", 'hex')` : '"value"::text';
    case 'mysql':
      return isBytes ? 'LOWER(HEX(`value`))' : 'CAST(`value` AS CHAR CHARACTER SET utf8mb4)';
    case 'sqlite': {
      if (isBytes) return `lower(hex("value")) || typeof("value")`;
      return kind === 'float' || kind === 'single' || kind === 'decimal'
        ? `CASE typeof("value") WHEN 'real' THEN printf('%!.17g', "value") ELSE CAST("value" AS TEXT) END`
        : 'CAST("value" AS TEXT)';
    }
  }
}
