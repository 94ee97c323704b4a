// A screen as a small picture: text in an SVG, in the colours that the reader's system prefers.

const FONT_SIZE = 13;
const CELL = 7.8;
const LINE = 18;
const MARGIN = 16;
const BAR = 28;
const MIN_COLUMNS = 60;

const LIGHT = {
  paper: '#ffffff',
  edge: '#d0d7de',
  ink: '#1f2328',
  grey: '#59636e',
  red: '#c11f2c',
  green: '#116329',
  yellow: '#7d4e00',
  blue: '#0757b0',
  magenta: '#7438d4',
  cyan: '#12686f',
};
const DARK = {
  paper: '#0d1117',
  edge: '#3d444d',
  ink: '#e6edf3',
  grey: '#9198a1',
  red: '#ff7b72',
  green: '#7ee787',
  yellow: '#e3b341',
  blue: '#79c0ff',
  magenta: '#d2a8ff',
  cyan: '#56d4dd',
};

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
const number = (value) => String(Math.round(value * 10) / 10);

function rules(colours) {
  const { paper, edge, ink, ...texts } = colours;
  return [
    `.paper{fill:${paper};stroke:${edge}}.edge{fill:${edge}}text{fill:${ink}}`,
    ...Object.entries(texts).map(([name, colour]) => `.${name}{fill:${colour}}`),
  ].join('');
}

/** Runs of one style. They end at two spaces, so that columns stay where they are in any font. */
function runsOf(cells) {
  const runs = [];
  for (const [column, { character, style }] of cells.entries()) {
    const last = runs.at(-1);
    if (last && last.style === style && !(last.text.endsWith('  ') && character !== ' ')) last.text += character;
    else runs.push({ column, style, text: character });
  }
  return runs
    .map((run) => ({
      ...run,
      column: run.column + run.text.length - run.text.trimStart().length,
      text: run.text.trim(),
    }))
    .filter(({ text }) => text !== '');
}

function lineOf(cells, row) {
  const y = number(BAR + MARGIN + row * LINE);
  const runs = runsOf(cells).map(({ column, style, text }) => {
    const x = number(MARGIN + column * CELL);
    const classes = style.replace(/\b(black|white)\b/, '').trim();
    return `<tspan x="${x}"${classes === '' ? '' : ` class="${classes}"`}>${escaped(text)}</tspan>`;
  });
  return runs.length === 0 ? '' : `<text y="${y}">${runs.join('')}</text>`;
}

/**
 * As wide as its longest line.
 * @param {{ title: string, lines: readonly { character: string, style: string }[][] }} picture
 * @returns {string}
 */
export function svgOf({ title, lines }) {
  const columns = Math.max(MIN_COLUMNS, ...lines.map((cells) => cells.length));
  const width = number(2 * MARGIN + columns * CELL);
  const height = number(BAR + lines.length * LINE + MARGIN - 4);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${escaped(title)}</title>`,
    `<style>text{font:${FONT_SIZE}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}`,
    `.bold{font-weight:600}.dim{opacity:.7}.struck{text-decoration:line-through}.underline{text-decoration:underline}`,
    `${rules(LIGHT)}@media(prefers-color-scheme:dark){${rules(DARK)}}</style>`,
    `<rect class="paper" x=".5" y=".5" width="${number(width - 1)}" height="${number(height - 1)}" rx="8"/>`,
    ...[0, 1, 2].map((at) => `<circle class="edge" cx="${MARGIN + 4 + at * 16}" cy="15" r="5"/>`),
    ...lines.map(lineOf).filter((line) => line !== ''),
    '</svg>',
    '',
  ].join('\n');
}
