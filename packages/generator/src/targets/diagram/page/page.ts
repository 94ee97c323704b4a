import { createHash } from 'node:crypto';
import { type Sketch, sketch } from '../boxes.js';
import { drawPicture } from '../draw.js';
import { escapeText } from '../escape.js';
import { MADE_BY } from '../mark.js';
import { type PartLayout, place } from '../placement.js';
import type { DatabaseView } from '../view.js';
import { type AnchorOf, tableAnchors } from './anchors.js';
import { SCRIPT } from './script.js';
import { tableSection } from './section.js';
import { STYLE } from './style.js';

/** One page with the whole model, which needs nothing but a browser: the same model gives the same bytes. */
export function htmlPage(databases: readonly DatabaseView[], title: string, layout: PartLayout): string {
  const anchorOf = tableAnchors(databases);
  const isOne = databases.length === 1;
  const shown = escapeText(title);
  return [
    '<!DOCTYPE html>',
    `<!-- ${MADE_BY} -->`,
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${contentPolicy()}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="generator" content="orm schema:show">',
    `<title>${shown}: the schema</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    '<a class="skip" href="#content">Skip to the tables</a>',
    '<div class="layout">',
    ...navigation(databases, shown, anchorOf),
    '<main id="content" tabindex="-1">',
    `<h1>${shown}</h1>`,
    ...databases.flatMap((database) => databasePart(database, anchorOf, layout, isOne)),
    '<footer>Made by <code>orm schema:show</code> from the schema.</footer>',
    '</main>',
    '</div>',
    '<p id="said" class="unseen" role="status"></p>',
    `<script>${SCRIPT}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** Nothing but this style and this script, and nothing from anywhere. */
function contentPolicy(): string {
  const sha = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return `default-src 'none'; style-src ${sha(STYLE)}; script-src ${sha(SCRIPT)}; base-uri 'none'; form-action 'none'`;
}

function navigation(databases: readonly DatabaseView[], title: string, anchorOf: AnchorOf): string[] {
  const items = databases.flatMap((database) => [
    ...(databases.length === 1 ? [] : [`<li class="group">${escapeText(database.name)}</li>`]),
    ...database.tables.map((table) => {
      const address = escapeText(encodeURIComponent(anchorOf(table)));
      const about = table.list === null ? (table.isCrossRef ? 'joins' : '') : 'list';
      return `<li><a href="#${address}"><span>${escapeText(table.id)}</span> <small>${about}</small></a></li>`;
    }),
  ]);
  return [
    '<nav aria-label="Tables">',
    `<div class="top"><p>${title}</p><button type="button" id="theme" hidden>Dark</button></div>`,
    '<div class="search" hidden><label for="search" class="unseen">Find a table or a column</label>',
    '<input id="search" type="search" placeholder="Find a table or column" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd></div>',
    '<p id="found" role="status"></p>',
    `<ul id="list">${items.join('\n')}</ul>`,
    '</nav>',
  ];
}

function databasePart(database: DatabaseView, anchorOf: AnchorOf, layout: PartLayout, isOne: boolean): string[] {
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
  const name = escapeText(database.name);
  const inName = isOne ? '' : ` of ${name}`;
  return [
    ...(isOne ? [] : [`<h2>${name}</h2>`]),
    `<p class="lead">${escapeText(words.join(' · '))}</p>`,
    ...(tables.length === 0
      ? []
      : [
          `<h2>Diagram${inName}</h2>`,
          ...diagram(sketch(database), name, anchorOf, layout),
          `<h2>Tables${inName}</h2>`,
          ...tables.map((table) => tableSection(table, database, anchorOf)),
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

function diagram(drawn: Sketch, name: string, anchorOf: AnchorOf, layout: PartLayout): string[] {
  const placement = place(drawn, layout);
  const { width, height } = placement;
  const buttons = TOOLS.map(
    ([deed, text, label]) => `<button type="button" data-do="${deed}" aria-label="${label}">${text}</button>`,
  );
  const help = 'Drag or use the arrow keys to move, + and − to zoom; click a table to go to it';
  const least = drawn.boxes.length > MANY ? 0.3 : 0.6;
  return [
    '<div class="diagram">',
    `<div class="tools" hidden>${buttons.join('')}<output>100 %</output><p>${help}</p></div>`,
    `<div class="pane" tabindex="0" role="region" aria-label="Diagram of ${name}" data-least="${least}">`,
    `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="The tables of ${name} and the lines between them, as the relations below say">`,
    drawPicture(drawn, placement, anchorOf),
    '</svg></div></div>',
  ];
}
