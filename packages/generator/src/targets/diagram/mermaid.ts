import { type Edge, edgesOf } from './edges.js';
import { MADE_BY } from './mark.js';
import type { ColumnView, DatabaseView, TableView } from './view.js';
import { localNames, targetsOf } from './words.js';

/** The model as an `erDiagram` of Mermaid: GitHub and GitLab draw it from a code block. */
export function mermaidDiagram(databases: readonly DatabaseView[]): string {
  const nameOf = entityNames(databases);
  const lines = ['erDiagram', `  %% ${MADE_BY}`];
  for (const database of databases) {
    for (const table of database.tables) lines.push(...entity(table, nameOf(table)));
    for (const edge of edgesOf(database)) lines.push(relation(edge, nameOf));
  }
  return `${lines.join('\n')}\n`;
}

type NameOf = (table: TableView) => string;

/** Two databases may have a table of the same name. */
function entityNames(databases: readonly DatabaseView[]): NameOf {
  const counts = new Map<string, number>();
  for (const { id } of databases.flatMap(({ tables }) => tables)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const names = new Map<TableView, string>();
  for (const { name, tables } of databases) {
    for (const table of tables) {
      names.set(table, entityName((counts.get(table.id) ?? 0) > 1 ? `${name}.${table.id}` : table.id));
    }
  }
  return (table) => names.get(table) ?? entityName(table.id);
}

/** Words that mean something at the beginning of a line, or between two entities. */
const KEYWORDS =
  /^(o|u|to|one|only|zero|many|optionally|end|style|class|classdef|subgraph|title|acctitle|accdescr|direction|erdiagram)$/i;

function entityName(id: string): string {
  return /^[A-Za-z_]\w*$/.test(id) && !KEYWORDS.test(id) ? id : quotedText(id);
}

function entity(table: TableView, name: string): string[] {
  if (table.columns.length === 0) return [`  ${name}`];
  return [`  ${name} {`, ...table.columns.map((column) => attribute(table, column)), '  }'];
}

function attribute(table: TableView, column: ColumnView): string {
  const name = attributeName(column.name);
  const keys = [
    ...(column.primaryKey ? ['PK'] : []),
    ...(targetsOf(table, column).length > 0 ? ['FK'] : []),
    ...(table.uniques.some(({ columns, where }) => !where && columns.length === 1 && columns[0] === column.name)
      ? ['UK']
      : []),
  ];
  const about = [...(name === column.name ? [] : [column.name]), ...(column.description ? [column.description] : [])];
  return [
    `    ${attributeType(column.type)} ${name}`,
    ...(keys.length === 0 ? [] : [keys.join(', ')]),
    ...(about.length === 0 ? [] : [quotedText(about.join(': '))]),
  ].join(' ');
}

/** Not every version of Mermaid takes a comma here: `DECIMAL(8,2)` is written `DECIMAL`. */
function attributeType(type: string): string {
  return type.includes(',') ? type.replace(/\(.*$/, '') : type;
}

/** The name as Mermaid takes it: letters, digits and `_`. Where that is another, the comment has the real one. */
function attributeName(name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{N}_]|[\u0080-\u00bf]|[\u{10000}-\u{10ffff}]/gu, '_');
  // `fk` is a key wherever it stands alone, and what follows it may be no letter to Mermaid.
  return /^(\p{N}|(pk|fk|uk)(?!\w))/iu.test(plain) || plain === '' ? `_${plain}` : plain;
}

/** `author ||--o{ book : "author_id"`; a dotted line where the database does not know of the relation. */
function relation({ key, child, parent }: Edge, nameOf: NameOf): string {
  const one = key.required ? '||' : '|o';
  const line = key.constraint ? '--' : '..';
  const many = key.oneToOne ? 'o|' : 'o{';
  return `  ${nameOf(parent)} ${one}${line}${many} ${nameOf(child)} : ${quotedText(localNames(key.columns))}`;
}

/**
 * Text in double quotes. Mermaid has codes such as `#35;` for characters that mean something to it: quotes, the signs of
 * its comments, those of HTML, and the words that turn a whole line into a direction.
 */
function quotedText(text: string): string {
  const coded = text
    .replaceAll(/[^\P{C}\u{200d}]|["#%&;<>\\`~]|[\u2028\u2029]/gu, (character) => `#${character.codePointAt(0) ?? 0};`)
    .replaceAll(/(d)(?=irection\s+(?:TB|BT|RL|LR))/gi, (letter) => `#${letter.charCodeAt(0)};`);
  return `"${coded === '' ? ' ' : coded}"`;
}
