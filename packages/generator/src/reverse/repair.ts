import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Trouble } from './compile.js';
import {
  type CheckDraft,
  type ColumnDraft,
  type Draft,
  type ForeignKeyDraft,
  keepIndexOf,
  leaveOutKeysOf,
  type SchemaDraft,
  shownName,
  type TableDraft,
  type TypeDraft,
} from './draft.js';
import type { Findings } from './finding.js';
import { Namer } from './names.js';
import type { ReadableNames } from './readable-names.js';

/** Errors about names in PHP. */
const NAME_CODES: ReadonlySet<string> = new Set([
  'schema/php-name',
  'schema/reserved-word',
  'schema/class-twice',
  'schema/taken-name',
  'schema/name-twice',
  'php/class-name',
  'php/class-twice',
  'php/method-taken',
  'php/method-twice',
  'php/relation-twice',
  'schema/typescript-name',
  'typescript/file-twice',
  'typescript/property-twice',
]);

/**
 * Changes a draft so that it builds: the compiler says what it cannot take, and each diagnostic has its remedy. What has
 * none is left out and becomes a finding, in the compiler's own words.
 */
export class Repairs {
  readonly #names: Namer;
  /** Diagnostics about PHP that nothing here fixes: the schema is right, and the person decides. */
  readonly #accepted = new Map<Draft, Set<string>>();
  readonly #sqlDefaults = new Set<ColumnDraft>();

  constructor(
    private readonly schema: SchemaDraft,
    private readonly findings: Findings,
    private readonly readable: ReadableNames | undefined,
  ) {
    this.#names = new Namer(schema, readable !== undefined);
  }

  /**
   * Fixes troubles; false when there was nothing left to fix. Tables come first, then columns: names of relations are made
   * of theirs.
   */
  fix(troubles: readonly Trouble[]): boolean {
    if (this.#takeBackNames(troubles)) return true;
    for (const kinds of [['type'], ['table'], ['column'], ['index', 'check', 'foreign-key']]) {
      if (!this.#fixAll(troubles.filter(({ draft }) => kinds.includes(draft.is)))) continue;
      this.readable?.give();
      return true;
    }
    return false;
  }

  /** A name that was chosen for reading is given up before anything gets a makeshift one. */
  #takeBackNames(troubles: readonly Trouble[]): boolean {
    let changed = false;
    for (const { diagnostic, draft, other } of troubles) {
      if (this.readable === undefined || !NAME_CODES.has(diagnostic.code)) continue;
      if (other !== undefined && this.readable.refuse(other.draft, other.attribute)) changed = true;
      if (this.readable.refuse(draft, diagnostic.relation === 'reverse' ? 'refPhpName' : 'phpName')) changed = true;
    }
    if (changed) this.readable?.give();
    return changed;
  }

  #fixAll(troubles: readonly Trouble[]): boolean {
    let changed = false;
    const seen = new Set<Draft>();
    for (const trouble of troubles) {
      const { draft, diagnostic } = trouble;
      const accepted = this.#accepted.get(draft) ?? new Set();
      // One change at a time for each part: the next diagnostic about it may be gone with the first.
      if (accepted.has(diagnostic.code) || seen.has(draft)) continue;
      seen.add(draft);
      if (this.#fixOne(trouble)) changed = true;
      else this.#accepted.set(draft, accepted.add(diagnostic.code));
    }
    return changed;
  }

  /** Says which names were chosen, once all are. */
  report(): void {
    this.#names.report(this.findings);
  }

  #fixOne(trouble: Trouble): boolean {
    const { draft, diagnostic, element } = trouble;
    if (element.name === 'parameter') return this.#dropParameter(trouble);
    switch (draft.is) {
      case 'type':
        return this.#fixType(draft, trouble);
      case 'table':
        return this.#fixTable(draft, diagnostic);
      case 'column':
        return this.#fixColumn(draft, trouble);
      case 'foreign-key':
        return this.#fixForeignKey(draft, trouble);
      case 'index':
        return this.#leaveOut(draft, diagnostic);
      case 'check':
        return this.#fixCheck(draft, trouble);
    }
  }

  /** A check can go alone. */
  #fixType(type: TypeDraft, { diagnostic, element }: Trouble): boolean {
    const check = element.name === 'check' && type.checks.find(({ name }) => name === element.attributes['name']);
    if (!check) return this.#leaveOut(type, diagnostic);
    type.checks = type.checks.filter((other) => other !== check);
    this.findings.lost(
      'check of a domain',
      undefined,
      check.name ?? '',
      `${type.shown}: ${check.sql} (${diagnostic.message})`,
    );
    return true;
  }

  #fixTable(table: TableDraft, diagnostic: Diagnostic): boolean {
    switch (diagnostic.code) {
      case 'schema/php-name':
      case 'schema/reserved-word':
      case 'schema/class-twice':
      case 'php/class-name':
      case 'php/class-twice':
      case 'schema/typescript-name':
      case 'typescript/file-twice':
        return this.#names.renameTable(table, diagnostic);
      case 'schema/cross-reference':
        table.isCrossRef = false;
        return true;
      default:
        return this.#leaveOut(table, diagnostic);
    }
  }

  #fixColumn(column: ColumnDraft, { diagnostic, attribute }: Trouble): boolean {
    switch (diagnostic.code) {
      case 'schema/php-name':
      case 'schema/taken-name':
      case 'schema/name-twice':
      case 'php/class-twice':
      case 'php/method-taken':
      case 'php/method-twice':
      case 'schema/typescript-name':
      case 'typescript/property-twice':
        return this.#names.renameColumn(column, diagnostic);
      case 'php/enum-name':
      case 'php/enum-case':
        column.phpType = 'string';
        this.findings.note('PHP type', column.table.shown, column.from.name, `phpType="string": ${diagnostic.message}`);
        return true;
      case 'schema/default':
        return this.#sqlDefault(column, diagnostic);
      case 'schema/verbatim-sql':
        if (attribute === 'sqlType' || attribute === 'generatedExpr') return this.#leaveOut(column, diagnostic);
        return this.#sqlDefault(column, diagnostic);
      case 'schema/value-set':
        column.type = 'VARCHAR';
        column.valueSet = [];
        verbatimType(column);
        return true;
      case 'schema/auto-increment':
        column.autoIncrement = false;
        column.sequence = undefined;
        this.findings.lost('numbering', column.table.shown, column.from.name, diagnostic.message);
        return true;
      default:
        return (attribute === 'size' || attribute === 'scale') && verbatimType(column)
          ? true
          : this.#leaveOut(column, diagnostic);
    }
  }

  /** A default that is no value of the type in our eyes is written as the SQL it is; what that cannot be is left out. */
  #sqlDefault(column: ColumnDraft, { message }: Diagnostic): boolean {
    const sql = column.from.default;
    if (sql !== undefined && !this.#sqlDefaults.has(column)) {
      this.#sqlDefaults.add(column);
      column.default = { kind: 'expression', sql };
      return true;
    }
    column.default = undefined;
    this.findings.lost('default', column.table.shown, column.from.name, `${sql ?? ''} (${message})`);
    return true;
  }

  #fixForeignKey(key: ForeignKeyDraft, trouble: Trouble): boolean {
    const { diagnostic, element } = trouble;
    switch (diagnostic.code) {
      case 'schema/php-name':
      case 'schema/taken-name':
      case 'schema/name-twice':
      case 'php/method-taken':
      case 'php/method-twice':
      case 'php/relation-twice':
        if (diagnostic.relation === 'many-to-many') {
          key.table.isCrossRef = false;
          return true;
        }
        return this.#names.renameRelation(
          key,
          diagnostic.relation === 'reverse' ? 'refPhpName' : 'phpName',
          diagnostic,
        );
      case 'schema/reference-type': {
        const local = key.table.columns.find((column) => column.from.name === element.attributes['local']);
        return local !== undefined && verbatimType(local);
      }
      case 'schema/set-null': {
        const action = trouble.attribute === 'onUpdate' ? 'onUpdate' : 'onDelete';
        key[action] = undefined;
        this.findings.lost(
          `${action} of a foreign key`,
          key.table.shown,
          keyName(key),
          diagnostic.message,
          key.from.sql,
        );
        return true;
      }
      case 'schema/part-of-key':
      case 'schema/partial-unique':
      case 'schema/unique-added':
        key.skipSql = true;
        keepIndexOf(key.table, key.from);
        this.findings.items(
          [
            {
              kind: 'foreign key to columns that are no key',
              name: keyName(key),
              detail: `kept as a relation without a constraint: ${columnsOf(key)}`,
              ...(key.from.sql === undefined ? {} : { sql: key.from.sql }),
            },
          ],
          key.table.shown,
        );
        return true;
      default:
        return this.#leaveOut(key, diagnostic);
    }
  }

  /** A name that another one has is left to the generator. */
  #fixCheck(check: CheckDraft, { diagnostic, attribute }: Trouble): boolean {
    if (attribute !== 'name' || check.name === undefined) return this.#leaveOut(check, diagnostic);
    this.findings.lost('name of a check', check.table.shown, check.name, diagnostic.message);
    check.name = undefined;
    return true;
  }

  #dropParameter({ draft, element, diagnostic }: Trouble): boolean {
    const name = element.attributes['name'] ?? '';
    const owner = ownerOf(draft);
    const value = draft.vendor.get(name) ?? '';
    if (!draft.vendor.delete(name)) return this.#leaveOut(draft, diagnostic);
    this.findings.lost(`vendor parameter`, owner.shown, name, value);
    return true;
  }

  /** Takes a part out of the schema, and everything that cannot be without it. */
  #leaveOut(draft: Draft, { code, message }: Diagnostic): boolean {
    // Only classes cannot be made of it: the schema and its SQL are right.
    if (code.startsWith('php/')) {
      const table = ownerOf(draft);
      this.findings.note(
        'PHP classes',
        table.shown,
        draftName(draft),
        `sql:build and model:build refuse it: ${message}`,
      );
      return false;
    }
    leaveOut(this.schema, draft, message, this.findings);
    return true;
  }
}

/** The catalog's own type instead of a mapped one; false when it was that already. */
export function verbatimType(column: ColumnDraft): boolean {
  if (column.sqlType !== undefined) return false;
  column.sqlType = column.from.type;
  column.size = undefined;
  column.scale = undefined;
  column.checks = [];
  return true;
}

/** Takes a part out of a draft with all that depends on it; each becomes a finding. */
export function leaveOut(schema: SchemaDraft, draft: Draft, why: string, findings: Findings): void {
  const drop = (key: ForeignKeyDraft, reason: string): void => {
    key.table.foreignKeys = key.table.foreignKeys.filter((other) => other !== key);
    key.table.isCrossRef = false;
    keepIndexOf(key.table, key.from);
    findings.lost('foreign key', key.table.shown, keyName(key), `${columnsOf(key)}: ${reason}`);
  };
  const keys = schema.tables.flatMap((table) => table.foreignKeys);
  switch (draft.is) {
    case 'type':
      leaveOutType(schema, draft, why, findings);
      return;
    case 'table':
      if (draft.from.viewSql !== undefined) {
        leaveOutView(schema, draft);
        return;
      }
      schema.tables = schema.tables.filter((table) => table !== draft);
      findings.lost('table', draft.shown, draft.shown, why);
      for (const key of keys) if (key.foreignTable === draft) drop(key, `table "${draft.shown}" is left out`);
      return;
    case 'column': {
      const { table, from } = draft;
      table.columns = table.columns.filter((column) => column !== draft);
      findings.lost('column', table.shown, from.name, `${from.type}: ${why}`);
      leaveOutKeysOf(table, from.name, findings);
      for (const key of keys) {
        const needed =
          (key.table === table && key.from.columns.includes(from.name)) ||
          (key.foreignTable === table && key.from.foreignColumns.includes(from.name));
        if (needed) drop(key, `the column "${from.name}" is left out`);
      }
      return;
    }
    case 'index': {
      const columns = draft.from.columns.map(({ name, expression }) => name ?? `(${expression ?? ''})`).join(', ');
      draft.table.indexes = draft.table.indexes.filter((index) => index !== draft);
      findings.lost(draft.element, draft.table.shown, draft.from.name, `(${columns}): ${why}`);
      return;
    }
    case 'check':
      draft.table.checks = draft.table.checks.filter((check) => check !== draft);
      findings.lost('check', draft.table.shown, draftName(draft), `${draft.from.sql}: ${why}`);
      return;
    case 'foreign-key':
      drop(draft, why);
  }
}

/** A view that the schema does not have is made beside it, and so are those that read it. */
export function leaveOutView(schema: SchemaDraft, view: TableDraft): void {
  schema.tables = schema.tables.filter((table) => table !== view);
  for (const table of schema.tables) if (table.from.needs?.includes(view.shown) === true) leaveOutView(schema, table);
}

/** The columns of a type that is left out become texts, and domains that are made of it go with it. */
function leaveOutType(schema: SchemaDraft, { from, shown }: TypeDraft, why: string, findings: Findings): void {
  schema.types = schema.types.filter((type) => type.from !== from);
  findings.lost(from.kind === 'enum' ? 'enum type' : 'domain', undefined, shown, why);
  for (const table of schema.tables) {
    for (const column of table.columns.filter(({ nativeType }) => nativeType === shown)) {
      Object.assign(column, { type: 'LONGVARCHAR', sqlType: 'text', nativeType: undefined, elementType: undefined });
      Object.assign(column, { valueSet: [], default: undefined });
      findings.lost(
        'type of a column',
        table.shown,
        column.from.name,
        `${column.from.type} becomes text: it is left out`,
      );
    }
  }
  const above = schema.types.filter((type) => type.from.isOverNative && type.base.sqlType === from.name);
  for (const type of above) leaveOutType(schema, type, `the type "${shown}" is left out`, findings);
}

/** The table that a part belongs to, or the part itself where it is nobody's. */
const ownerOf = (draft: Draft): { readonly shown: string } =>
  draft.is === 'table' || draft.is === 'type' ? draft : draft.table;

function draftName(draft: Draft): string {
  if (draft.is === 'foreign-key') return keyName(draft);
  if (draft.is === 'check') return draft.from.name ?? draft.from.sql;
  return draft.from.name;
}

const keyName = ({ from }: ForeignKeyDraft): string => from.name ?? `(${from.columns.join(', ')})`;

function columnsOf({ from }: ForeignKeyDraft): string {
  const target = shownName(from.foreignSchema, from.foreignTable);
  return `(${from.columns.join(', ')}) → ${target} (${from.foreignColumns.join(', ')})`;
}
