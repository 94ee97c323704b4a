import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDsn } from '../../../src/config/dsn.js';
import { writeDsn } from '../../../src/config/write/dsn.js';
import { Reporter } from '../../../src/diagnostics/diagnostic.js';
import type { Adapter } from '../../../src/model/adapter.js';
import { numberOfRuns, randomSeed } from '../../properties/random-runs.js';

function read(adapter: Adapter, text: string): Readonly<Record<string, string>> {
  const reporter = new Reporter();
  const dsn = parseDsn({ text, adapter, connection: 'x', span: undefined }, reporter);
  reporter.throwIfErrors();
  return Object.fromEntries(dsn?.parameters ?? []);
}

const seed = randomSeed();
const part = fc
  .array(
    fc.constantFrom('a', 'B7', ' ', "'", '"', ';', ';;', '\\', '{', '}', '}}', '=', ',', '%', '#', 'é', '.', '-'),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((pieces) => `x${pieces.join('')}x`);

describe(`a DSN of its parts, seed ${String(seed)}`, () => {
  test.each(['pgsql', 'mysql', 'mssql', 'oracle'] as const)('%s is read back as it was given', (adapter) => {
    fc.assert(
      fc.property(part, part, (host, database) => {
        const dsn = writeDsn(adapter, { host, port: '1234', database });
        if (dsn === undefined) {
          expect({ adapter, semicolon: `${host}${database}`.includes(';') }).toEqual({
            adapter: 'pgsql',
            semicolon: true,
          });
          return;
        }
        const expected = {
          pgsql: { host, port: '1234', dbname: database },
          mysql: { host, port: '1234', dbname: database },
          mssql: { server: `${host},1234`, database },
          oracle: { dbname: `//${host}:1234/${database}` },
        };
        expect(read(adapter, dsn)).toEqual(expected[adapter]);
      }),
      { seed, numRuns: numberOfRuns(500) },
    );
  });

  test.each([
    ['pgsql', { host: 'localhost', port: '5432', database: 'shop' }, 'pgsql:host=localhost;port=5432;dbname=shop'],
    ['pgsql', { host: '/run/pg', database: 'shop' }, 'pgsql:host=/run/pg;dbname=shop'],
    ['mysql', { host: '/run/my.sock', port: '3306', database: 'shop' }, 'mysql:unix_socket=/run/my.sock;dbname=shop'],
    ['mssql', { host: 'db\\SQLEXPRESS', database: 'my shop' }, 'sqlsrv:Server=db\\SQLEXPRESS;Database={my shop}'],
    ['oracle', { host: 'db', port: '1521', database: 'FREEPDB1' }, 'oci:dbname=//db:1521/FREEPDB1'],
    ['sqlite', { database: 'a b.sqlite' }, 'sqlite:a b.sqlite'],
    ['mysql', { host: 'h', database: 'a@DB@' }, undefined],
  ] as const)('%s: %o', (adapter, place, dsn) => {
    expect(writeDsn(adapter, place)).toBe(dsn);
  });
});
