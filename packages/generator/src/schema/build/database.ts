import { quoted } from '../../diagnostics/printable.js';
import { freezeDatabase } from '../../model/freeze.js';
import type { Database } from '../../model/model.js';
import type { Origin } from '../../model/origin.js';
import type { Element } from '../element.js';
import { applyBehaviors, checkBehaviors } from './behaviors.js';
import { type Context, childrenNamed, fail, originSpan } from './context.js';
import { addCrossReferences } from './cross-references.js';
import { checkDatabaseElement } from './database-element.js';
import type { DatabaseDefaults } from './defaults.js';
import type { DatabaseDraft } from './draft.js';
import { addForeignKeys, TableFinder } from './foreign-keys.js';
import { addIndexes } from './indexes.js';
import { addInheritance } from './inheritance.js';
import { checkPhpNames } from './php-collisions.js';
import { nameRelations } from './relation-names.js';
import { buildTable, finishColumns, type TableWork } from './table.js';

/**
 * The model of one database from the files that describe it, in order: tables with their columns, what behaviors add,
 * keys and indexes, then relations and their names. Complaints go to the context's reporter.
 */
export function buildDatabase(context: Context, name: string, documents: readonly DatabaseDefaults[]): Database {
  const works: TableWork[] = [];
  const byName = new Map<string, TableWork>();
  const placeTable = (element: Element, defaults: DatabaseDefaults, internal = false): void => {
    const work = buildTable(context, element, defaults);
    if (!work) {
      context.unbuilt.add(element.attributes['name'] ?? '');
      return;
    }
    const key = `${work.table.schema ?? ''}.${work.table.name}`.toLowerCase();
    const first = byName.get(key);
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
  for (const defaults of documents) {
    checkDatabaseElement(context, defaults);
    for (const element of childrenNamed(defaults.element, 'table')) {
      if (!defaults.broken.has(element)) placeTable(element, defaults);
    }
  }
  // What behaviors put beside their tables has no behaviors itself, not even those of the database.
  for (const work of [...works]) {
    applyBehaviors(context, work, (element, internal) => placeTable(element, work.around.defaults, internal));
  }
  for (const work of works) {
    finishColumns(context, work);
    addIndexes(context, work);
    addInheritance(context, work);
  }
  const finder = new TableFinder(works);
  for (const work of works) addForeignKeys(context, work, finder);
  for (const work of works) nameRelations(work.table);
  if (context.allKeysKnown) for (const work of works) addCrossReferences(context, work);
  for (const work of works) checkBehaviors(context, work);
  checkPhpNames(context, works);
  checkIndexNames(context, works);
  const [first] = documents;
  const database: DatabaseDraft = {
    name,
    tables: works.map((work) => work.table),
    vendor: first?.vendor ?? new Map(),
    origin: first?.element ?? { source: { path: '', text: '' }, offset: 0 },
  };
  return freezeDatabase(database);
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
