import { hasUnseen } from '../text/unseen.js';
import type {
  Behavior,
  Check,
  Column,
  ColumnReference,
  CrossReference,
  Database,
  DomainCheck,
  DomainType,
  EnumType,
  ForeignKey,
  GeneratedValue,
  Index,
  IndexColumn,
  Inheritance,
  InheritanceClass,
  Table,
} from './model.js';
import type { Origin } from './origin.js';

/**
 * The gate between the front end and everything that prints: what each text of the model may be. A part of the model that
 * is not named here does not compile, and no back end sees a model that has not passed (`admit`). What a text may be says
 * how it may be printed:
 *
 * - `TEXT` is anything at all. It is only ever quoted or escaped; `test/gate` prints hostile ones to see that it is.
 * - `NAME` is one line without unseen characters: quoted in SQL and in code, and written into comments as it is.
 * - everything else is printed as it stands, and so has to be of its form.
 *
 * A language has rules of its own for what it writes as it stands, names of classes for example (`NameRules`).
 */
export interface Form {
  /** As the end of "… cannot be". */
  readonly what: string;
  /** The code of the diagnostic about a text that is not of the form. */
  readonly code: string;
  /** What it has to be. */
  readonly help: string;
  readonly holds: (text: string, sql: SqlChecks) => boolean;
}

/** Whether a text is one piece of SQL to the vendor, and nothing more. */
export interface SqlChecks {
  readonly isExpression: (sql: string) => boolean;
  readonly isStatement: (sql: string) => boolean;
}

export const TEXT: Form = { what: 'a text', code: 'schema/text', help: '', holds: () => true };
export const NAME: Form = {
  what: 'a name',
  code: 'schema/identifier',
  help: 'remove the control or invisible characters: they would not be seen in SQL, in code or in an error',
  holds: (text) => !hasUnseen(text),
};
/** A name in code: what it may be besides is the business of languages. */
const CODE_NAME: Form = { ...NAME, what: 'a name in code', code: 'schema/code-name' };
/** Judged by the vendor's own check, which knows its parameters one by one. */
export const VENDOR: Form = { ...TEXT, what: 'a vendor parameter' };

const WORDS: Form = {
  what: 'a word of the schema',
  code: 'schema/attribute-value',
  help: 'write one of the words that the documentation lists',
  holds: (text) => /^[A-Z ]+$/i.test(text),
};

export const FOLDER: Form = {
  what: 'a folder',
  code: 'schema/package',
  help: 'write folder names of letters, digits, - and _ with dots between, such as app.model',
  holds: (path) => path === '' || (/^[^./\\]+(?:[./][^./\\]+)*$/.test(path) && !hasUnseen(path)),
};
const SQL: Form = {
  what: 'one SQL type or expression',
  code: 'schema/verbatim-sql',
  help: 'write one whole type or expression',
  holds: (text, { isExpression }) => isExpression(text),
};

const METHOD: Form = {
  what: 'a kind of index',
  code: 'schema/index',
  help: 'write one word, such as gin or fulltext',
  holds: (text) => /^[a-z_][a-z0-9_]*$/.test(text),
};

const STATEMENT: Form = {
  what: 'one SQL statement',
  code: 'schema/verbatim-sql',
  help: 'write one whole statement, without its semicolon',
  holds: (text, { isStatement }) => isStatement(text),
};

/** What stands in another part too and is looked at there, what a language judges, and what no printer reads. */
const ELSEWHERE = 'elsewhere';

type Rule = Form | typeof ELSEWHERE | { readonly each: Shape };
export type Shape = readonly (readonly [field: string, rule: Rule])[];

/** The fields that can hold a text, in themselves or below: neither numbers and flags nor a choice of known words. */
type Field<T> = { [Key in keyof T]-?: IsHarmless<NonNullable<T[Key]>> extends true ? never : Key }[keyof T];
type IsHarmless<V> = [V] extends [number | boolean | bigint]
  ? true
  : [V] extends [string]
    ? string extends V
      ? false
      : true
    : false;

/** The rules of a part of the model: one for each field that can hold a text. */
export function shape<T>(rules: Readonly<Record<Field<T>, Rule>>): Shape {
  return Object.entries<Rule>(rules);
}

const COLUMN_DEFAULT = shape<{ readonly value?: string; readonly sql?: string }>({ value: TEXT, sql: SQL });

const GENERATED = shape<GeneratedValue>({ sql: SQL });

export const COLUMN = shape<Column>({
  name: NAME,
  renamedFrom: NAME,
  memberName: CODE_NAME,
  memberNameSingular: CODE_NAME,
  sqlType: SQL,
  nativeType: ELSEWHERE,
  default: { each: COLUMN_DEFAULT },
  generated: { each: GENERATED },
  valueSet: TEXT,
  description: TEXT,
  php: ELSEWHERE,
  typescript: ELSEWHERE,
  vendor: VENDOR,
  origin: ELSEWHERE,
});

const REFERENCE = shape<ColumnReference>({ local: ELSEWHERE, foreign: ELSEWHERE });
const CONSTANT = shape<ForeignKey['constants'][number]>({ column: ELSEWHERE, value: TEXT });

export const FOREIGN_KEY = shape<ForeignKey>({
  name: NAME,
  table: ELSEWHERE,
  foreignTable: ELSEWHERE,
  columns: { each: REFERENCE },
  constants: { each: CONSTANT },
  relationName: CODE_NAME,
  backName: CODE_NAME,
  backNamePlural: CODE_NAME,
  defaultJoin: WORDS,
  php: ELSEWHERE,
  vendor: VENDOR,
  origin: ELSEWHERE,
});

const INDEX_COLUMN = shape<IndexColumn>({
  column: ELSEWHERE,
  expression: SQL,
  opclass: SQL,
  collation: NAME,
  origin: ELSEWHERE,
});

export const INDEX = shape<Index>({
  name: NAME,
  columns: { each: INDEX_COLUMN },
  include: ELSEWHERE,
  where: SQL,
  using: METHOD,
  exchanged: ELSEWHERE,
  vendor: VENDOR,
  origin: ELSEWHERE,
});

export const CHECK = shape<Check>({ name: NAME, expression: SQL, vendor: VENDOR, origin: ELSEWHERE });

const CROSS_REFERENCE = shape<CrossReference>({
  table: ELSEWHERE,
  crossTable: ELSEWHERE,
  via: ELSEWHERE,
  targets: ELSEWHERE,
  relationName: CODE_NAME,
  relationNamePlural: CODE_NAME,
});

export const INHERITANCE_CLASS = shape<InheritanceClass>({
  key: TEXT,
  className: CODE_NAME,
  package: FOLDER,
  extends: CODE_NAME,
  origin: ELSEWHERE,
});

const INHERITANCE = shape<Inheritance>({ column: ELSEWHERE, classes: { each: INHERITANCE_CLASS } });

/** Its parameters are names of columns and words that the behavior checks. */
const BEHAVIOR = shape<Behavior>({ name: NAME, id: TEXT, parameters: ELSEWHERE, origin: ELSEWHERE });

export const TABLE = shape<Table>({
  name: NAME,
  schema: NAME,
  renamedFrom: NAME,
  className: CODE_NAME,
  php: ELSEWHERE,
  description: TEXT,
  columns: { each: COLUMN },
  primaryKey: ELSEWHERE,
  primaryKeyParts: ELSEWHERE,
  primaryKeyName: NAME,
  foreignKeys: { each: FOREIGN_KEY },
  referrers: ELSEWHERE,
  indexes: { each: INDEX },
  uniques: { each: INDEX },
  checks: { each: CHECK },
  crossReferences: { each: CROSS_REFERENCE },
  behaviors: { each: BEHAVIOR },
  inheritance: { each: INHERITANCE },
  sequence: NAME,
  viewSql: STATEMENT,
  partitionBy: STATEMENT,
  alias: TEXT,
  vendor: VENDOR,
  origin: ELSEWHERE,
});

const DOMAIN_CHECK = shape<DomainCheck>({ name: NAME, expression: SQL, origin: ELSEWHERE });

/** Enum types and domains in one: what an enum type has not is not there. */
export const NATIVE_TYPE = shape<Omit<EnumType, 'kind'> & Omit<DomainType, 'kind'>>({
  name: NAME,
  schema: NAME,
  description: TEXT,
  valueSet: TEXT,
  sqlType: SQL,
  base: ELSEWHERE,
  default: { each: COLUMN_DEFAULT },
  checks: { each: DOMAIN_CHECK },
  origin: ELSEWHERE,
});

export const DATABASE = shape<Database>({
  name: NAME,
  tables: { each: TABLE },
  types: { each: NATIVE_TYPE },
  php: ELSEWHERE,
  vendor: VENDOR,
  origin: ELSEWHERE,
});

/** A text that is not what its field may be. */
export interface Refused {
  readonly origin: Origin;
  readonly field: string;
  readonly text: string;
  readonly form: Form;
}

/** Looks at every text of a model that the rules name, and refuses those that no printer may see. */
export function admit(database: Database, rules: Shape, sql: SqlChecks, refuse: (refused: Refused) => void): void {
  new Gate(sql, refuse).part(database, checked(rules), database.origin);
}

class Gate {
  /** Texts that were judged before: names and types repeat from table to table. */
  readonly #held = new Map<Form, Set<string>>();

  constructor(
    private readonly sql: SqlChecks,
    private readonly refuse: (refused: Refused) => void,
  ) {}

  part(part: object, rules: Checks, inherited: Origin): void {
    const values = part as Readonly<Record<string, unknown>>;
    const origin = (values['origin'] as Origin | undefined) ?? inherited;
    for (const [field, rule] of rules.forms) {
      const value = values[field];
      if (typeof value === 'string') this.#text(value, field, rule, origin);
    }
    for (const [field, rules_] of rules.parts) {
      const value = values[field];
      if (Array.isArray(value)) for (const each of value) this.part(each as object, rules_, origin);
      else if (typeof value === 'object' && value !== null) this.part(value, rules_, origin);
    }
  }

  #text(text: string, field: string, form: Form, origin: Origin): void {
    let held = this.#held.get(form);
    if (held === undefined) {
      held = new Set();
      this.#held.set(form, held);
    }
    if (held.has(text)) return;
    if (form.holds(text, this.sql)) held.add(text);
    else this.refuse({ origin, field, text, form });
  }
}

interface Checks {
  readonly forms: readonly (readonly [string, Form])[];
  readonly parts: readonly (readonly [string, Checks])[];
}

const known = new Map<Shape, Checks>();

/** The rules of a shape without those that let everything pass. */
function checked(rules: Shape): Checks {
  const made = known.get(rules);
  if (made !== undefined) return made;
  const forms: [string, Form][] = [];
  const parts: [string, Checks][] = [];
  for (const [field, rule] of rules) {
    if (rule === ELSEWHERE) continue;
    if ('each' in rule) {
      const below = checked(rule.each);
      if (below.forms.length + below.parts.length > 0) parts.push([field, below]);
    } else if (rule.holds !== TEXT.holds) forms.push([field, rule]);
  }
  const result = { forms, parts };
  known.set(rules, result);
  return result;
}
