import { loadModule } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Adapter } from '../../src/model/adapter.js';
import type { Platform } from '../../src/platforms/platform.js';
import { checkSchema } from '../properties/schema-checks.js';
import { ADAPTERS, loadPlatforms } from '../support/compile-schema.js';
import { orm } from '../support/orm-in-process.js';
import { Sandbox } from '../support/sandbox.js';
import { printXml, type XmlNode, xmlNode } from '../support/xml-tree.js';

const NAMES: readonly string[] = [
  `'`,
  `''`,
  `"`,
  '`',
  ']',
  ']]',
  ';',
  '\\',
  `\\'`,
  '*/',
  '/*',
  '--',
  '-- x',
  '#',
  '..',
  '../../etc/passwd',
  '/etc/passwd',
  'C:\\Windows',
  '-rf',
  '--force',
  '--config-dir=/tmp',
  '$(id)',
  '`id`',
  '$'.concat('{x}'),
  '%s',
  '{{x}}',
  '$$',
  '<script>',
  "x'); DROP TABLE users; --",
  'x"; DROP TABLE users; --',
  'new\nline',
  'x\n; DROP TABLE users; --',
  'carriage\rreturn',
  'tab\there',
  '\u202egnp.exe',
  'zero\u200bwidth',
  'next\u0085line',
  'line\u2028separator',
  '\ufeffmark',
  'c1\u009b31m',
  '😀',
  'e\u0301',
  ' x',
  'x ',
  'constructor',
  '__proto__',
  'toString',
  'NULL',
  'GO',
  'DELIMITER',
];

const column = (more: Record<string, string> = {}): XmlNode =>
  xmlNode('column', { name: 'id', phpName: 'Id', type: 'INTEGER', primaryKey: 'true', ...more });
const table = (more: Record<string, string>, children: XmlNode[] = []): XmlNode =>
  xmlNode('table', { name: 't', phpName: 'T', ...more }, [column(), ...children]);
const database = (more: Record<string, string>, children: XmlNode[]): XmlNode =>
  xmlNode('database', { name: 'app', ...more }, children);

/** Every place of a schema where a name or a text goes into SQL. */
const PLACES: Readonly<Record<string, (name: string) => XmlNode>> = {
  'a table': (name) => database({}, [table({ name })]),
  'a table without a phpName': (name) => database({}, [xmlNode('table', { name }, [column()])]),
  'a column': (name) => database({}, [table({}, [xmlNode('column', { name, phpName: 'C', type: 'INTEGER' })])]),
  'an ENUM column': (name) =>
    database({}, [table({}, [xmlNode('column', { name, phpName: 'C', type: 'ENUM', valueSet: 'a' })])]),
  'a schema': (schema) => database({ schema }, [table({})]),
  'the schema of a table': (schema) => database({}, [table({ schema })]),
  'a prefix': (tablePrefix) => database({ tablePrefix }, [table({})]),
  'an index': (name) =>
    database({}, [table({}, [xmlNode('index', { name }, [xmlNode('index-column', { name: 'id' })])])]),
  'a unique': (name) =>
    database({}, [table({}, [xmlNode('unique', { name }, [xmlNode('unique-column', { name: 'id' })])])]),
  'a foreign key': (name) =>
    database({}, [
      table({}, [
        xmlNode('column', { name: 'p', type: 'INTEGER' }),
        xmlNode('foreign-key', { name, foreignTable: 't', phpName: 'P', refPhpName: 'R' }, [
          xmlNode('reference', { local: 'p', foreign: 'id' }),
        ]),
      ]),
    ]),
  'a sequence': (value) =>
    database({}, [
      xmlNode('table', { name: 't' }, [column({ autoIncrement: 'true' }), xmlNode('id-method-parameter', { value })]),
    ]),
  'a label': (label) =>
    database({}, [table({}, [xmlNode('column', { name: 'e', type: 'ENUM', valueSet: `a, ${label}x` })])]),
  'a default': (defaultValue) =>
    database({}, [table({}, [xmlNode('column', { name: 'd', type: 'VARCHAR', defaultValue })])]),
  'bytes as a default': (defaultValue) =>
    database({}, [table({}, [xmlNode('column', { name: 'd', type: 'VARBINARY', size: '100', defaultValue })])]),
  'a description': (description) =>
    database({}, [table({ description }, [xmlNode('column', { name: 'd', type: 'DATE', description })])]),
  'a vendor parameter': (value) =>
    database({}, [
      table(
        {},
        ADAPTERS.map((type) => xmlNode('vendor', { type }, [xmlNode('parameter', { name: 'Charset', value })])),
      ),
    ]),
  'a schema by vendor parameter': (value) =>
    database({}, [
      table({}, [xmlNode('vendor', { type: 'pgsql' }, [xmlNode('parameter', { name: 'schema', value })])]),
    ]),
  'the PHP names': (name) => database({ namespace: name, package: name }, [table({ phpName: name, namespace: name })]),
};

let platforms: ReadonlyMap<Adapter, Platform>;

beforeAll(async () => {
  await loadModule();
  platforms = await loadPlatforms();
});

describe('a hostile name is valid SQL or an error with its place', () => {
  it.each(Object.keys(PLACES))('as %s', (place) => {
    for (const name of NAMES) {
      const text = printXml(PLACES[place]?.(name) ?? xmlNode('none'));
      for (const platform of platforms.values()) checkSchema(text, platform);
    }
  });
});

/** Only these may appear when a project is built: everything else in the sandbox must stay as it was. */
async function buildNamed(name: string, schema: XmlNode): Promise<{ code: number; stderr: string; files: string[] }> {
  const config = { orm: { general: { project: 'x' }, database: { connections: { [name]: { adapter: 'sqlite' } } } } };
  const sandbox = new Sandbox({
    'orm.json': JSON.stringify(config),
    'schema.xml': printXml(schema),
    '../secret.xml': 'TOP',
  });
  try {
    const before = sandbox.snapshot();
    const { code, stderr } = await orm(sandbox.project, 'sql:build');
    const output = 'above/project/generated-sql/';
    const after = [...sandbox.snapshot()];
    expect(new Map(after.filter(([path]) => !path.startsWith(output)))).toEqual(before);
    expect(stderr).not.toContain('this is a bug');
    const files = after.flatMap(([path]) =>
      path.startsWith(output) && path !== output ? [path.slice(output.length)] : [],
    );
    return { code, stderr, files };
  } finally {
    sandbox.remove();
  }
}

describe('nothing is written outside the output folder', () => {
  it.each(NAMES)('for the database and connection %j', async (name) => {
    const { code, stderr, files } = await buildNamed(name, database({ name }, [table({})]));
    if (code === 0) expect(files.sort()).toEqual([`${name}.sql`, 'sqldb.map'].sort());
    else expect(stderr).toContain('error: ');
  });

  it.each(NAMES)('for the package and namespace %j', async (name) => {
    const tree = database({ package: name, namespace: name }, [table({ package: name, namespace: name })]);
    const { code, files } = await buildNamed('app', tree);
    expect(files.sort()).toEqual(code === 0 ? ['app.sql', 'sqldb.map'] : []);
  });

  it.each([
    '/etc/passwd',
    '../secret.xml',
    '../../../../etc/passwd',
    'file:///etc/passwd',
    '.',
    '/',
    '-',
    'x\0y',
    '/dev/stdin',
    '/dev/zero',
    '/proc/self/environ',
  ])('and nothing is read that is no schema: the file %j', async (filename) => {
    const tree = database({}, [xmlNode('external-schema', { filename: filename.replace('\0', '') }), table({})]);
    const { code, stderr } = await buildNamed('app', tree);
    expect(code).toBe(1);
    expect(stderr).toContain('error: ');
    expect(stderr).not.toMatch(/root:|TOP secret/);
  });
});
