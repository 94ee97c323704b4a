import { escapeText } from '../escape.js';
import type { ClassView, ColumnView, DatabaseView, MethodView, TableView } from '../view.js';
import { columnMarks, joined, keyMarks, listed, localNames, ROLES, tableMarks, tableNotes } from '../words.js';
import type { AnchorOf } from './anchors.js';

/** How one table refers to another on the page: a link, or only its name where it is not on the page. */
type LinkTo = (id: string) => string;

/** All there is to know of a table. */
export function tableSection(table: TableView, database: DatabaseView, anchorOf: AnchorOf): string {
  const anchor = escapeText(anchorOf(table));
  const byId = new Map(database.tables.map((each) => [each.id, each]));
  const linkTo: LinkTo = (id) => {
    const other = byId.get(id);
    const name = `<code>${escapeText(id)}</code>`;
    return other === undefined ? name : `<a href="#${escapeText(encodeURIComponent(anchorOf(other)))}">${name}</a>`;
  };
  const marks = tableMarks(table).map((mark) => `<li>${escapeText(mark)}</li>`);
  return [
    `<section class="table" id="${anchor}" aria-labelledby="${anchor}-name" tabindex="-1">`,
    `<h3 id="${anchor}-name"><a href="#${escapeText(encodeURIComponent(anchorOf(table)))}">${escapeText(table.id)}</a></h3>`,
    ...(marks.length === 0 ? [] : [`<ul class="marks">${marks.join('')}</ul>`]),
    ...(table.description === null ? [] : [`<p class="about">${escapeText(table.description)}</p>`]),
    columnTable(table, database.vendor),
    ...relationList(table, linkTo),
    ...indexList(table),
    ...noteList(table),
    ...classBlock(table),
    ...sqlBlock(table),
    '</section>',
  ].join('\n');
}

function columnTable(table: TableView, vendor: string): string {
  const rows = table.columns.map((column) => {
    const kind = column.primaryKey ? ' class="key"' : '';
    return [
      `<tr${kind}><th scope="row">${escapeText(column.name)}</th>`,
      `<td class="type">${escapeText(column.type)}</td><td class="sql-type">${escapeText(column.sqlType)}</td>`,
      `<td>${columnNotes(table, column)}</td></tr>`,
    ].join('');
  });
  const titles = ['Column', 'Type', vendor, 'Notes'].map((title) => `<th scope="col">${escapeText(title)}</th>`);
  return [
    `<table class="columns"><caption class="unseen">Columns of ${escapeText(table.id)}</caption>`,
    `<thead><tr>${titles.join('')}</tr></thead>`,
    `<tbody>${rows.join('\n')}</tbody></table>`,
  ].join('\n');
}

function columnNotes(table: TableView, column: ColumnView): string {
  const marks = escapeText(columnMarks(table, column).join(', '));
  const values =
    column.values.length === 0 ? '' : ` <span class="dim">one of ${escapeText(listed(column.values))}</span>`;
  const about = column.description === null ? '' : ` <span class="dim">${escapeText(column.description)}</span>`;
  return marks + values + about;
}

function relationList(table: TableView, linkTo: LinkTo): string[] {
  const item = (name: string, arrow: string, target: string, marks: readonly string[]): string => {
    const more = marks.length === 0 ? '' : ` <span class="dim">${escapeText(marks.join(', '))}</span>`;
    return `<li><code>${escapeText(name)}</code> <span>${arrow} ${target}${more}</span></li>`;
  };
  const through = (columns: TableView['foreignKeys'][number]['columns']): string =>
    ` <span class="dim">(${escapeText(localNames(columns))})</span>`;
  const items = [
    ...table.foreignKeys.map((key) => item(key.phpName, '→', linkTo(key.table) + through(key.columns), keyMarks(key))),
    ...table.referrers.map((key) =>
      item(key.phpName, '←', linkTo(key.table) + through(key.columns), key.oneToOne ? ['one to one'] : []),
    ),
    ...table.manyToMany.map(({ phpName, tables, through: cross }) =>
      item(phpName, '↔', joined(tables.map(linkTo)), [`through ${cross}`]),
    ),
  ];
  return items.length === 0 ? [] : ['<h4>Relations</h4>', `<ul class="pairs">${items.join('\n')}</ul>`];
}

function indexList({ uniques, indexes }: TableView): string[] {
  const items = [
    ...uniques.map((index) => ({ ...index, kind: 'unique' })),
    ...indexes.map((index) => ({ ...index, kind: 'index' })),
  ].map(
    ({ name, columns, kind }) =>
      `<li><code>${escapeText(listed(columns))}</code> <span class="dim">${kind} ${escapeText(name)}</span></li>`,
  );
  return items.length === 0 ? [] : ['<h4>Indexes</h4>', `<ul class="pairs">${items.join('')}</ul>`];
}

function noteList(table: TableView): string[] {
  const notes = tableNotes(table).filter(([, meaning]) => meaning !== '');
  const items = notes.map(
    ([what, meaning]) => `<li><span>${escapeText(what)}</span> <span class="dim">${escapeText(meaning)}</span></li>`,
  );
  return items.length === 0 ? [] : ['<h4>Notes</h4>', `<ul class="pairs">${items.join('')}</ul>`];
}

function classBlock({ classes }: TableView): string[] {
  if (classes.length === 0) return [];
  const names = classes.map(
    ({ name, role }) => `<li><code>${escapeText(name)}</code> <span class="dim">${ROLES[role]}</span></li>`,
  );
  return [
    '<details><summary>Classes and methods</summary>',
    `<ul class="pairs">${names.join('')}</ul>`,
    ...classes.filter(({ methods }) => methods.length > 0).map(methodTable),
    '</details>',
  ];
}

/** The methods of a class by what they come from. Those of a query are so many and so alike that their names are enough. */
function methodTable({ name, role, methods }: ClassView): string {
  const groups = new Map<string | null, MethodView[]>();
  for (const method of methods) {
    const group = groups.get(method.of);
    if (group === undefined) groups.set(method.of, [method]);
    else group.push(method);
  }
  const rows = [...groups].map(([of, group]) => {
    const texts = role === 'query' ? group.map((method) => method.name) : group.map(shortSignature);
    return `<div><dt>${escapeText(of ?? 'in general')}</dt><dd>${escapeText(texts.join(role === 'query' ? ' ' : '\n'))}</dd></div>`;
  });
  return `<h4>${escapeText(name)}</h4><dl class="methods${role === 'query' ? ' names' : ''}">${rows.join('')}</dl>`;
}

/** Every method takes a connection at its end: saying so each time would hide the rest. */
const shortSignature = ({ signature }: MethodView): string =>
  signature.replace(/(?:, )?\?ConnectionWrapper \$con = null\)/, ')');

function sqlBlock({ id, sql }: TableView): string[] {
  if (sql === null) return [];
  return [
    '<details><summary>SQL</summary><div class="sql">',
    `<button type="button" class="copy" aria-label="Copy the SQL of ${escapeText(id)}">Copy</button>`,
    `<pre><code>${escapeText(sql)}</code></pre></div></details>`,
  ];
}
