import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { adapterOf, ENGINES, missingEngine } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { PHP_HEAD } from '../support/php-app.js';
import { Sandbox } from '../support/sandbox.js';
import { shopSql } from '../support/shop/shop.js';
import { inNewDatabase, runScript } from './round-trip.js';

const APP = `${PHP_HEAD}
foreach (Shop\\OrderTotalQuery::create()->orderByOrderId()->find() as $total) {
    echo $total->getOrderId(), ' ', $total->getCustomerId(), ' ', (float) $total->getTotal(), "\\n";
}
echo Shop\\LoudCustomerQuery::create()->filterByName('ADA')->count(), "\\n";
foreach ([fn () => (new Shop\\OrderTotal())->save(), fn () => Shop\\LoudCustomerQuery::create()->deleteAll()] as $write) {
    try {
        $write();
    } catch (Throwable $error) {
        echo get_class($error), "\\n";
    }
}
`;

describe.each(ENGINES)('views that database:reverse --views has read on %s', (engine) => {
  it.skipIf(missingEngine(engine) !== undefined)('are classes that find rows and change none', async () => {
    const sandbox = new Sandbox();
    await inNewDatabase(engine, async (database) => {
      await runScript(database, shopSql(adapterOf(engine)));
      await runScript(database, 'CREATE VIEW loud_customers AS SELECT id, UPPER(first_name) AS name FROM customers');
      const connections = { shop: { ...database.connection, protected: true } };
      sandbox.write('orm.json', JSON.stringify({ orm: { database: { connections } } }));
      for (const args of [
        ['database:reverse', '--namespace', 'Shop', '--views'],
        ['model:build', '--quiet'],
        ['config:convert', '--quiet'],
      ]) {
        const { code, stdout, stderr } = await orm(sandbox.project, ...args);
        expect(code, stderr).toBe(0);
        if (args.includes('--views')) expect(stdout).toContain('17 tables, 2 views, everything in it, in ');
      }
      sandbox.write('run.php', APP);
      const { stdout, stderr } = spawnSync('php', ['-d', 'display_errors=stderr', 'run.php'], {
        cwd: sandbox.project,
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      const refused = 'Orm\\Runtime\\Exception\\ReadOnlyException\n';
      expect(stdout).toBe(`1 1 218.8\n2 2 39.5\n1\n${refused}${refused}`);
    }).finally(() => sandbox.remove());
  });
});
