import { tsDocText, tsString } from '../../../languages/typescript/literal.js';
import type { BaseColumn } from '../base-column.js';
import { RUNTIME, tableConstant } from '../names.js';
import { type DraftPrinter, isNeeded, objectOrDraft, parentProperty } from './draft-types.js';
import { draftMethods } from './methods.js';
import { hasRelations } from './types.js';

/** What a new row is made of: its columns, and for each foreign key its columns or the object that it leads to. */
export function initTypes(
  { statements: { table, generated, lists }, extension, columns }: DraftPrinter,
  given: readonly BaseColumn[],
): readonly string[] {
  const name = table.className;
  const needed = table.foreignKeys.filter((key) => isNeeded(key) && !key.foreignTable.readOnly);
  const inKeys = new Set(needed.flatMap((key) => key.columns.map(({ local }) => local)));
  const property = ({ property: own, type, column, position }: BaseColumn): string => {
    const isFilled =
      position === generated?.column.position || position === lists?.rank || column === table.inheritance?.column;
    return `readonly ${own}${isFilled || !column.notNull || column.default !== undefined ? '?' : ''}: ${type};`;
  };
  const others = given.filter(({ column }) => !inKeys.has(column)).map((column) => `  ${property(column)}`);
  const optional = table.foreignKeys
    .filter((key) => !isNeeded(key) && !key.foreignTable.readOnly)
    .map((key) => {
      return `  readonly ${parentProperty(key)}?: ${objectOrDraft(key.foreignTable, extension)} | null;`;
    });
  const made = tsDocText(table.name);
  if (needed.length === 0) {
    return [
      `/** What a new row of "${made}" is made of. */`,
      `export interface ${name}Init {`,
      ...others,
      ...optional,
      '}',
      '',
    ];
  }
  const ways = needed.map((key) => {
    const own = key.columns.flatMap(({ local }) => columns.find(({ column }) => column === local) ?? []);
    const said = `{ readonly ${parentProperty(key)}: ${objectOrDraft(key.foreignTable, extension)} }`;
    return `  & ({ ${own.map(property).join(' ')} } | ${said})`;
  });
  return [
    `/** What a new row of "${made}" is made of beside what it has to point at. */`,
    `export interface ${name}Columns {`,
    ...others,
    ...optional,
    '}',
    '',
    `/** What a new row of "${made}" is made of. */`,
    `export type ${name}Init = ${name}Columns`,
    ...ways.slice(0, -1),
    `${ways.at(-1) ?? ''};`,
    '',
    // A draft for an object that takes it in says all but that one.
    ...needed.flatMap((key, index) => [
      `type Without${key.relationName} = ${[`${name}Columns`, ...ways.filter((_, at) => at !== index).map((way) => way.slice('  & '.length))].join(' & ')};`,
      '',
    ]),
  ];
}

/** The class of its drafts, which say as much of others as objects do. */
export function draftClass(printer: DraftPrinter): readonly string[] {
  const { statements, file } = printer;
  const { table, lists } = statements;
  if (!hasRelations(table)) return [];
  const parent = file.use(RUNTIME, lists === undefined ? 'Draft' : 'ListDraft');
  return [
    `/** A row of "${tsDocText(table.name)}" to be. \`Missing\`: what it has to point at before it can be saved. */`,
    `export class ${table.className}Draft<M extends ${table.className}Base, Missing extends string = never> extends ${parent}<M, Missing> {`,
    ...draftMethods(printer).slice(1),
    '}',
    '',
  ];
}

/** `create()` and `draft()` of a table that has relations. */
export function creatingMethods({ statements: { table }, file }: DraftPrinter): readonly string[] {
  const name = table.className;
  const con = `con?: ${file.type(RUNTIME, 'Connection')}`;
  const head = `static draft<M extends ${name}Base>(this: new (row: Cells) => M, init: `;
  const needed = table.foreignKeys.filter((key) => isNeeded(key) && !key.foreignTable.readOnly);
  const all = needed.map((key) => tsString(parentProperty(key))).join(' | ');
  const made = (more: string): string => `new ${name}Draft<M>(this, ${tableConstant(table)}, init${more})`;
  return [
    '  /** Inserts a row, and before it what it points at and has no row yet. */',
    `  static async create<M extends ${name}Base>(this: new (row: Cells) => M, init: ${name}Init, ${con}): Promise<M> {`,
    `    return ${made(', false')}.save(con);`,
    '  }',
    '',
    '  /** A row to be: its `save()` inserts it. */',
    ...(needed.length === 0
      ? [`  ${head}${name}Init): ${name}Draft<M> {`]
      : [
          `  ${head}${name}Init): ${name}Draft<M>;`,
          ...needed.map(
            (key) => `  ${head}Without${key.relationName}): ${name}Draft<M, ${tsString(parentProperty(key))}>;`,
          ),
          ...(needed.length === 1 ? [] : [`  ${head}${name}Columns): ${name}Draft<M, ${all}>;`]),
          `  ${head}object): unknown {`,
        ]),
    `    return ${made('')};`,
    '  }',
  ];
}
