import { isDeepStrictEqual } from 'node:util';
import { fitIdentifier } from '../../model/names.js';
import type { Operation } from '../operation.js';
import type { CheckShape, ColumnShape, DatabaseShape, IndexShape, ObjectName, PrimaryKeyShape } from '../shape.js';
import { volatileDefault } from './column-default.js';
import { identifier } from './quoting.js';
import { IDENTIFIER_LIMIT } from './shape.js';

type Of<Do extends Operation['do'], Each = Operation> = Each extends { readonly do: infer Own }
  ? Do extends Own
    ? Each
    : never
  : never;

const keyOf = ({ schema, name }: ObjectName): string =>
  schema === undefined ? identifier(name) : `${identifier(schema)}.${identifier(name)}`;

const nameOf = ({ schema, name }: ObjectName): ObjectName => (schema === undefined ? { name } : { schema, name });

/** Whether the statements of an operation are refused in a transaction, or would hold the locks of those before it. */
export function isAlone(operation: Operation): boolean {
  switch (operation.do) {
    case 'build index':
    case 'remove index':
    case 'validate constraint':
      return true;
    case 'fill column':
    case 'alter type':
      return operation.online === true;
    default:
      return false;
  }
}

/**
 * The same operations in forms that let others read and write meanwhile, for tables that are older than the migration. What
 * takes a lock for a moment only stays in one transaction, in its order; what reads or writes a whole table follows it,
 * statement by statement. Where the order of the plan does not allow that, the operations stay as they are.
 */
export function online(
  operations: readonly Operation[],
  before: DatabaseShape,
  after: DatabaseShape,
): readonly Operation[] {
  return comesAndGoes(operations) ? operations : new OnlineForm(operations, before, after).all();
}

/** Whether a part is added and then dropped or renamed: what is moved to the end would miss its time. */
function comesAndGoes(operations: readonly Operation[]): boolean {
  const added = new Set<string>();
  return operations.some((operation) => {
    const name = partName(operation);
    if (name === undefined) return false;
    const isGoing = !operation.do.startsWith('add ') && added.has(name);
    if (operation.do.startsWith('add ')) added.add(name);
    return isGoing;
  });
}

function partName(operation: Operation): string | undefined {
  switch (operation.do) {
    case 'add index':
    case 'drop index':
      return operation.index.name;
    case 'add check':
    case 'drop check':
      return operation.check.name;
    case 'add foreign key':
    case 'drop foreign key':
      return operation.key.name;
    case 'rename part':
      return operation.from;
    default:
      return undefined;
  }
}

class OnlineForm {
  readonly #fills: Operation[] = [];
  /** Behind the first fills: rows that have no value yet can be changed until then. */
  readonly #required: Operation[] = [];
  readonly #builds: Operation[] = [];
  readonly #proofs: Operation[] = [];
  /** What takes a lock for a moment, once the rows are known to be right. */
  readonly #notNulls: Operation[] = [];
  readonly #swaps: Operation[] = [];
  readonly #attached: Operation[] = [];
  readonly #keys: Operation[] = [];
  readonly #views: Operation[] = [];
  readonly #validations: Operation[] = [];
  readonly #removals: Operation[] = [];
  readonly #made: ReadonlySet<string>;

  constructor(
    private readonly operations: readonly Operation[],
    private readonly before: DatabaseShape,
    private readonly after: DatabaseShape,
  ) {
    this.#made = new Set(operations.flatMap((each) => (each.do === 'create table' ? [keyOf(each.table)] : [])));
  }

  all(): readonly Operation[] {
    const main = this.operations.flatMap((operation) => this.#place(operation));
    // A foreign key needs the unique that it points at; a view may be grouped by a primary key.
    const waitsForKeys = this.#attached.length > 0;
    const waitsForViews = this.#attached.some((each) => each.do === 'attach primary key');
    return [
      ...main.filter(
        (each) => !(waitsForKeys && each.do === 'add foreign key') && !(waitsForViews && each.do === 'create view'),
      ),
      ...this.#fills,
      ...this.#required,
      ...this.#builds,
      ...this.#proofs,
      ...this.#notNulls,
      ...this.#swaps,
      ...this.#attached,
      ...(waitsForKeys ? this.#keys : []),
      ...(waitsForViews ? this.#views : []),
      ...this.#validations,
      ...this.#removals,
    ];
  }

  /** What takes its place in a transaction. What reads or writes a whole table is put aside. */
  #place(operation: Operation): readonly Operation[] {
    switch (operation.do) {
      case 'add index':
        return this.#addIndex(operation);
      case 'add primary key':
        return this.#addPrimaryKey(operation);
      case 'drop index':
        return this.#dropIndex(operation);
      case 'drop primary key':
        return this.#isSwapped(operation.table, operation.key) ? [] : [operation];
      case 'add check':
        return this.#addCheck(operation);
      case 'add foreign key':
        return this.#addForeignKey(operation);
      case 'alter column':
        return this.#alterColumn(operation);
      case 'add column':
        return this.#addColumn(operation);
      case 'fill column':
        return this.#fillColumn(operation);
      case 'create view':
        this.#views.push(operation);
        return [operation];
      default:
        return [operation];
    }
  }

  #isOlder(table: ObjectName): boolean {
    return !this.#made.has(keyOf(table));
  }

  /** Neither CONCURRENTLY nor a key that has not seen all rows is possible for a table with partitions. */
  #isPartitioned(table: ObjectName): boolean {
    const same = (other: ObjectName): boolean => keyOf(other) === keyOf(table);
    return [...this.before.tables, ...this.after.tables].some((each) => same(each) && each.partitionBy !== undefined);
  }

  #canBuild(table: ObjectName): boolean {
    return this.#isOlder(table) && !this.#isPartitioned(table);
  }

  #addIndex(operation: Of<'add index'>): readonly Operation[] {
    const { table, index } = operation;
    if (!this.#canBuild(table)) return [operation];
    const { deferrable: _, ...bare } = index;
    const built = this.#builtName(table, index);
    const form: IndexShape = { ...bare, name: built, kind: index.kind === 'unique' ? 'unique index' : index.kind };
    this.#builds.push({ do: 'build index', table, index: form, online: true });
    if (index.kind === 'unique') this.#attached.push({ do: 'attach unique', table, index, built });
    else if (built !== index.name)
      this.#swaps.push({ do: 'rename part', table, part: 'index', from: built, to: index.name });
    return [];
  }

  #addPrimaryKey(operation: Of<'add primary key'>): readonly Operation[] {
    const { table, key } = operation;
    if (!this.#canBuild(table) || key.name === undefined) return [operation];
    const built = this.#builtName(table, { ...key, name: key.name });
    const index: IndexShape = { name: built, kind: 'unique index', parts: key.parts };
    this.#builds.push({ do: 'build index', table, index, online: true });
    this.#attached.push({ do: 'attach primary key', table, key, built });
    return [];
  }

  /** An index that takes the place of another one is made beside it. */
  #builtName(table: ObjectName, part: { readonly name: string }): string {
    const old = this.operations.find(
      (each) =>
        (each.do === 'drop index' && each.index.name === part.name && keyOf(each.table) === keyOf(table)) ||
        (each.do === 'drop primary key' && each.key.name === part.name && keyOf(each.table) === keyOf(table)),
    );
    const isBeside =
      (old?.do === 'drop index' && this.#isSwapped(old.table, old.index)) ||
      (old?.do === 'drop primary key' && this.#isSwapped(old.table, old.key));
    if (!isBeside) return part.name;
    this.#swaps.push(old);
    return fitIdentifier(`${part.name}_orm_new`, IDENTIFIER_LIMIT);
  }

  /** Whether a key or an index can stay until another one of its name is there. */
  #isSwapped(table: ObjectName, part: PrimaryKeyShape | IndexShape): boolean {
    const isAdded = this.operations.some(
      (each) =>
        (each.do === 'add index' && each.index.name === part.name && keyOf(each.table) === keyOf(table)) ||
        (each.do === 'add primary key' && each.key.name === part.name && keyOf(each.table) === keyOf(table)),
    );
    return isAdded && this.#canStay(table, part);
  }

  #dropIndex(operation: Of<'drop index'>): readonly Operation[] {
    const { table, index } = operation;
    if (this.#isSwapped(table, index)) return [];
    const isTaken = this.after.tables.some(
      (each) =>
        each.schema === table.schema &&
        [each.primaryKey?.name, ...each.indexes.map(({ name }) => name)].includes(index.name),
    );
    if (index.kind === 'unique' || isTaken || !this.#canStay(table, index)) return [operation];
    this.#removals.push({ do: 'remove index', table, index, online: true });
    return [];
  }

  /** Whether nothing else that is done to the table needs the index to be gone. */
  #canStay(table: ObjectName, part: PrimaryKeyShape | IndexShape): boolean {
    if (!this.#canBuild(table) || !this.after.tables.some((each) => keyOf(each) === keyOf(table))) return false;
    const text = JSON.stringify(part);
    const mentions = (column: string): boolean => text.includes(JSON.stringify(column).slice(1, -1));
    return !this.operations.some((each) => {
      if (!('table' in each)) return each.do === 'alter type';
      if (each.do === 'rename table') return keyOf(each.table) === keyOf(table) || each.to === table.name;
      if (keyOf(each.table) !== keyOf(table)) return false;
      switch (each.do) {
        case 'fill column':
          return true;
        case 'rename column':
        case 'add column':
        case 'drop column':
          return mentions(each.do === 'rename column' ? each.column : each.column.name);
        case 'alter column':
          return isRetyped(each.before, each.after) && mentions(each.after.name);
        default:
          return false;
      }
    });
  }

  #addCheck(operation: Of<'add check'>): readonly Operation[] {
    const { table, check } = operation;
    if (!this.#isOlder(table) || check.notEnforced === true) return [operation];
    this.#validations.push({ do: 'validate constraint', table, name: check.name, online: true });
    return [{ ...operation, online: true }];
  }

  #addForeignKey(operation: Of<'add foreign key'>): readonly Operation[] {
    const { table, key } = operation;
    const form: Operation = this.#canBuild(table) ? { ...operation, online: true } : operation;
    this.#keys.push(form);
    if (form.online === true)
      this.#validations.push({ do: 'validate constraint', table, name: key.name, online: true });
    return [form];
  }

  #alterColumn(operation: Of<'alter column'>): readonly Operation[] {
    const { table, before, after } = operation;
    if (!isTightened(operation) || !this.#isOlder(table)) return [operation];
    const [was, loose] = [optional(before), optional(after)];
    const rest: readonly Operation[] = isDeepStrictEqual(was, loose)
      ? []
      : [{ ...operation, before: was, after: loose }];
    const check = this.#require(operation);
    return this.#isFilled(operation) ? rest : [...rest, check];
  }

  /** NOT NULL by a check: once its rows are known to pass it, SET NOT NULL reads none. */
  #require({ table, after }: Pick<Of<'alter column'>, 'table' | 'after'>): Operation {
    const own = nameOf(table);
    const check = requiredCheck(table, after.name);
    this.#proofs.push({ do: 'validate constraint', table: own, name: check.name, online: true });
    this.#notNulls.push({ do: 'alter column', table, before: optional(after), after, online: true });
    this.#notNulls.push({ do: 'drop check', table: own, check });
    return { do: 'add check', table: own, check, online: true };
  }

  #isFilled({ table, after }: Of<'alter column'>): boolean {
    return this.operations.some(
      (each) => each.do === 'fill column' && each.column === after.name && keyOf(each.table) === keyOf(table),
    );
  }

  /** A column that will be required is filled twice: the second time for rows that came meanwhile, when no more can come. */
  #fillColumn(operation: Of<'fill column'>): readonly Operation[] {
    const { table, column } = operation;
    const fill: Operation = { ...operation, online: true };
    const isRequired = this.operations.some(
      (each) =>
        each.do === 'alter column' &&
        each.after.name === column &&
        keyOf(each.table) === keyOf(table) &&
        isTightened(each),
    );
    if (!isRequired) return [fill];
    return [fill, { do: 'add check', table, check: requiredCheck(table, column), online: true }, fill];
  }

  /** A default that differs from row to row is set for new rows, and rows that are there are filled. */
  #addColumn(operation: Of<'add column'>): readonly Operation[] {
    const { table, column } = operation;
    const value = volatileDefault(column);
    if (value === undefined || !this.#isOlder(table)) return [operation];
    this.#fills.push({ do: 'fill column', table: nameOf(table), column: column.name, sql: value, online: true });
    if (column.notNull === true) this.#required.push(this.#require({ table, after: column }));
    return [{ ...operation, column: optional(column), online: true }];
  }
}

const isRetyped = (before: ColumnShape, after: ColumnShape): boolean =>
  before.type !== after.type || before.collation !== after.collation;

const optional = ({ notNull: _, ...column }: ColumnShape): ColumnShape => column;

/** Whether a column becomes required, and nothing is done to it that reads or writes all of its rows anyway. */
const isTightened = ({ before, after }: Of<'alter column'>): boolean =>
  after.notNull === true &&
  before.notNull !== true &&
  !isRetyped(before, after) &&
  isDeepStrictEqual(before.identity, after.identity);

const requiredCheck = (table: ObjectName, column: string): CheckShape => ({
  name: fitIdentifier(`${table.name}_${column}_orm_required`, IDENTIFIER_LIMIT),
  expression: `${identifier(column)} IS NOT NULL`,
});
