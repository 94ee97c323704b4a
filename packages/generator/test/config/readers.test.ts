import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDsn } from '../../src/config/dsn.js';
import { type Format, loadReader } from '../../src/config/formats/format.js';
import type { ConfigNode } from '../../src/config/node.js';
import { Reporter } from '../../src/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../src/diagnostics/render.js';
import { ADAPTERS } from '../../src/model/adapter.js';

/** Texts made of the pieces that mean something in a format, in any order. */
const PIECES: Readonly<Record<Format, readonly string[]>> = {
  yaml: [
    'orm',
    ':',
    ' ',
    '\n',
    '  ',
    '- ',
    '[',
    ']',
    '{',
    '}',
    ',',
    '"',
    "'",
    '&a ',
    '*a',
    '|',
    '>',
    '#',
    '%env.X%',
    '!!x',
    '?',
    '---',
    '\t',
    '<<',
    '1',
    'true',
    '~',
  ],
  json: ['{', '}', '[', ']', '"orm"', '"', ':', ',', '1', '-', 'true', 'null', '\\u', '\\', '\n', ' ', '/*', "'"],
  ini: ['[', ']', 'orm', '.', '=', '[]', '[0]', '[a]', '"', "'", ';', '#', '\n', '\r\n', ' ', 'x', '%a%', ':'],
  xml: [
    '<',
    '>',
    '</',
    '/>',
    '<config>',
    '</config>',
    '<orm>',
    '</orm>',
    'id="a"',
    ' ',
    '=',
    '"',
    '&amp;',
    '&x;',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '<!DOCTYPE a>',
    '\n',
  ],
  php: [
    '<?php ',
    'return ',
    '[',
    ']',
    '(',
    ')',
    "'orm'",
    '"',
    "'",
    ' => ',
    ',',
    ';',
    ' . ',
    '-',
    '1',
    '0x',
    'true',
    'null',
    'array(',
    'X::class',
    '__DIR__',
    "getenv('A')",
    "$_ENV['A']",
    '$x',
    '{',
    '}',
    '<<<E\n',
    '\nE',
    '/*',
    '//',
    '\n',
    '?>',
    '\\',
    'use A;',
    '...',
  ],
};

function positions(node: ConfigNode): readonly ConfigNode[] {
  if (node.kind === 'map') return [node, ...node.entries.flatMap((entry) => positions(entry.value))];
  return node.kind === 'list' ? [node, ...node.items.flatMap(positions)] : [node];
}

describe.each(Object.keys(PIECES) as Format[])('the %s reader', (format) => {
  it('answers any text with a tree or a diagnostic that has a place', async () => {
    const read = await loadReader(format);
    const pieces = fc.array(fc.oneof(fc.constantFrom(...PIECES[format]), fc.string({ maxLength: 3 })), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(
        pieces.map((list) => list.join('')),
        fc.boolean(),
        (piece, whole) => {
          const text = format === 'php' && whole ? `<?php return [${piece}];` : piece;
          const source = { path: `orm.${format}`, text };
          const reporter = new Reporter();
          const tree = read(text, source, reporter, '/project');
          expect(tree !== undefined || reporter.hasErrors).toBe(true);
          for (const { span } of reporter.diagnostics) {
            expect(span?.source).toBe(source);
            expect(span?.start).toBeGreaterThanOrEqual(0);
            expect(span?.end).toBeLessThanOrEqual(text.length);
          }
          for (const node of tree ? positions(tree) : []) {
            expect(node.span.start).toBeLessThanOrEqual(node.span.end);
            expect(node.span.end).toBeLessThanOrEqual(text.length);
          }
          renderDiagnostics(reporter.diagnostics);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('bears deep nesting', async () => {
    const read = await loadReader(format);
    const [open, close] = {
      yaml: ['[', ']'],
      json: ['[', ']'],
      ini: ['a.', ''],
      xml: ['<a>', '</a>'],
      php: ['[', ']'],
    }[format];
    const deep = (open ?? '').repeat(20_000) + (close ?? '').repeat(20_000);
    const text = {
      yaml: deep,
      json: deep,
      ini: `${deep}b = 1`,
      xml: `<config>${deep}</config>`,
      php: `<?php return ${deep};`,
    }[format];
    const reporter = new Reporter();
    read(text, { path: 'orm', text }, reporter, '/project');
    expect(reporter.hasErrors).toBe(true);
  });
});

describe('the DSN reader', () => {
  it('answers any text with parameters or a diagnostic', () => {
    const piece = fc.constantFrom(
      'host',
      'password',
      'dbname',
      'Server',
      'x',
      '=',
      ';',
      ';;',
      ' ',
      "'",
      '\\',
      '{',
      '}',
      '}}',
      ',',
      '1',
      ':',
      '@DB@',
      '\n',
    );
    const text = fc.tuple(
      fc.constantFrom('pgsql:', 'mysql:', 'sqlite:', 'sqlsrv:', 'dblib:', 'oci:', '', 'x:'),
      fc.array(piece, { maxLength: 25 }),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(...ADAPTERS), ([driver, rest], adapter) => {
        const reporter = new Reporter();
        const dsn = parseDsn({ text: driver + rest.join(''), adapter, connection: 'a', span: undefined }, reporter);
        expect((dsn === undefined) === reporter.hasErrors).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });

  it('reads back what was quoted', () => {
    const value = fc.string({ minLength: 1 }).filter((text) => !/[;\n\0]/.test(text));
    fc.assert(
      fc.property(value, (password) => {
        const quoted = `'${password.replace(/[\\']/g, '\\$&')}'`;
        const text = `pgsql:host=a password=${quoted} dbname=b`;
        const dsn = parseDsn({ text, adapter: 'pgsql', connection: 'a', span: undefined }, new Reporter());
        expect(dsn?.parameters.get('password')).toBe(password.replaceAll('@DB@', 'a'));
        expect(dsn?.parameters.get('dbname')).toBe('b');
      }),
    );
  });
});
