import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bookstore } from './support/project.js';
import { ormInTerminal } from './support/pty.js';
import { sqliteFile } from './support/sqlite.js';

const SQL = 'DROP TABLE IF EXISTS author;\nCREATE TABLE author (id INTEGER PRIMARY KEY);\n';
const QUESTION = /Drop them, with all their rows\?.*\[y\/N\]/;

/** A project whose table `author` holds one row. */
function filled(isProtected = false): string {
  const cwd = bookstore({ adapter: 'sqlite', dsn: 'sqlite:data.sqlite', protected: isProtected }, SQL);
  sqliteFile(join(cwd, 'data.sqlite'), (run) =>
    run('CREATE TABLE author (id INTEGER PRIMARY KEY); INSERT INTO author VALUES (1)'),
  );
  return cwd;
}

function rowsLeft(cwd: string): number {
  let count = -1;
  sqliteFile(join(cwd, 'data.sqlite'), (_, rows) => {
    count = rows('SELECT id FROM author').length;
  });
  return count;
}

describe('the question, in a terminal', () => {
  test('yes drops', async () => {
    const cwd = filled();
    const { code, text } = await ormInTerminal(['sql:insert'], cwd, [{ when: QUESTION, type: 'y\r' }]);
    expect(text).toContain('These tables on "bookstore" hold rows, and the SQL drops them:');
    expect(text).toContain('author  some rows');
    expect({ code, rows: rowsLeft(cwd) }).toEqual({ code: 0, rows: 0 });
  });

  test.each([
    ['no', 'n\r'],
    ['an empty line', '\r'],
    ['anything else', 'yikes\r'],
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('%s changes nothing', async (_, type) => {
    const cwd = filled();
    const { code, text } = await ormInTerminal(['sql:insert'], cwd, [{ when: QUESTION, type }]);
    expect(text).toContain('aborted; nothing was changed');
    expect({ code, rows: rowsLeft(cwd) }).toEqual({ code: 1, rows: 1 });
  });

  test('--yes and --force ask nothing', async () => {
    for (const flag of ['--yes', '--force']) {
      const cwd = filled();
      const { code, text } = await ormInTerminal(['sql:insert', flag], cwd, []);
      expect(text).not.toMatch(QUESTION);
      expect({ code, rows: rowsLeft(cwd) }).toEqual({ code: 0, rows: 0 });
    }
  });

  test('a protected connection refuses without asking', async () => {
    const cwd = filled(true);
    const { code, text } = await ormInTerminal(['sql:insert', '--yes'], cwd, []);
    expect(text).not.toMatch(QUESTION);
    expect(text).toContain('is protected');
    expect({ code, rows: rowsLeft(cwd) }).toEqual({ code: 1, rows: 1 });
  });

  test('with --json and --quiet it still asks', async () => {
    for (const flag of ['--json', '--quiet']) {
      const cwd = filled();
      const { code } = await ormInTerminal(['sql:insert', flag], cwd, [{ when: QUESTION, type: 'n\r' }]);
      expect({ code, rows: rowsLeft(cwd) }).toEqual({ code: 1, rows: 1 });
    }
  });

  test('a terminal has colours, and progress after a second', async () => {
    const cwd = bookstore(
      { adapter: 'sqlite', dsn: 'sqlite:data.sqlite' },
      `${'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT max(i) FROM n;\n'.repeat(12)}SELECT nope;`,
    );
    const { text } = await ormInTerminal(['sql:insert'], cwd, []);
    expect(text).toMatch(/bookstore\.sql → bookstore: \d+ of 13 statements \(\d+ s\)/);
    expect(text).toContain('\u001b[31m');
  });
});
