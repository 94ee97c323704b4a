import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { isPhpLabel, isReservedClassName } from '../languages/php/names.js';
import { COLUMN_TYPES } from '../model/column-type.js';
import type { ColumnDraft, Draft, ForeignKeyDraft, SchemaDraft, TableDraft } from './draft.js';
import type { Findings } from './finding.js';
import { type DraftNaming, namingOf, usualPhpName } from './render.js';
import { singular } from './singular.js';

const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A name as PHP takes it: the letters and digits of what the database has, in CamelCase. */
function readable(name: string, naming: DraftNaming, beginning: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const made = words.map((word) => upperFirst(naming === 'phpname' ? word : word.toLowerCase())).join('');
  return isPhpLabel(made) ? made : beginning + made;
}

/** Words for the state of an object, which every model class asks for by methods such as isDeleted() and setDeleted(). */
const STATES = new Set(['Deleted', 'Modified', 'New']);

/** What the column of such a name holds: when it happened, or whether. */
function stateName(base: string, { type }: ColumnDraft): readonly string[] {
  if (!STATES.has(base)) return [];
  switch (COLUMN_TYPES[type].family) {
    case 'datetime':
      return [`${base}At`];
    case 'date':
      return [`${base}On`];
    case 'boolean':
    case 'integer':
      return [`${base}Flag`];
    default:
      return [];
  }
}

type NameAttribute = 'phpName' | 'refPhpName';

interface Choice {
  readonly draft: Draft;
  readonly attribute: NameAttribute;
  /** Why the usual name cannot be: the first diagnostic about it. */
  readonly why: string;
  /** How many names were tried. */
  tried: number;
}

/** Gives names in PHP to what cannot have its usual one: tables such as `class`, columns that CamelCase alike. */
export class Namer {
  readonly #choices = new Map<string, Choice>();
  readonly #numbers = new Map<Draft, number>();

  constructor(
    private readonly schema: SchemaDraft,
    private readonly isSingular: boolean,
  ) {}

  renameTable(table: TableDraft, diagnostic: Diagnostic): boolean {
    const naming = namingOf(this.schema);
    const plain = readable(table.writtenName, naming, 'Table');
    const base = this.isSingular ? singular(plain) : plain;
    const usual = usualPhpName(table.writtenName, naming);
    const alone = isReservedClassName(base) ? [] : [base];
    const inSchema = table.from.schema === undefined ? [] : [readable(table.from.schema, naming, 'Schema') + base];
    return this.#choose(table, 'phpName', diagnostic, usual, [...inSchema, ...alone, `${base}Row`]);
  }

  renameColumn(column: ColumnDraft, diagnostic: Diagnostic): boolean {
    const naming = namingOf(this.schema);
    const base = readable(column.from.name, naming, 'Column');
    const usual = usualPhpName(column.from.name, naming);
    return this.#choose(column, 'phpName', diagnostic, usual, [base, ...stateName(base, column), `${base}Value`]);
  }

  renameRelation(key: ForeignKeyDraft, attribute: NameAttribute, diagnostic: Diagnostic): boolean {
    const naming = namingOf(this.schema);
    const [named, other] = attribute === 'phpName' ? [key.foreignTable, key.table] : [key.table, key.foreignTable];
    const base = named.phpName ?? usualPhpName(named.writtenName, naming);
    const columns = key.from.columns.map((name) => {
      const column = key.table.columns.find((candidate) => candidate.from.name === name);
      return column?.phpName ?? readable(name, naming, '');
    });
    const candidates = [`${base}RelatedBy${columns.join('')}`];
    return this.#choose(key, attribute, diagnostic, other === named ? '' : base, candidates);
  }

  /** The next name that was not tried yet: the candidates, then the last of them with a number. */
  #choose(
    draft: TableDraft | ColumnDraft | ForeignKeyDraft,
    attribute: NameAttribute,
    diagnostic: Diagnostic,
    usual: string,
    candidates: readonly string[],
  ): boolean {
    const key = `${attribute} ${String(this.#number(draft))}`;
    const choice = this.#choices.get(key) ?? { draft, attribute, why: diagnostic.message, tried: 0 };
    this.#choices.set(key, choice);
    const fresh = candidates.filter((candidate) => candidate !== usual);
    const last = fresh[0] ?? candidates[0] ?? usual;
    const name = fresh[choice.tried] ?? `${last}${String(choice.tried - fresh.length + 2)}`;
    choice.tried++;
    if (draft.is === 'foreign-key') draft[attribute] = name;
    else draft.phpName = name;
    return true;
  }

  #number(draft: Draft): number {
    const known = this.#numbers.get(draft) ?? this.#numbers.size;
    this.#numbers.set(draft, known);
    return known;
  }

  report(findings: Findings): void {
    for (const { draft, attribute, why } of this.#choices.values()) {
      if (draft.is === 'index' || draft.is === 'check' || draft.is === 'type') continue;
      const table = draft.is === 'table' ? draft : draft.table;
      const name = draft.from.name ?? (draft.is === 'foreign-key' ? `(${draft.from.columns.join(', ')})` : '');
      const chosen = draft.is === 'foreign-key' ? draft[attribute] : draft.phpName;
      findings.note('PHP name', table.shown, name, `${attribute}="${chosen ?? ''}": ${why}`);
    }
  }
}
