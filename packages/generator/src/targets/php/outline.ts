import { contributionsOf } from '../../behaviors/contributions.js';
import type { Table } from '../../model/model.js';
import { once } from '../../plan/once.js';
import type { TableStatements } from '../../plan/table.js';
import type { OutlinedClass, OutlinedMethod } from '../target.js';
import { type ClassNaming, tableClasses } from './classes.js';
import { type TableContext, tableContext } from './context.js';
import { tableEnums } from './enums.js';
import { joinName } from './file.js';
import { inheritedClass } from './inheritance.js';
import { printModelClass } from './model-class.js';
import { printQueryClass } from './query-class.js';
import { tableValues } from './values/table-values.js';

/**
 * The classes of any table of a database, with the public methods that are the table's own. They are read from the
 * classes as printed: whatever those have is here, and nothing else.
 */
export function phpOutline(
  database: string,
  statementsOf: (table: Table) => TableStatements,
  naming: ClassNaming,
): (table: Table) => readonly OutlinedClass[] {
  const classesOf = once((table: Table) => tableClasses(table, naming));
  return (table) => {
    if (table.internal) return [];
    const context = tableContext(table, database, naming, statementsOf, classesOf);
    const phpValueOf = tableValues(context.statements, naming);
    const owners = methodOwners(table);
    return [
      {
        name: context.classes.model,
        role: 'model',
        methods: [...publicMethods(printModelClass(context, phpValueOf), owners), ...inheritedMethods(table, 'model')],
      },
      {
        name: context.classes.query,
        role: 'query',
        methods: [...publicMethods(printQueryClass(context, phpValueOf), owners), ...inheritedMethods(table, 'query')],
      },
      { name: context.classes.map, role: 'map', methods: [] },
      ...inheritedClasses(context),
      ...tableEnums(table, naming).map(({ namespace, name }) => ({
        name: joinName(namespace, name),
        role: 'enum' as const,
        methods: [],
      })),
    ];
  };
}

function inheritedClasses(context: TableContext): OutlinedClass[] {
  return (context.table.inheritance?.classes ?? [])
    .map(({ className }) => inheritedClass(context, className))
    .filter((name) => name !== context.classes.model)
    .map((name) => ({ name, role: 'inherited', methods: [] }));
}

const SIGNATURE = /^ {4}public (static )?function (\w+)(\(.*\)(?:: .+)?)$/gm;

/** What the runtime calls and people do not. */
const PLUMBING = /^(hydrate|fromRow|rowKey|poolKey|binder|reader|__\w+)$/;

function publicMethods(text: string, owners: ReadonlyMap<string, string>): OutlinedMethod[] {
  const plain = withoutAliases(text);
  return [...text.matchAll(SIGNATURE)].flatMap(([, isStatic = '', name = '', rest = '']) =>
    PLUMBING.test(name)
      ? []
      : [{ name, signature: `${isStatic}${name}${plain(rest)}`, of: owners.get(name.toLowerCase()) ?? null }],
  );
}

/** A file may have to call a class `ChildBook`; outside of it the class is `Book`. */
function withoutAliases(text: string): (signature: string) => string {
  const classes = new Map(
    [...text.matchAll(/^use (?:.+\\)?(\w+) as (\w+);$/gm)].map(([, name, alias]) => [alias, name]),
  );
  if (classes.size === 0) return (signature) => signature;
  return (signature) => signature.replaceAll(/(?<![$\w])\w+/g, (word) => classes.get(word) ?? word);
}

/** Methods that behaviors give through a trait of the runtime. */
function inheritedMethods(table: Table, on: 'model' | 'query'): OutlinedMethod[] {
  return contributionsOf(table)
    .methods.filter((method) => method.on === on && method.body.does === 'inherit')
    .map(({ name, parameters, behavior }) => ({
      name,
      signature: `${name}(${parameters.map((parameter) => `$${parameter.name}`).join(', ')})`,
      of: behavior.name,
    }));
}

const COLUMN_PREFIXES = [
  ...['get', 'set', 'is', 'has', 'add', 'remove'],
  ...['filterBy', 'orderBy', 'groupBy', 'findBy', 'findOneBy', 'requireOneBy'],
];
const RELATION_PREFIXES = [
  ...['get', 'set', 'add', 'remove', 'count', 'clear', 'filterBy'],
  ...['', 'left', 'inner'].flatMap((kind) => (kind === '' ? ['join', 'joinWith'] : [`${kind}Join`, `${kind}JoinWith`])),
];
const RELATION_FORMS: readonly (readonly [prefix: string, suffix: string])[] = [
  ...RELATION_PREFIXES.map((prefix) => [prefix, ''] as const),
  ['is', 'Loaded'],
  ['use', 'Query'],
  ['with', 'Query'],
  ['use', 'ExistsQuery'],
  ['use', 'NotExistsQuery'],
  ['useIn', 'Query'],
  ['useNotIn', 'Query'],
];

/** Names of methods in lower case → the column, relation or behavior that they come from. */
function methodOwners(table: Table): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  const relations = [
    ...table.crossReferences.map(({ relationName, relationNamePlural }) => [relationNamePlural, relationName] as const),
    ...table.referrers.map(({ oneToOne, backName, backNamePlural }) =>
      oneToOne ? ([backName, backName] as const) : ([backNamePlural, backName] as const),
    ),
    ...table.foreignKeys.map(({ relationName }) => [relationName, relationName] as const),
  ];
  for (const [shown, other] of relations) {
    for (const name of [shown, other]) {
      for (const [prefix, suffix] of RELATION_FORMS) owners.set((prefix + name + suffix).toLowerCase(), shown);
    }
  }
  for (const { name, memberName, memberNameSingular } of table.columns) {
    for (const prefix of COLUMN_PREFIXES) {
      owners.set((prefix + memberName).toLowerCase(), name);
      owners.set((prefix + memberNameSingular).toLowerCase(), name);
    }
  }
  for (const { name, behavior } of contributionsOf(table).methods) owners.set(name.toLowerCase(), behavior.name);
  return owners;
}
