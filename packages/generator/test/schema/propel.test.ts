import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderDiagnostics } from '../../src/diagnostics/render.js';
import { decisionTables, readDecision } from './support/decision.js';
import { caseNames, matchGolden, runCase } from './support/golden.js';
import { databaseView } from './support/model-view.js';

const FOLDER = join(import.meta.dirname, 'golden/propel');
const PAGE = join(import.meta.dirname, '../../../../docs/propel-schema.md');
const LINK_BASE = '../packages/generator/test/schema/golden/propel';
const MARK =
  '<!-- From here on the page is written from test/schema/golden/propel: UPDATE_GOLDEN=1 writes it anew. -->';

/** Propel's own vocabulary: each thing of it works or is refused with a word, and never passes unseen. */
describe("Propel's vocabulary", () => {
  const names = caseNames(FOLDER);

  it.each(names)('%s', async (name) => {
    const folder = join(FOLDER, name);
    const decision = readDecision(folder);
    const { diagnostics, models, platformOptions } = await runCase(folder);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    if (decision.here === 'is refused') expect(errors).not.toEqual([]);
    else expect(errors.map(({ message }) => message)).toEqual([]);
    if (diagnostics.length > 0 || existsSync(join(folder, 'expected.txt'))) {
      matchGolden(join(folder, 'expected.txt'), renderDiagnostics(diagnostics));
    }
    for (const { database, platform } of models) {
      if (decision.show === 'model') {
        matchGolden(join(folder, 'expected.json'), `${JSON.stringify(databaseView(database), null, 2)}\n`);
      } else if (decision.show === 'sql') {
        const file = models.length > 1 ? `expected.${database.name}.sql` : 'expected.sql';
        matchGolden(join(folder, file), statements(platform.ddl(database, platformOptions)));
      }
    }
  });

  it('is explained to owners of Propel schemas, row by row', () => {
    const decisions = new Map(names.map((name) => [name, readDecision(join(FOLDER, name))]));
    const page = readFileSync(PAGE, 'utf8');
    const [introduction = ''] = page.split(MARK);
    expect(page).toContain(MARK);
    matchGolden(PAGE, `${introduction}${MARK}\n\n${decisionTables(decisions, LINK_BASE)}`);
  });

  it('names only cases that exist', () => {
    const page = readFileSync(PAGE, 'utf8');
    const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| what you have'));
    expect(rows.length).toBe(names.length);
    for (const row of rows) {
      const [, name = ''] = /\[Case\]\([^)]*\/([a-z0-9-]+)\) \|$/.exec(row) ?? [];
      expect(names, row).toContain(name);
    }
  });
});

/** The SQL without remarks and empty lines: what the row is about. */
function statements(sql: string): string {
  const lines = sql.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('--'));
  return `${lines.join('\n')}\n`;
}
