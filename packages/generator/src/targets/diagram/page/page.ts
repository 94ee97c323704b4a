import { createHash } from 'node:crypto';
import { type Sketch, sketch } from '../boxes.js';
import { drawPicture } from '../draw.js';
import { MADE_BY } from '../mark.js';
import { lines, type Markup, markup, NOTHING } from '../markup.js';
import { type PartLayout, place } from '../placement.js';
import type { DatabaseView } from '../view.js';
import { type AnchorOf, tableAnchors } from './anchors.js';
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
    markup`<script>${SCRIPT}</script>`,
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
          ...diagram(sketch(database), name, anchorOf, layout),
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
] as const;

/** A picture of many tables may begin smaller: it is an overview first. */
const MANY = 40;

function diagram(drawn: Sketch, name: string, anchorOf: AnchorOf, layout: PartLayout): Markup[] {
  const placement = place(drawn, layout);
  const { width, height } = placement;
  const buttons = TOOLS.map(
    ([deed, text, label]) => markup`<button type="button" data-do="${deed}" aria-label="${label}">${text}</button>`,
  );
  const help = 'Drag or use the arrow keys to move, + and − to zoom; click a table to go to it';
  const least = drawn.boxes.length > MANY ? 0.3 : 0.6;
  return [
    markup`<div class="diagram">`,
    markup`<div class="tools" hidden>${buttons}<output>100 %</output><p>${help}</p></div>`,
    markup`<div class="pane" tabindex="0" role="region" aria-label="Diagram of ${name}" data-least="${least}">`,
    markup`<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="The tables of ${name} and the lines between them, as the relations below say">`,
    drawPicture(drawn, placement, anchorOf),
    markup`</svg></div></div>`,
  ];
}
