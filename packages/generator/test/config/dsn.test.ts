import { describe, expect, it } from 'vitest';
import { parseDsn } from '../../src/config/dsn.js';
import { Reporter } from '../../src/diagnostics/diagnostic.js';
import type { Adapter } from '../../src/model/adapter.js';

function parameters(adapter: Adapter, text: string): Readonly<Record<string, string>> {
  const reporter = new Reporter();
  const dsn = parseDsn({ text, adapter, connection: 'library', span: undefined }, reporter);
  reporter.throwIfErrors();
  return Object.fromEntries(dsn?.parameters ?? []);
}

describe('a DSN is read as PDO reads it', () => {
  it.each<[Adapter, string, Readonly<Record<string, string>>]>([
    ['pgsql', 'pgsql:host=a;port=5433;dbname=b', { host: 'a', port: '5433', dbname: 'b' }],
    ['pgsql', 'pgsql:host=a port=5433 dbname=b', { host: 'a', port: '5433', dbname: 'b' }],
    [
      'pgsql',
      "pgsql:host = a ; dbname='my library' password='it\\'s \\\\'",
      { host: 'a', dbname: 'my library', password: "it's \\" },
    ],
    ['pgsql', 'pgsql:dbname=a\\ b;sslmode=verify-full', { dbname: 'a b', sslmode: 'verify-full' }],
    ['pgsql', "pgsql:password='';dbname=x", { password: '', dbname: 'x' }],
    ['pgsql', 'pgsql:dbname=@DB@', { dbname: 'library' }],
    ['pgsql', 'pgsql:host=a,b;port=5433,5434;dbname=c', { host: 'a,b', port: '5433,5434', dbname: 'c' }],
    ['pgsql', 'pgsql:host=a,b;port=5433,;dbname=c', { host: 'a,b', port: '5433,', dbname: 'c' }],
    ['pgsql', 'pgsql:host=a,b,c;port=5433;dbname=d', { host: 'a,b,c', port: '5433', dbname: 'd' }],
    ['mysql', 'mysql:host=a;dbname=b;', { host: 'a', dbname: 'b' }],
    ['mysql', 'mysql:host=a; dbname=b c;password=x;;y', { host: 'a', dbname: 'b c', password: 'x;y' }],
    ['mysql', 'mysql:unix_socket=/run/my.sock;charset=latin1', { unix_socket: '/run/my.sock', charset: 'latin1' }],
    [
      'mssql',
      'sqlsrv:Server=tcp:a,1434;Database={my;b}}d};Encrypt=no',
      { server: 'tcp:a,1434', database: 'my;b}d', encrypt: 'no' },
    ],
    ['mssql', 'dblib:host=a:1433;dbname=b', { host: 'a:1433', dbname: 'b' }],
    ['oracle', 'oci:dbname=//a:1521/ORCL;charset=UTF8', { dbname: '//a:1521/ORCL', charset: 'UTF8' }],
  ])('%s %s', (adapter, text, expected) => expect(parameters(adapter, text)).toEqual(expected));

  it.each([
    ['sqlite:data/x.sqlite', 'data/x.sqlite'],
    ['sqlite::memory:', ':memory:'],
    ['sqlite:/var/x;y.db', '/var/x;y.db'],
    ['sqlite:file:x.db?mode=ro', 'file:x.db?mode=ro'],
  ])('%s', (text, path) => {
    const reporter = new Reporter();
    expect(parseDsn({ text, adapter: 'sqlite', connection: 'a', span: undefined }, reporter)?.path).toBe(path);
    expect(reporter.hasErrors).toBe(false);
  });

  it('a semicolon in quotes is refused, because PDO would make a space of it', () => {
    expect(() => parameters('pgsql', "pgsql:password='a;b'")).toThrow(/semicolon in quotes as a space/);
  });

  it('ports are one for all hosts, or one for each', () => {
    expect(() => parameters('pgsql', 'pgsql:host=a,b,c;port=5433,5434')).toThrow(/2 ports for 3 hosts/);
    expect(() => parameters('pgsql', 'pgsql:host=a;port=5433,5434')).toThrow(/2 ports for 1 host$/m);
    expect(() => parameters('pgsql', 'pgsql:host=a,b;port=5433,x')).toThrow(/port in the DSN must be a number/);
    expect(() => parameters('mysql', 'mysql:host=a,b;port=3306,3307')).toThrow(/port in the DSN must be a number/);
  });

  it('a parameter twice is refused', () => {
    expect(() => parameters('mysql', 'mysql:host=a;HOST=b')).toThrow(/host twice/);
  });
});
