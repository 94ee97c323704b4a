import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildConfig } from '../../src/config/build.js';
import { checkKeys } from '../../src/config/check.js';
import { formatOf, loadReader } from '../../src/config/formats/format.js';
import { entryOf } from '../../src/config/node.js';
import { resolvePlaceholders } from '../../src/config/resolve.js';
import { GuardedSource, hideSecrets } from '../../src/config/secrets.js';
import { Reporter } from '../../src/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../src/diagnostics/render.js';
import { span } from '../../src/diagnostics/source.js';
import { load } from './support.js';

const SECRET = 'Zq7Xw9Kv3Jm5';

/** The same two secrets, in a password and in a DSN, in every format. */
const FILES: Readonly<Record<string, string>> = {
  'orm.yaml': `orm:
  database:
    connections:
      a:
        adapter: pgsql
        dsn: pgsql:host=a;password=${SECRET};dbname=b
        password: ${SECRET}
      b: {adapter: pgsql, password: "${SECRET}", user: me}
      c:
        adapter: pgsql
        password: |
          ${SECRET}
      u:
        adapter: pgsql
        dsn: postgres://me:${SECRET}@a/b
`,
  'orm.json': `{
  "orm": { "database": { "connections": {
    "a": { "adapter": "pgsql", "dsn": "pgsql:host=a;password=${SECRET};dbname=b", "password": "${SECRET}" },
    "u": { "adapter": "pgsql", "dsn": "postgres://me:${SECRET}@a/b" },
    "b": { "adapter": "pgsql",
      "password": "${SECRET}"
    } } } }
}
`,
  'orm.ini': `[database.connections.a]
adapter = pgsql
dsn = pgsql:host=a;password=${SECRET};dbname=b
password = ${SECRET}
[database.connections.u]
adapter = mysql
dsn = "mysql://me:${SECRET}@a/b"
[database.connections.b]
adapter = pgsql
password = "${SECRET}"
`,
  'orm.xml': `<config><orm><database><connections>
  <connection id="a">
    <adapter>pgsql</adapter>
    <dsn>pgsql:host=a;password=${SECRET};dbname=b</dsn>
    <password>${SECRET}</password>
  </connection>
  <connection id="u"><adapter>pgsql</adapter><dsn>postgresql://me:${SECRET}@a/b</dsn></connection>
  <connection id="b" password="${SECRET}"><adapter>pgsql</adapter></connection>
</connections></database></orm></config>
`,
  'orm.php': `<?php
return ['orm' => ['database' => ['connections' => [
    'a' => [
        'adapter' => 'pgsql',
        'dsn' => 'pgsql:host=a;password=${SECRET};dbname=b',
        'password' => '${SECRET}',
    ],
    'u' => ['adapter' => 'pgsql', 'dsn' => 'postgres://me:${SECRET}@a/b'],
    'b' => ['adapter' => 'pgsql', 'password' => "${SECRET}"],
]]]];
`,
};

async function inspect(name: string, text: string): Promise<{ messages: string; source: GuardedSource }> {
  const format = formatOf(name);
  if (format === undefined) throw new Error(name);
  const source = new GuardedSource(name, text);
  const reporter = new Reporter();
  const tree = (await loadReader(format))(text, source, reporter, '/project');
  if (tree) hideSecrets(tree);
  if (tree && !reporter.hasErrors) {
    const root = entryOf(tree, 'orm')?.value;
    if (root) {
      const resolved = resolvePlaceholders(root, {}, reporter);
      const checked = checkKeys(resolved, reporter);
      buildConfig(
        { root: '/project', file: 'orm.yaml', sources: [source], checked, tree: resolved, whole: span(source, 0) },
        reporter,
      );
    }
  }
  return { messages: renderDiagnostics(reporter.diagnostics), source };
}

/** Whether a text shows a recognisable part of the secret. */
const leaks = (text: string): boolean =>
  Array.from({ length: SECRET.length - 5 }, (_, i) => SECRET.slice(i, i + 6)).some((part) => text.includes(part));

describe.each(Object.entries(FILES))('passwords in %s', (name, text) => {
  it('are read', async () => {
    const config = await load({ [name]: text });
    expect(config.connections.get('a')?.password?.parts).toEqual([SECRET]);
    expect(config.connections.get('b')?.password?.parts).toEqual([SECRET]);
    expect(config.connections.get('u')?.password?.parts).toEqual([SECRET]);
  });

  it('are nowhere in the text that frames print, whose lines stay in place', async () => {
    const { source } = await inspect(name, text);
    expect(leaks(source.text)).toBe(false);
    expect(source.text).toHaveLength(text.length);
    expect(source.text.split('\n')).toHaveLength(text.split('\n').length);
    expect(source.text).toContain('adapter');
  });

  it('are not shown where a line break stands before the colon of a URL', async () => {
    for (const space of ['\n', '\n  ']) {
      const { messages } = await inspect(name, text.replace(`:${SECRET}@`, `${space}:${SECRET}@`));
      expect(leaks(messages), messages).toBe(false);
    }
  });

  it('are not shown by any diagnostic about a damaged file', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(text.length - 1),
        fc.constantFrom('delete', 'insert'),
        fc.constantFrom('"', "'", ';', '\n', '<', '{', ']', ' ', '%', '#', ':', '=', '\\', 'x'),
        async (at, action, char) => {
          const damaged =
            text.slice(0, at) + (action === 'insert' ? char : '') + text.slice(action === 'insert' ? at : at + 1);
          const { messages } = await inspect(name, damaged);
          expect(leaks(messages), `${damaged}\n${messages}`).toBe(false);
        },
      ),
      { numRuns: 500 },
    );
  });
});
