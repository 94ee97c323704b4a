import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { mysqlErrors } from '../../src/drivers/mysql/errors.js';
import { pgsqlErrors } from '../../src/drivers/pgsql/errors.js';
import { sqliteErrors } from '../../src/drivers/sqlite/errors.js';
import type { ErrorReader, Report } from '../../src/errors/translate.js';

interface Protocol {
  readonly errors: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly byMessage: Readonly<Record<string, readonly (readonly [string, string, string])[]>>;
}

const FILE = JSON.parse(
  readFileSync(new URL('../../../../conformance/protocol.json', import.meta.url), 'utf8'),
) as Protocol;

const READERS: Readonly<Record<string, ErrorReader>> = { pgsql: pgsqlErrors, mysql: mysqlErrors, sqlite: sqliteErrors };

/** The kinds that whoever locks lists acts upon. */
const CONFLICTS = new Set(['deadlock', 'serialization', 'lockTimeout', 'readOnlyServer', 'connectionLost']);

/** Who waits for a lock tells that its statement has run out of time; for everybody else it is an error like others. */
const expected = (kind: string): string => (kind === 'statementTimeout' ? 'other' : kind);

const report = (vendor: string, code: string, message = 'x'): Report =>
  vendor === 'pgsql' ? { sqlState: code, message } : { driverCode: Number(code), message };

describe.each(Object.entries(READERS))('errors of %s', (vendor, reader) => {
  const codes = Object.entries(FILE.errors[vendor] ?? {}).flatMap(([kind, list]) =>
    list.map((code) => [code, kind] as const),
  );

  test('have the kinds of conformance/protocol.json', () => {
    expect(codes.map(([code]) => [code, reader.kind(report(vendor, code))])).toEqual(
      codes.map(([code, kind]) => [code, expected(kind)]),
    );
    for (const [code, message, kind] of FILE.byMessage[vendor] ?? []) {
      expect(reader.kind(report(vendor, code, message)), `${code} ${message}`).toBe(expected(kind));
    }
  });

  test('are conflicts only where the file says so', () => {
    const known = new Set(codes.map(([code]) => code));
    const all = vendor === 'pgsql' ? sqlStates() : Array.from({ length: 5000 }, (_, code) => String(code));
    const more = all.filter((code) => CONFLICTS.has(reader.kind(report(vendor, code))) && !known.has(code));
    // Every code of class 08 is a lost connection; extended codes of SQLite are told by their last byte.
    const rest = more.filter(
      (code) =>
        !(vendor === 'pgsql' ? code.startsWith('08') : vendor === 'sqlite' && [5, 6].includes(Number(code) & 0xff)),
    );
    expect(rest).toEqual([]);
  });
});

function sqlStates(): string[] {
  const signs = [...'0123456789PF'];
  const classes = ['08', '0A', '21', '22', '23', '25', '26', '28', '40', '42', '53', '54', '55', '57', '58', 'XX'];
  return classes.flatMap((start) => signs.flatMap((a) => signs.flatMap((b) => signs.map((c) => start + a + b + c))));
}
