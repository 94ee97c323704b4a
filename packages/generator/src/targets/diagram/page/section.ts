import { lines, type Markup, markup, NOTHING, sentence } from '../markup.js';
import type { ClassView, ColumnView, DatabaseView, MethodView, TableView } from '../view.js';
import { classWords, columnFacts, indexWords, keyMarks, listed, localNames, tableMarks, tableNotes } from '../words.js';
import type { AnchorOf } from './anchors.js';

/** How one table refers to another on the page: a link, or only its name where it is not on the page. */
export type LinkTo = (id: string) => Markup;

/** Links to the tables of a database. */
export function tableLinks({ tables }: DatabaseView, anchorOf: AnchorOf): LinkTo {
  const byId = new Map(tables.map((each) => [each.id, each]));
  return (id) => {
    const other = byId.get(id);
    const name = markup`<code>${id}</code>`;
    return other === undefined ? name : markup`<a href="#${encodeURIComponent(anchorOf(other))}">${name}</a>`;
  };
}

/** All there is to know of a table. */
export function tableSection(table: TableView, vendor: string, anchorOf: AnchorOf, linkTo: LinkTo): Markup {
  const anchor = anchorOf(table);
  const marks = tableMarks(table).map((mark) => markup`<li>${mark}</li>`);
  return lines([
    markup`<section class="table" id="${anchor}" aria-labelledby="${anchor}-name" tabindex="-1">`,
    markup`<h3 id="${anchor}-name"><a href="#${encodeURIComponent(anchorOf(table))}">${table.id}</a></h3>`,
    ...(marks.length === 0 ? [] : [markup`<ul class="marks">${marks}</ul>`]),
    ...(table.description === null ? [] : [markup`<p class="about">${table.description}</p>`]),
    columnTable(table, vendor, linkTo),
    ...relationList(table, linkTo),
    ...indexList(table),
    ...noteList(table),
    ...classBlock(table),
    ...sqlBlock(table),
    markup`</section>`,
  ]);
}

function columnTable(table: TableView, vendor: string, linkTo: LinkTo): Markup {
  const rows = table.columns.map((column) => {
    const kind = column.primaryKey ? markup` class="key"` : NOTHING;
    const cells = [
      markup`<th scope="row">${column.name}</th>`,
      markup`<td class="type">${column.type}</td><td class="sql-type">${column.sqlType}</td>`,
      markup`<td>${columnNotes(table, column, linkTo)}</td>`,
    ];
    return markup`<tr${kind}>${cells}</tr>`;
  });
  const titles = ['Column', 'Type', vendor, 'Notes'].map((title) => markup`<th scope="col">${title}</th>`);
  return lines([
    markup`<table class="columns"><caption class="unseen">Columns of ${table.id}</caption>`,
    markup`<thead><tr>${titles}</tr></thead>`,
    markup`<tbody>${lines(rows)}</tbody></table>`,
  ]);
}

function columnNotes(table: TableView, column: ColumnView, linkTo: LinkTo): Markup {
  const marks = columnFacts(table, column).map((mark, index) => {
    const word = typeof mark === 'string' ? markup`${mark}` : markup`→ ${linkTo(mark.target)}`;
    return index === 0 ? word : markup`, ${word}`;
  });
  const values =
    column.values.length === 0 ? NOTHING : markup` <span class="dim">one of ${listed(column.values)}</span>`;
  const about = column.description === null ? NOTHING : markup` <span class="dim">${column.description}</span>`;
  return markup`${marks}${values}${about}`;
}

function relationList(table: TableView, linkTo: LinkTo): Markup[] {
  const item = (name: string, arrow: string, target: Markup, marks: readonly string[]): Markup => {
    const more = marks.length === 0 ? NOTHING : markup` <span class="dim">${marks.join(', ')}</span>`;
    return markup`<li><code>${name}</code> <span>${arrow} ${target}${more}</span></li>`;
  };
  const through = (columns: TableView['foreignKeys'][number]['columns']): Markup =>
    markup` <span class="dim">(${localNames(columns)})</span>`;
  const items = [
    ...table.foreignKeys.map((key) =>
      item(key.phpName, '→', markup`${linkTo(key.table)}${through(key.columns)}`, keyMarks(key)),
    ),
    ...table.referrers.map((key) =>
      item(key.phpName, '←', markup`${linkTo(key.table)}${through(key.columns)}`, key.oneToOne ? ['one to one'] : []),
    ),
    ...table.manyToMany.map(({ phpName, tables, through: cross }) =>
      item(phpName, '↔', sentence(tables.map(linkTo)), [`through ${cross}`]),
    ),
  ];
  return items.length === 0 ? [] : [markup`<h4>Relations</h4>`, markup`<ul class="pairs">${lines(items)}</ul>`];
}

function indexList({ uniques, indexes }: TableView): Markup[] {
  const items = [
    ...uniques.map((index) => ({ ...index, kind: 'unique' })),
    ...indexes.map((index) => ({ ...index, kind: 'index' })),
  ].map(
    (index) =>
      markup`<li><code>${listed(index.columns)}</code> <span class="dim">${indexWords(index)} ${index.name}</span></li>`,
  );
  return items.length === 0 ? [] : [markup`<h4>Indexes</h4>`, markup`<ul class="pairs">${items}</ul>`];
}

function noteList(table: TableView): Markup[] {
  const notes = tableNotes(table).filter(([, meaning]) => meaning !== '');
  const items = notes.map(
    ([what, meaning]) => markup`<li><span>${what}</span> <span class="dim">${meaning}</span></li>`,
  );
  return items.length === 0 ? [] : [markup`<h4>Notes</h4>`, markup`<ul class="pairs">${items}</ul>`];
}

function classBlock({ classes }: TableView): Markup[] {
  if (classes.length === 0) return [];
  const names = classes.map(
    (each) => markup`<li><code>${each.name}</code> <span class="dim">${classWords(each)}</span></li>`,
  );
  return [
    markup`<details><summary>Classes and methods</summary>`,
    markup`<ul class="pairs">${names}</ul>`,
    ...classes.filter(({ methods }) => methods.length > 0).map(methodTable),
    markup`</details>`,
  ];
}

/** The methods of a class by what they come from. Those of a query are so many and so alike that their names are enough. */
function methodTable({ name, role, methods }: ClassView): Markup {
  const groups = new Map<string | null, MethodView[]>();
  for (const method of methods) {
    const group = groups.get(method.of);
    if (group === undefined) groups.set(method.of, [method]);
    else group.push(method);
  }
  const rows = [...groups].map(([of, group]) => {
    const texts = role === 'query' ? group.map((method) => method.name) : group.map(shortSignature);
    return markup`<dt>${of ?? 'in general'}</dt><dd>${texts.join(role === 'query' ? ' ' : '\n')}</dd>`;
  });
  return markup`<h4>${name}</h4><dl class="methods${role === 'query' ? ' names' : ''}">${rows}</dl>`;
}

/** Every method takes a connection at its end: saying so each time would hide the rest. */
const shortSignature = ({ signature }: MethodView): string =>
  signature.replace(/(?:, )?\?ConnectionWrapper \$con = null\)/, ')');

function sqlBlock({ id, sql }: TableView): Markup[] {
  if (sql === null) return [];
  return [
    markup`<details><summary>SQL</summary><div class="sql">`,
    markup`<button type="button" class="copy" aria-label="Copy the SQL of ${id}">Copy</button>`,
    markup`<pre><code>${sql}</code></pre></div></details>`,
  ];
}
