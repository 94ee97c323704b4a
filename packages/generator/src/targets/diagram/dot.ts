import { type Edge, edgesOf } from './edges.js';
import { escapeText } from './escape.js';
import { MADE_BY } from './mark.js';
import type { DatabaseView, TableView } from './view.js';
import { tableMarks } from './words.js';

/** The model in the language of Graphviz: `dot -Tpdf` and its relatives draw it. */
export function dotDiagram(databases: readonly DatabaseView[]): string {
  const ids = nodeIds(databases);
  const idOf = (table: TableView): string => ids.get(table) ?? '';
  const lines = [
    `// ${MADE_BY}`,
    `digraph ${dotId(databases.map(({ name }) => name).join(', '), 'model')} {`,
    '  graph [rankdir=LR, nodesep=0.4, ranksep=1.2, bgcolor="white"];',
    '  node [shape=plain, fontname="Helvetica", fontsize=11];',
    '  edge [dir=both, color="#7a8599", arrowsize=0.8];',
  ];
  for (const database of databases) {
    for (const table of database.tables) lines.push('', ...node(table, idOf(table)));
    const edges = edgesOf(database);
    if (edges.length > 0) lines.push('', ...edges.map((edge) => edgeLine(edge, idOf)));
  }
  return `${[...lines, '}'].join('\n')}\n`;
}

/** Inside quotes DOT cannot say everything: a table whose name it cannot say is called by its number. */
function nodeIds(databases: readonly DatabaseView[]): ReadonlyMap<TableView, string> {
  const taken = new Set<string>();
  const ids = new Map<TableView, string>();
  for (const table of databases.flatMap(({ tables }) => tables)) {
    const number = `"table ${ids.size + 1}"`;
    const plain = dotId(table.id, number);
    const id = taken.has(plain) ? number : plain;
    taken.add(id);
    ids.set(table, id);
  }
  return ids;
}

function dotId(name: string, otherwise: string): string {
  return name !== '' && /^[^"\\\p{C}\u2028\u2029]+$/u.test(name) ? `"${name}"` : otherwise;
}

function node(table: TableView, id: string): string[] {
  const marks = tableMarks(table).join(', ');
  const about = marks === '' ? '' : `<BR/><FONT POINT-SIZE="9" COLOR="#5b6472">${label(marks)}</FONT>`;
  return [
    `  ${id} [label=<<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="0" CELLPADDING="4" COLOR="#b6bdc9">`,
    `    <TR><TD COLSPAN="2" BGCOLOR="#e9eefb"><B>${label(table.id)}</B>${about}</TD></TR>`,
    ...table.columns.map((column, index) => {
      const name = column.primaryKey ? `<U>${label(column.name)}</U>` : label(column.name);
      const type = label(column.required || column.primaryKey ? column.type : `${column.type} null`);
      return `    <TR><TD ALIGN="LEFT" PORT="l${index}">${name}</TD><TD ALIGN="LEFT" PORT="r${index}"><FONT COLOR="#5b6472">${type}</FONT></TD></TR>`;
    }),
    '  </TABLE>>];',
  ];
}

/** Text between tags; an empty one is a mistake to Graphviz. */
const label = (text: string): string => escapeText(text.replaceAll(/[\t\r\n\u2028\u2029]/g, ' ')) || ' ';

/** Parents to the left, with a bar for "one"; children to the right, with a foot for "many". */
function edgeLine({ key, child, parent }: Edge, idOf: (table: TableView) => string): string {
  const port = (table: TableView, column: string | undefined, side: 'l' | 'r'): string => {
    const index = table.columns.findIndex(({ name }) => name === column);
    return index < 0 ? '' : `:${side}${index}`;
  };
  const [first] = key.columns;
  const attributes = [
    `arrowtail=${key.required ? 'teetee' : 'teeodot'}`,
    `arrowhead=${key.oneToOne ? 'teeodot' : 'crowodot'}`,
    ...(key.constraint ? [] : ['style=dashed']),
  ];
  const from = `${idOf(parent)}${port(parent, first?.foreign, 'r')}`;
  return `  ${from} -> ${idOf(child)}${port(child, first?.local, 'l')} [${attributes.join(', ')}];`;
}
