import { sketch } from './boxes.js';
import { drawPicture, type Palette, pictureRules } from './draw.js';
import { MADE_BY } from './mark.js';
import { lines, markup } from './markup.js';
import { type PartLayout, place } from './placement.js';
import type { DatabaseView } from './view.js';

export const LIGHT: Palette = {
  canvas: '#fbfbfa',
  box: '#ffffff',
  head: '#eef2fb',
  border: '#c9d0db',
  line: '#7a8599',
  text: '#1d2129',
  muted: '#5b6472',
  accent: '#2b59c3',
};

export const DARK: Palette = {
  canvas: '#14171c',
  box: '#1c2027',
  head: '#242c3d',
  border: '#3a4250',
  line: '#8b96a8',
  text: '#e6e8ec',
  muted: '#a3acba',
  accent: '#92b4ff',
};

/** The model as one picture, in the colours that the viewer prefers. */
export function svgDiagram(databases: readonly DatabaseView[], layout: PartLayout): string {
  const pictures = databases.map((database) => {
    const drawn = sketch(database);
    return { drawn, placement: place(drawn, layout) };
  });
  const width = Math.max(1, ...pictures.map(({ placement }) => placement.width));
  const height = Math.max(
    1,
    pictures.reduce((sum, { placement }) => sum + placement.height, 0),
  );
  let top = 0;
  const groups = pictures.map(({ drawn, placement }) => {
    const group = markup`<g transform="translate(0 ${top})">\n${drawPicture(drawn, placement)}\n</g>`;
    top += placement.height;
    return group;
  });
  const title = `Tables of ${databases.map(({ name }) => name).join(', ')}`;
  const size = markup`width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return lines([
    markup`<!-- ${MADE_BY} -->`,
    markup`<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${title}">`,
    markup`<title>${title}</title>`,
    markup`<style>`,
    markup`.d-canvas{fill:${LIGHT.canvas}}`,
    pictureRules(LIGHT),
    markup`@media (prefers-color-scheme:dark){`,
    markup`.d-canvas{fill:${DARK.canvas}}`,
    pictureRules(DARK),
    markup`}`,
    markup`</style>`,
    markup`<rect class="d-canvas" width="${width}" height="${height}"/>`,
    ...groups,
    markup`</svg>
`,
  ]).source;
}
