import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configuration } from '../cli/support/project.js';
import { numberOfRuns, randomMinutes, randomSeed } from '../properties/random-runs.js';
import { Random } from '../reverse/alters/random.js';
import { catalogDifferences } from '../reverse/catalog-differences.js';
import { type InDatabase, inEmptyDatabases, readCatalog } from '../reverse/round-trip.js';
import type { CatalogTable } from '../support/catalog/catalog.js';
import { adapterOf, ENGINES, type Engine, missingEngine } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { type BranchEdit, baseDraft, branchEdits, type Draft, printDraft, relation } from './branch-edits.js';

/** A fiftieth of a full run, which bench/migration-branches.mjs does. */
const RUNS = numberOfRuns(10);
const MINUTES = randomMinutes();

class Repository {
  readonly cwd = mkdtempSync(join(tmpdir(), 'orm-branches-'));

  constructor(adapter: string) {
    this.git('init', '-q', '-b', 'main');
    writeFileSync(join(this.cwd, '.gitignore'), 'orm.json\n');
    this.connect({ adapter });
  }

  git(...args: string[]): string {
    const settings = ['user.name=test', 'user.email=test@example.org', 'commit.gpgsign=false'];
    const all = [...settings.flatMap((each) => ['-c', each]), ...args];
    return execFileSync('git', all, { cwd: this.cwd, encoding: 'utf8', stdio: 'pipe' });
  }

  /** The schema merges as text does, and is left out of the check. */
  connect(connection: Parameters<typeof configuration>[0][string], rules: object = { 'never-migrated': 'off' }): void {
    writeFileSync(join(this.cwd, 'orm.json'), configuration({ shop: connection }, { migrations: { rules } }));
  }

  async run(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    return orm(this.cwd, ...words);
  }

  async commit(draft: Draft, name: string): Promise<string> {
    writeFileSync(join(this.cwd, 'schema.xml'), printDraft(draft));
    const drops = this.dropped(draft);
    const { code, stdout, stderr } = await this.run('migration:diff', '--name', name, ...drops);
    if (code !== 0) throw new Error(`${stdout}${stderr}`);
    this.git('add', '-A');
    this.git('commit', '-q', '-m', name);
    return /created: (\S+)\/ /.exec(stdout)?.[1] ?? '';
  }

  /** Where something goes and something else comes, that is meant so. */
  private dropped(draft: Draft): string[] {
    return this.base.tables.flatMap(({ name, columns }) => {
      const table = draft.tables.find((each) => each.name === name || each.renamedFrom === name);
      if (table === undefined) return ['--drop', name];
      const isThere = (column: string): boolean =>
        table.columns.some((each) => each.name === column || each.renamedFrom === column);
      return columns
        .filter((column) => !isThere(column.name))
        .flatMap((column) => ['--drop', `${name}.${column.name}`]);
    });
  }

  base: Draft = { tables: [] };

  /** Merges a branch into the one that is here; the files that git could not merge. */
  merge(branch: string): readonly string[] {
    try {
      this.git('merge', '-q', '--no-edit', branch);
      return [];
    } catch {
      return this.git('diff', '--name-only', '--diff-filter=U').trim().split('\n');
    }
  }

  close(): void {
    rmSync(this.cwd, { recursive: true, force: true });
  }
}

const edited = (base: Draft, ...edits: readonly BranchEdit[]): Draft => {
  const draft = structuredClone(base);
  for (const { apply } of edits) apply(draft);
  return draft;
};

const ours = (tables: readonly CatalogTable[]): readonly CatalogTable[] =>
  tables.filter(({ name }) => name !== 'orm_migration');

interface Verdict {
  readonly relation: 'same' | 'near' | 'different';
  readonly isNamed: boolean;
}

/** Two branches from one base, merged: throws unless they go together, or both files are named. */
async function tryPair(engine: Engine, inDatabase: InDatabase, random: Random): Promise<Verdict> {
  const adapter = adapterOf(engine);
  const repository = new Repository(adapter);
  try {
    const base = baseDraft(random);
    repository.base = base;
    await repository.commit(base, 'base');
    const [first, second] = random.chance(50) ? ['a', 'b'] : ['b', 'a'];
    const edits = { [first]: branchEdits(random, base, first), [second]: branchEdits(random, base, second) };
    const [one = [], other = []] = [edits[first], edits[second]];
    const folders: string[] = [];
    for (const [name, own] of [
      [first, one],
      [second, other],
    ] as const) {
      repository.git('checkout', '-q', '-b', name, 'main');
      folders.push(await repository.commit(edited(base, ...own), name));
    }
    repository.git('tag', 'unmerged');
    const unmerged = repository.merge(first);
    const words = JSON.stringify({ [first]: one.map((each) => each.words), [second]: other.map((each) => each.words) });
    // Files of migrations merge whatever they do.
    expect({ words, unmerged: unmerged.filter((file) => file !== 'schema.xml') }).toEqual({ words, unmerged: [] });
    const verdict = relation(one, other, adapter === 'sqlite');
    writeFileSync(join(repository.cwd, 'schema.xml'), printDraft(base));
    repository.git('add', '-A');
    repository.git('commit', '-q', '--allow-empty', '-m', 'merged');

    const { stdout } = await repository.run('migration:check', '--json');
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { code: string; file: string; message: string; related?: { file: string } }[];
    };
    const conflict = diagnostics.find(({ code }) => code === 'migration/conflict');
    if (conflict !== undefined) {
      const files = [conflict.file, conflict.related?.file].map((file) => file?.replace('/up.sql', '')).sort();
      expect({ words, files }).toEqual({ words, files: [...folders].sort() });
    }
    const isNamed = conflict !== undefined;
    if (verdict !== 'near')
      expect({ words, isNamed, by: conflict?.message }).toEqual({
        words,
        isNamed: verdict === 'same',
        by: conflict?.message,
      });
    if (isNamed) return { relation: verdict, isNamed };

    if (verdict === 'different') {
      // The migrations together make the merged schema, and nothing else.
      writeFileSync(join(repository.cwd, 'schema.xml'), printDraft(edited(base, ...one, ...other)));
      repository.connect({ adapter }, {});
      const { code, stdout: changes } = await repository.run('migration:diff', '--check');
      expect({ words, code, changes }).toEqual({ words, code: 0, changes: 'shop: no changes\n' });
    }
    repository.git('checkout', '-q', '-f', second);
    const catalogs: (readonly CatalogTable[])[] = [];
    for (const start of [first, 'unmerged', undefined]) {
      const catalog = await inDatabase(async (database) => {
        repository.connect(database.connection);
        for (const ref of [...(start === undefined ? [] : [start]), second]) {
          repository.git('checkout', '-q', '-f', ref);
          const { code, stderr } = await repository.run('migration:migrate', '--yes');
          expect({ words, start, code, stderr }).toEqual({
            words,
            start,
            code: 0,
            stderr: expect.any(String) as string,
          });
        }
        return ours(await readCatalog(database));
      });
      catalogs.push(catalog);
    }
    const [firstWay = [], ...others] = catalogs;
    for (const way of others) {
      const found = catalogDifferences(firstWay, way).filter(({ what }) => !what.startsWith('order of columns'));
      expect({ words, found }).toEqual({ words, found: [] });
    }
    return { relation: verdict, isNamed };
  } finally {
    repository.close();
  }
}

describe('two branches from one base, merged by git', () => {
  it.for([...ENGINES, 'mariadb11'] as const)(
    'go together or are named on %s',
    { timeout: 3_600_000 },
    async (engine, { skip }) => {
      const missing = missingEngine(engine);
      if (missing !== undefined) skip(missing);
      const seed = randomSeed();
      console.log(`random branches: ${RUNS} on ${engine} with seed ${seed}`);
      const end = Date.now() + MINUTES * 60_000;
      const failures: string[] = [];
      const counts = { named: 0, together: 0, near: 0 };
      let tried = 0;
      await inEmptyDatabases(engine, async (inDatabase) => {
        for (; tried < RUNS && Date.now() < end; tried++) {
          try {
            const { relation: verdict, isNamed } = await tryPair(engine, inDatabase, new Random(seed + tried));
            if (isNamed) counts.named++;
            else counts.together++;
            if (verdict === 'near') counts.near++;
          } catch (error) {
            const actual = error instanceof Error && 'actual' in error ? JSON.stringify(error.actual) : '';
            failures.push(`seed ${seed + tried}: ${error instanceof Error ? error.message : String(error)} ${actual}`);
          }
        }
      });
      if (failures.length > 0) console.log(`${failures.length} of ${tried} failed`);
      expect(failures.sort((x, y) => x.length - y.length).slice(0, 3)).toEqual([]);
      if (Date.now() <= end) expect(tried).toBe(RUNS);
      const report = process.env['ORM_RANDOM_REPORT'];
      if (report !== undefined) {
        const { named, together, near } = counts;
        appendFileSync(
          report,
          `${engine}: ${tried} pairs, ${together} went together in either order, ${named} were named with both files (${near} of all may do either), seed ${seed}\n`,
        );
      }
    },
  );
});
