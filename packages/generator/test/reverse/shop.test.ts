import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composerTool, runtimeFolder } from '../../../../scripts/php/tools.mjs';
import type { Database, ForeignKey } from '../../src/model/model.js';
import { matchGolden } from '../schema/support/golden.js';
import { adapterOf, ENGINES, type EngineDatabase, missingEngine, openDatabase } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { PHP_HEAD } from '../support/php-app.js';
import { Sandbox } from '../support/sandbox.js';
import { shopSql } from '../support/shop/shop.js';
import { differencesFrom, inNewDatabase, readTurn, roundTrip, runScript } from './round-trip.js';

/** Each class with what one of its objects can be asked for. */
function namesIn({ tables }: Database): string {
  const many = (key: ForeignKey): string =>
    key.oneToOne ? `${key.backName}: ${key.table.className}` : `${key.backNamePlural}: ${key.table.className}[]`;
  return tables
    .map(({ name, className, foreignKeys, referrers, crossReferences }) =>
      [
        `${className} (${name})`,
        ...foreignKeys.map((key) => `  ${key.relationName}: ${key.foreignTable.className}`),
        ...referrers.map((key) => `  ${many(key)}`),
        ...crossReferences.map(
          ({ relationNamePlural, targets }) => `  ${relationNamePlural}: ${targets[0]?.foreignTable.className ?? ''}[]`,
        ),
      ].join('\n'),
    )
    .sort()
    .join('\n\n');
}

describe.each(ENGINES)('the shop on %s', (engine) => {
  const sql = shopSql(adapterOf(engine));

  it.skipIf(missingEngine(engine) !== undefined)('has the names that a person would choose', async () => {
    const { first, second } = await roundTrip(engine, sql);
    expect(second.xml).toBe(first.xml);
    const { database, findings } = first.reversed;
    expect(database.tables).toHaveLength(17);
    matchGolden(join(import.meta.dirname, 'golden/shop-names.txt'), `${namesIn(database)}\n`);
    const lost = findings.filter((finding) => finding.lost).map(({ kind, name }) => `${kind} ${name}`);
    expect(lost).toEqual(['view order_totals']);
  });

  it.skipIf(missingEngine(engine) !== undefined)('keeps the names of the generator when asked to', async () => {
    await inNewDatabase(engine, async (database) => {
      await runScript(database, sql);
      const { xml, reversed } = await readTurn(database, { keepNames: true });
      expect(xml).not.toMatch(/phpName/i);
      expect(reversed.names).toEqual([]);
      // However the classes are called, the tables are the same.
      expect((await readTurn(database)).sql).toBe((await readTurn(database, { keepNames: true })).sql);
      expect(await differencesFrom(database, reversed.database)).toEqual(
        await differencesFrom(database, (await readTurn(database)).reversed.database),
      );
    });
  });
});

const phpstan = composerTool('phpstan');
const APP = join(import.meta.dirname, '../support/shop/app');

describe('an application over the imported shop', () => {
  const sandbox = new Sandbox();
  let database: EngineDatabase;

  beforeAll(async () => {
    database = await openDatabase('sqlite');
    await runScript(database, shopSql('sqlite'));
    const connections = { shop: { ...database.connection, protected: true } };
    sandbox.write('orm.json', JSON.stringify({ orm: { database: { connections } } }));
    for (const args of [['database:reverse', '--namespace', 'Shop'], ['model:build'], ['config:convert']]) {
      const { code, stderr } = await orm(sandbox.project, ...args);
      if (code !== 0) throw new Error(stderr);
    }
  });

  afterAll(async () => {
    await database.drop();
    sandbox.remove();
  });

  it.skipIf(phpstan === undefined)("passes PHPStan's highest level", () => {
    const parameters = {
      level: 'max',
      paths: [APP],
      scanDirectories: [join(sandbox.project, 'generated-classes')],
      tmpDir: join(sandbox.project, 'phpstan'),
    };
    sandbox.write('phpstan.neon', JSON.stringify({ parameters }).replaceAll('%', '%%'));
    const { stdout, status } = spawnSync(
      phpstan ?? '',
      ['analyse', '--no-progress', '--error-format=raw', '--no-ansi', '--memory-limit=1G', '-c', 'phpstan.neon'].concat(
        ['--autoload-file', join(runtimeFolder, 'vendor/autoload.php')],
      ),
      { cwd: sandbox.project, encoding: 'utf8' },
    );
    expect(stdout.trim()).toBe('');
    expect(status).toBe(0);
  });

  it('runs', () => {
    sandbox.write(
      'run.php',
      `${PHP_HEAD}require ${JSON.stringify(join(APP, 'orders.php'))};
`,
    );
    const { stdout, stderr } = spawnSync('php', ['-d', 'display_errors=stderr', 'run.php'], {
      cwd: sandbox.project,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toBe(`order 1 of Ada, shipped
  bill to Lindenweg 4, Hamburg, Germany
  ship to Am Hafen 12, Kiel, Germany
  2 × Desk lamp
  1 × Floor lamp
  packed by Jonas Peters in Hamburg
order 2 of Bruno, new
  bill to 8 rue du Port, Nantes, France
  ship to 8 rue du Port, Nantes, France
  1 × Kettle
Home > Lamps
Home > Kitchen
Ines Vogt manages Jonas Peters
tag new
tag sale
Ada: Exactly the light I wanted
2 orders are billed to Nantes, 2 are sent there
`);
  });
});
