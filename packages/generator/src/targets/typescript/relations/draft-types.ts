import type { ForeignKey, Table } from '../../../model/model.js';
import type { TableStatements } from '../../../plan/table.js';
import type { BaseColumn } from '../base-column.js';
import type { TsFile } from '../file.js';
import { fileName, ownType } from '../names.js';
import { relationProperties } from './names.js';

export interface DraftPrinter {
  readonly statements: TableStatements;
  readonly extension: string;
  readonly file: TsFile;
  readonly columns: readonly BaseColumn[];
}

/** The class of the drafts of a table that has relations, as other files name it. */
export const draftType = (table: Table, extension: string, missing = ''): string =>
  `import('./${fileName(table)}${extension}').${table.className}Draft<${ownType(table, extension)}${missing === '' ? '' : `, ${missing}`}>`;

/** An object of a table or what is to become one. `missing`: relations that need not be said of a draft. */
export const objectOrDraft = (table: Table, extension: string, missing = ''): string =>
  `${ownType(table, extension)} | ${draftType(table, extension, missing)}`;

/** The property that holds what a foreign key leads to. */
export const parentProperty = (key: ForeignKey): string =>
  relationProperties(key.table).relations[key.table.foreignKeys.indexOf(key)] ?? '';

/** Whether a new row has to say what a foreign key leads to. */
export const isNeeded = (key: ForeignKey): boolean => key.columns.some(({ local }) => isNeededColumn(local));

const isNeededColumn = ({ notNull, default: value, generated }: ForeignKey['table']['columns'][number]): boolean =>
  notNull && value === undefined && generated === undefined;
