import { quoted } from '../../diagnostics/printable.js';
import { freezeDatabase } from '../../model/freeze.js';
import type { Database } from '../../model/model.js';
import type { Origin } from '../../model/origin.js';
import type { Element } from '../element.js';
import { strangerName } from '../flaws.js';
import { applyBehaviors, checkBehaviors } from './behaviors.js';
import { addChecks } from './checks.js';
import { type Context, childrenNamed, fail, originSpan } from './context.js';
import { addCrossReferences } from './cross-references.js';
import { checkDatabaseElement } from './database-element.js';
import type { DatabaseDefaults } from './defaults.js';
import type { DatabaseDraft } from './draft.js';
import { addForeignKeys, TableFinder } from './foreign-keys.js';
import { addIndexes } from './indexes.js';
import { addInheritance } from './inheritance.js';
import { buildNativeTypes } from './native-types.js';
import { noteWithoutEffect } from './no-effect.js';
import { addPrimaryKey } from './primary-key.js';
import { nameRelations } from './relation-names.js';
import { checkRenamedFrom } from './renamed-from.js';
import { buildTable, finishColumns, noteUnbuilt, type TableWork } from './table.js';

/**
 * The model of one database from the files that describe it, in order: tables with their columns, what behaviors add,
 * keys and indexes, then relations and their names. Diagnostics go to the context's reporter.
 */
export function buildDatabase(context: Context, name: string, documents: readonly DatabaseDefaults[]): Database {
  const works: TableWork[] = [];
  const byName = new Map<string, TableWork>();
  const placeTable = (element: Element, defaults: DatabaseDefaults, internal = false): void => {
    const work = buildTable(context, element, defaults);
    const key = `${work.table.schema ?? ''}.${work.table.name}`.toLowerCase();
    const first = byName.get(key);
    // A name that was refused is not another one's only because of what was taken out of it.
    if (first && context.unbuilt.has(first.writtenName)) return;
    if (first) {
      fail(
        context,
        element,
        'name',
        'schema/table-twice',
        `there is a table ${quoted(first.table.name)} already`,
        first.table.name === work.table.name ? 'remove one, or rename it' : 'the names differ only in case: rename one',
        { message: 'it is here', origin: first.table.origin, attribute: 'name' },
      );
      return;
    }
    work.table.internal = internal;
    byName.set(key, work);
    works.push(work);
  };
  context.types = buildNativeTypes(context, documents);
  for (const defaults of documents) {
    checkDatabaseElement(context, defaults);
    noteStrangers(context, defaults.element);
    noteWithoutEffect(context, defaults.element);
    for (const element of childrenNamed(defaults.element, 'table')) placeTable(element, defaults);
  }
  // What behaviors put beside their tables has no behaviors itself, not even those of the database.
  for (const work of [...works]) {
    applyBehaviors(context, work, (element, internal) => placeTable(element, work.around.defaults, internal));
  }
  for (const work of works) {
    finishColumns(context, work);
    addPrimaryKey(context, work);
    addIndexes(context, work);
    addChecks(context, work);
    addInheritance(context, work);
  }
  checkRenamedFrom(
    context,
    works.map(({ table }) => table),
  );
  const finder = new TableFinder(works);
  for (const work of works) addForeignKeys(context, work, finder);
  for (const work of works) nameRelations(work.table);
  if (context.reporter.hasErrors) for (const work of works) noteNameless(context, work);
  for (const work of works) addCrossReferences(context, work);
  for (const work of works) checkBehaviors(context, work);
  checkIndexNames(context, works);
  for (const work of works) if (work.gaps.has('vendor')) noteVague(context, work);
  const [first] = documents;
  const database: DatabaseDraft = {
    name,
    tables: works.map((work) => work.table),
    types: context.types,
    php: documents.map(({ namespace, baseClass, baseQueryClass, element }) => ({
      namespace,
      baseClass,
      baseQueryClass,
      origin: element,
    })),
    vendor: first?.vendor ?? new Map(),
    origin: first?.element ?? { source: { path: '', text: '' }, offset: 0 },
  };
  return freezeDatabase(database);
}

/** Tables that were left out may be what others refer to. */
function noteStrangers(context: Context, database: Element): void {
  for (const stranger of context.flaws.strangers(database)) {
    if (stranger.kind !== 'table' && stranger.kind !== undefined) continue;
    const name = strangerName(stranger);
    if (name === undefined) context.allTablesKnown = false;
    else noteUnbuilt(context.unbuilt, name);
  }
}

/** Names that are made for relations depend on all keys between two tables, and on what is unique. */
function noteNameless(context: Context, { table, gaps, element }: TableWork): void {
  const { doubts, flaws } = context;
  for (const { origin, foreignTable } of table.foreignKeys) {
    const key = childrenNamed(element, 'foreign-key').find((child) => child === origin);
    const isOpen = gaps.has('keys') || doubts.hasGap(foreignTable.origin, 'keys');
    const isGiven = (name: string): boolean => key?.attributes[name] !== undefined;
    const isUnknown = (name: string): boolean => key !== undefined && flaws.isUnknown(key, name);
    if (isUnknown('phpName') || (isOpen && !isGiven('phpName'))) doubts.addNameless(origin, 'own');
    const isMany = gaps.has('columns') || gaps.has('indexes');
    if (isUnknown('refPhpName') || isMany || (isOpen && !isGiven('refPhpName'))) doubts.addNameless(origin, 'reverse');
  }
}

/** Nothing of a table is judged by its vendor when it is not known what the vendor was told. */
function noteVague({ doubts }: Context, { table }: TableWork): void {
  for (const part of [
    table,
    ...table.columns,
    ...table.indexes,
    ...table.uniques,
    ...table.checks,
    ...table.foreignKeys,
  ]) {
    doubts.addVague(part.origin);
  }
}

/** Where index names are shared by a schema, two tables cannot both have one; tables take part in it too. */
function checkIndexNames(context: Context, works: readonly TableWork[]): void {
  if (!context.options.indexNamesPerSchema) return;
  const names = new Map<string, { origin: Origin; what: () => string }>();
  const schemaOf = (work: TableWork): string => `${work.table.schema ?? ''}.`;
  for (const work of works) {
    const { name, origin } = work.table;
    names.set(schemaOf(work) + name, { origin, what: () => `table "${name}"` });
  }
  for (const work of works) {
    const { indexes, uniques } = work.table;
    if (indexes.length === 0 && uniques.length === 0) continue;
    for (const index of [...indexes, ...uniques]) {
      const key = schemaOf(work) + index.name;
      const other = names.get(key);
      if (!other) {
        names.set(key, { origin: index.origin, what: () => `an index of table "${work.table.name}"` });
        continue;
      }
      context.reporter.error({
        code: 'schema/index-name',
        message: `the index ${quoted(index.name)} has the name of ${other.what()}`,
        span: originSpan(index.origin, 'name'),
        help: 'in this database the names of tables and indexes must all differ: rename it',
        related: { message: 'the other one', span: originSpan(other.origin, 'name') },
      });
    }
  }
}
