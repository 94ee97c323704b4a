// Runs `orm` in a real pseudo-terminal and makes a picture of what it shows.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { replaced, screenOf, textOf } from './screen.mjs';
import { svgOf } from './svg.mjs';

const ORM = fileURLToPath(new URL('../../packages/generator/bin/orm', import.meta.url));
/** Wide enough for every line that matters, narrow enough for a page. */
const COLUMNS = 96;
const PATIENCE_MS = 20_000;

/** The picture of one entry of PICTURES, as SVG. */
export async function pictureOf({ title, prepare, commands, answers = [] }) {
  const home = mkdtempSync(join(tmpdir(), 'orm-capture-'));
  const folder = join(home, 'bookshop');
  try {
    mkdirSync(folder);
    prepare?.(folder);
    const lines = [];
    for (const command of commands) {
      if (lines.length > 0) lines.push([]);
      lines.push(prompt(command));
      const text = await typed(command, folder, answers);
      // How long it takes is another number each time.
      lines.push(...replaced(screenOf(text), /\bin \d+ ms\b/g, 'in 12 ms'));
    }
    return svgOf({ title, lines });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const prompt = (command) => [...cells('$ ', 'grey'), ...cells(['orm', ...command].join(' '), 'bold')];
const cells = (text, style) => [...text].map((character) => ({ character, style }));

/** All that the command writes to a terminal whose user gives these answers. */
function typed(command, cwd, answers) {
  const words = [process.execPath, ORM, ...command].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const { CI: _, NO_COLOR: _1, FORCE_COLOR: _2, ...env } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn('/usr/bin/script', ['-qec', `stty cols ${COLUMNS} rows 100; exec ${words}`, '/dev/null'], {
      cwd,
      env: { ...env, TERM: 'xterm-256color', SHELL: '/bin/sh' },
    });
    let text = '';
    let seen = 0;
    let next = 0;
    const patience = setTimeout(() => child.kill(), PATIENCE_MS);
    child.stdout.setEncoding('utf8').on('data', (part) => {
      text += part;
      const [question, keys] = answers[next] ?? [];
      patience.refresh();
      if (question === undefined || !stripVTControlCharacters(text.slice(seen)).includes(question)) return;
      next++;
      seen = text.length;
      child.stdin.write(keys);
    });
    child.on('error', reject);
    child.on('close', (_code, signal) => {
      clearTimeout(patience);
      if (next === answers.length && signal === null) resolve(text.replaceAll('\r\n', '\n'));
      else reject(new Error(`it did not go on as expected:\n${textOf(screenOf(text))}`));
    });
  });
}
