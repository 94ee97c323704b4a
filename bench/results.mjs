// Puts the result of a full-size run into RESULTS.md: one section per script, replaced as a whole.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('RESULTS.md', import.meta.url));
const TITLE = `# Results

The last full-size runs of the scripts in this folder. Machines differ and are noisy: compare figures within a section
only.
`;

/** Replaces the section `## heading`, or adds it at the end. */
export function record(heading, body) {
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : TITLE;
  const [head, ...sections] = text.split(/^(?=## )/m);
  const own = `## ${heading}\n\n${body.trim()}\n\n`;
  const at = sections.findIndex((section) => section.startsWith(`## ${heading}\n`));
  if (at < 0) sections.push(own);
  else sections[at] = own;
  const trimmed = sections.map((section) => `${section.trim()}\n`);
  writeFileSync(FILE, `${head.trim()}\n\n${trimmed.join('\n')}`);
}

function section(heading) {
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  return text.split(/^(?=## )/m).find((each) => each.startsWith(`## ${heading}\n`)) ?? '';
}

/** The lines of the list in the section `## heading`. */
export const recordedLines = (heading) => [...section(heading).matchAll(/^- (.*)$/gm)].map(([, line]) => line);

/** The rows of its table, without the head. */
export const recordedRows = (heading) => [...section(heading).matchAll(/^\| .*$/gm)].slice(1).map(([row]) => row);
