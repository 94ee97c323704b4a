import { isPhpLabel, isReservedClassName } from '../languages/php/names.js';
import type { Database } from '../model/model.js';
import { type NamedKey, type NamedTable, usualName, usualReverseName } from '../schema/build/relation-names.js';
import { isTakenAccessor } from '../targets/php/check/accessors.js';
import type { Draft, ForeignKeyDraft, SchemaDraft, TableDraft } from './draft.js';
import { type DraftNaming, namingOf, usualPhpName } from './render.js';
import { ambiguousRole, relationRole, reverseRole } from './roles.js';
import { singular } from './singular.js';

/** A name that was made up to be read, and what it is the name of. */
export interface ReadableName {
  /** The table as findings name it. */
  readonly table: string;
  /** The column of a relation; nothing for the class of the table. */
  readonly column: string | undefined;
  /** The class, or the relation as its own class calls it; nothing where that is the usual name. */
  readonly name: string | undefined;
  /** What the class at the other end calls the relation: one row or several. */
  readonly reverse: { readonly className: string; readonly name: string } | undefined;
}

type NameAttribute = 'phpName' | 'refPhpName';
type NamedDraft = TableDraft | ForeignKeyDraft;

/** Classes of PHP itself that a table could be called, which nothing in the global namespace can be. */
const PHP_CLASSES = new Set(
  'attribute closure collator countable datetime directory error exception fiber generator iterator locale normalizer phar stringable transliterator traversable'.split(
    ' ',
  ),
);

/**
 * Names that a person would choose: `Order` for a row of `orders`, `BillingAddress` for what `billing_address_id` points at,
 * `Parent` and `Children` for a table that refers to itself. The compiler says where such a name is not the only one of its
 * kind in a class; it is then taken back, and the usual name stands.
 */
export class ReadableNames {
  readonly #refused = new Map<Draft, Set<NameAttribute>>();
  readonly #given = new Map<NamedDraft, Partial<Record<NameAttribute, string>>>();
  #naming: DraftNaming = 'underscore';

  constructor(
    private readonly schema: SchemaDraft,
    private readonly namespace: string | undefined,
    /** What most tables begin with, and what their names in PHP are better without. */
    private readonly prefix = '',
  ) {}

  /** Gives all names anew: those of relations are made of those of classes. */
  give(): void {
    for (const draft of this.#given.keys()) this.#takeBack(draft);
    this.#given.clear();
    this.#naming = namingOf(this.schema);
    const plain = new Set(this.schema.tables.map((table) => this.#plainName(table)));
    for (const table of this.schema.tables) this.#nameClass(table, plain);
    const classes = namedTables(this.schema, this.#naming);
    for (const table of this.schema.tables) {
      for (const key of table.foreignKeys) this.#nameRelation(key, classes);
    }
  }

  /** Takes back what was given to a part, for good; false when it has no such name. */
  refuse(draft: Draft, attribute: string | undefined): boolean {
    const given = draft.is === 'table' || draft.is === 'foreign-key' ? this.#given.get(draft) : undefined;
    // A class has one name, whichever attribute is the cause.
    const wanted = draft.is === 'table' ? 'phpName' : attribute;
    const refused = (['phpName', 'refPhpName'] as const).find((each) => each === wanted);
    if (refused === undefined || given?.[refused] === undefined) return false;
    this.#refused.set(draft, new Set([...(this.#refused.get(draft) ?? []), refused]));
    return true;
  }

  /** What was named how, in the order of the tables; the model is what became of the schema. */
  names(database: Database): readonly ReadableName[] {
    const models = new Map(database.tables.map((table) => [`${table.schema ?? ''}.${table.name}`, table]));
    return this.schema.tables.flatMap((table): ReadableName[] => {
      const model = models.get(`${table.from.schema ?? ''}.${table.from.name}`);
      const relations = table.foreignKeys.flatMap((key, i): ReadableName[] => {
        const given = this.#given.get(key);
        const built = model?.foreignKeys[i];
        if (given === undefined || built === undefined) return [];
        const back = built.oneToOne ? built.backName : built.backNamePlural;
        const reverse =
          given.refPhpName === undefined ? undefined : { className: built.foreignTable.className, name: back };
        return [{ table: table.shown, column: key.from.columns.join(', '), name: given.phpName, reverse }];
      });
      const name = this.#given.get(table)?.phpName;
      if (name === undefined) return relations;
      return [{ table: table.shown, column: undefined, name, reverse: undefined }, ...relations];
    });
  }

  #takeBack(draft: NamedDraft): void {
    const given = this.#given.get(draft);
    // What another name was chosen for since is not ours any more.
    if (draft.phpName === given?.phpName) draft.phpName = undefined;
    if (draft.is === 'foreign-key' && draft.refPhpName === given?.refPhpName) draft.refPhpName = undefined;
  }

  #give(draft: NamedDraft, attribute: NameAttribute, name: string): void {
    if (this.#refused.get(draft)?.has(attribute) === true) return;
    this.#given.set(draft, { ...this.#given.get(draft), [attribute]: name });
    if (draft.is === 'foreign-key') draft[attribute] = name;
    else draft.phpName = name;
  }

  #plainName({ writtenName }: TableDraft): string {
    const bare = writtenName.startsWith(this.prefix) ? writtenName.slice(this.prefix.length) : writtenName;
    return usualPhpName(bare, this.#naming);
  }

  #nameClass(table: TableDraft, others: ReadonlySet<string>): void {
    const usual = usualPhpName(table.writtenName, this.#naming);
    const name = singularClass(this.#plainName(table), others);
    const isFree = this.namespace !== undefined || !PHP_CLASSES.has(name.toLowerCase());
    const isFit = isPhpLabel(name) && !isReservedClassName(name) && isFree;
    if (table.phpName === undefined && name !== usual && isFit) this.#give(table, 'phpName', name);
    // PHP has an Attribute and a List: there the prefix says which one it is.
    const whole = singular(usualPhpName(table.from.name, this.#naming));
    if (table.phpName === undefined && !isFit && this.prefix !== '' && whole !== usual)
      this.#give(table, 'phpName', whole);
  }

  #nameRelation(key: ForeignKeyDraft, classes: ReadonlyMap<TableDraft, ClassTable>): void {
    const table = classes.get(key.table);
    const named = table?.keys.get(key);
    if (table === undefined || named === undefined) return;
    const role =
      relationRole(named, this.#plainName(key.foreignTable)) ?? ambiguousRole(named, usualName(table, named));
    if (role === undefined) return;
    // In the table itself its own name says nothing.
    if (named.foreignTable === table && role === table.className) return;
    const fits = (name: string): boolean => isPhpLabel(name) && !isTakenAccessor(name);
    if (key.phpName === undefined && role !== usualName(table, named) && fits(role)) this.#give(key, 'phpName', role);
    const usual = usualReverseName(table, named);
    // A name by the class alone says enough.
    if (key.refPhpName !== undefined || usual === table.className) return;
    const reverse = reverseRole(role, table, named);
    if (reverse !== undefined && reverse !== usual && fits(reverse)) this.#give(key, 'refPhpName', reverse);
  }
}

/** The singular of a class; where it begins with the name of another table, of that too: `groups_users` is a `GroupUser`. */
function singularClass(usual: string, others: ReadonlySet<string>): string {
  const ends = [...usual.matchAll(/(?!^)[A-Z]/g)].map(({ index }) => index).reverse();
  const end = ends.find((index) => others.has(usual.slice(0, index))) ?? 0;
  return (end === 0 ? '' : singular(usual.slice(0, end))) + singular(usual.slice(end));
}

/** A table of the draft as the compiler sees it when it names relations. */
interface ClassTable extends NamedTable {
  readonly keys: Map<ForeignKeyDraft, NamedKey>;
}

function namedTables(schema: SchemaDraft, naming: DraftNaming): ReadonlyMap<TableDraft, ClassTable> {
  const tables = new Map(
    schema.tables.map((table) => {
      const className = table.phpName ?? usualPhpName(table.writtenName, naming);
      const keys = new Map<ForeignKeyDraft, NamedKey>();
      return [table, { className, foreignKeys: [] as NamedKey[], keys }] as const;
    }),
  );
  const columnName = (table: TableDraft, name: string): { memberName: string } => {
    const column = table.columns.find(({ from }) => from.name === name);
    return { memberName: column?.phpName ?? usualPhpName(name, naming) };
  };
  for (const [draft, table] of tables) {
    for (const key of draft.foreignKeys) {
      const foreignTable = tables.get(key.foreignTable);
      if (foreignTable === undefined) continue;
      const columns = key.from.columns.map((local, i) => ({
        local: columnName(draft, local),
        foreign: columnName(key.foreignTable, key.from.foreignColumns[i] ?? ''),
      }));
      const named = { foreignTable, columns };
      table.foreignKeys.push(named);
      table.keys.set(key, named);
    }
  }
  return tables;
}
