import { createHash } from 'node:crypto';
import { sketch } from '../boxes.js';
import { drawPicture } from '../draw.js';
import { MADE_BY } from '../mark.js';
import { lines, type Markup, markup, NOTHING } from '../markup.js';
import { type PartLayout, place } from '../placement.js';
import type { DatabaseView } from '../view.js';
import { type AnchorOf, tableAnchors } from './anchors.js';
import { tableGroups } from './groups.js';
import { SCRIPT } from './script.js';
import { tableLinks, tableSection } from './section.js';
import { STYLE } from './style.js';

/** One page with the whole model, which needs nothing but a browser: the same model gives the same bytes. */
export function htmlPage(databases: readonly DatabaseView[], title: string, layout: PartLayout): string {
  const anchorOf = tableAnchors(databases);
  const isOne = databases.length === 1;
  return lines([
    markup`<!DOCTYPE html>`,
    markup`<!-- ${MADE_BY} -->`,
    markup`<html lang="en">`,
    markup`<head>`,
    markup`<meta charset="utf-8">`,
    markup`<meta http-equiv="Content-Security-Policy" content="${contentPolicy()}">`,
    markup`<meta name="viewport" content="width=device-width, initial-scale=1">`,
    markup`<meta name="generator" content="orm schema:show">`,
    markup`<title>${title}: the schema</title>`,
    markup`<style>${STYLE}</style>`,
    markup`<script>${SCRIPT}</script>`,
    markup`</head>`,
    markup`<body>`,
    markup`<a class="skip" href="#content">Skip to the tables</a>`,
    markup`<div class="layout">`,
    ...navigation(databases, title, anchorOf),
    markup`<main id="content" tabindex="-1">`,
    markup`<h1>${title}</h1>`,
    ...databases.flatMap((database) => databasePart(database, anchorOf, layout, isOne)),
    markup`<footer>Made by <code>orm schema:show</code> from the schema.</footer>`,
    markup`</main>`,
    markup`</div>`,
    markup`<p id="said" class="unseen" role="status"></p>`,
    markup`</body>`,
    markup`</html>
`,
  ]).source;
}

/** Nothing but this style and this script, and nothing from anywhere. */
function contentPolicy(): Markup {
  const sha = (text: string): Markup => markup`'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const [style, script] = [sha(STYLE.source), sha(SCRIPT.source)];
  return markup`default-src 'none'; style-src ${style}; script-src ${script}; base-uri 'none'; form-action 'none'`;
}

function navigation(databases: readonly DatabaseView[], title: string, anchorOf: AnchorOf): Markup[] {
  const items = databases.flatMap((database) => [
    ...(databases.length === 1 ? [] : [markup`<li class="group">${database.name}</li>`]),
    ...database.tables.map((table) => {
      const address = encodeURIComponent(anchorOf(table));
      const about = table.list === null ? (table.isCrossRef ? 'joins' : '') : 'list';
      return markup`<li><a href="#${address}"><span>${table.id}</span> <small>${about}</small></a></li>`;
    }),
  ]);
  return [
    markup`<nav aria-label="Tables">`,
    markup`<div class="top"><p>${title}</p><button type="button" id="theme" hidden>Dark</button></div>`,
    markup`<div class="search" hidden><label for="search" class="unseen">Find a table or a column</label>`,
    markup`<input id="search" type="search" placeholder="Find a table or column" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd></div>`,
    markup`<p id="found" role="status"></p>`,
    markup`<ul id="list">${lines(items)}</ul>`,
    markup`</nav>`,
  ];
}

function databasePart(database: DatabaseView, anchorOf: AnchorOf, layout: PartLayout, isOne: boolean): Markup[] {
  const { tables } = database;
  const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
  const relations = tables.reduce((sum, { foreignKeys }) => sum + foreignKeys.length, 0);
  const lists = tables.filter(({ list }) => list !== null).length;
  const words = [
    database.vendor,
    count(tables.length, 'table'),
    count(relations, 'relation'),
    ...(lists === 0 ? [] : [count(lists, 'list')]),
  ];
  const { name } = database;
  const linkTo = tableLinks(database, anchorOf);
  const inName = isOne ? NOTHING : markup` of ${name}`;
  return [
    ...(isOne ? [] : [markup`<h2>${name}</h2>`]),
    markup`<p class="lead">${words.join(' · ')}</p>`,
    ...(tables.length === 0
      ? []
      : [
          markup`<h2>Diagram${inName}</h2>`,
          ...diagram(database, anchorOf, layout),
          markup`<h2>Tables${inName}</h2>`,
          ...tables.map((table) => tableSection(table, database.vendor, anchorOf, linkTo)),
        ]),
  ];
}

const TOOLS = [
  ['out', '−', 'Zoom out'],
  ['in', '+', 'Zoom in'],
  ['fit', 'Fit', 'Fit the whole diagram'],
  ['one', '1:1', '1:1, the diagram in its own size'],
  ['full', 'Full screen', 'Full screen'],
] as const;

const HELP = 'Click a table to follow its relations, drag to move, Ctrl+wheel to zoom; ? may be null';

/** With more tables than these, a browser takes too long to draw what is out of sight. */
const LARGE = 100;

function diagram(database: DatabaseView, anchorOf: AnchorOf, layout: PartLayout): Markup[] {
  const drawn = sketch(database);
  const placement = place(drawn, layout);
  const { width, height } = placement;
  const boxes = drawn.boxes.length;
  const { name } = database;
  const { groupOf, groups } = tableGroups(database);
  const buttons = TOOLS.map(
    ([deed, text, label]) => markup`<button type="button" data-do="${deed}" aria-label="${label}">${text}</button>`,
  );
  const options = groups.map(([group, tables]) => markup`<option value="${group}">${group} (${tables})</option>`);
  const choice =
    groups.length === 0
      ? NOTHING
      : markup`<label>Group <select><option value="">all tables</option>${options}</select></label>`;
  return [
    markup`<div class="diagram${boxes > LARGE ? ' large' : ''}">`,
    markup`<div class="tools" hidden>${buttons}<output>100 %</output>${choice}<button type="button" data-do="reset" hidden>Reset</button><p>${HELP}</p></div>`,
    markup`<div class="pane" tabindex="0" role="region" aria-label="Diagram of ${name}">`,
    markup`<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="group" aria-label="The tables of ${name} and the lines between them, as the relations below say">`,
    drawPicture(drawn, placement, { anchorOf, groupOf }),
    markup`</svg></div><div class="chosen" hidden></div></div>`,
  ];
}
