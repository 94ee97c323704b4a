import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PhpCode, type PhpData, phpLiteral, phpString } from '../../../src/languages/php/literal.js';

/** The bytes of strings as PHP itself reads them, one process for all. */
function readByPhp(texts: readonly string[]): readonly string[] {
  const source = `<?php foreach ([${texts.map(phpString).join(',\n')}] as $text) { echo base64_encode($text), "\\n"; }`;
  const output = execFileSync('php', ['-n'], { input: source, encoding: 'utf8' });
  return output
    .split('\n')
    .slice(0, -1)
    .map((line) => Buffer.from(line, 'base64').toString('utf8'));
}

const HOSTILE = [
  '',
  "'",
  '"',
  '\\',
  "\\'",
  "\\\\'; exit; '",
  'a\\',
  '?>',
  '<?php exit; ?>',
  '$x {$x} ${x} $x[0]',
  '"$x\\$x\n',
  'line\nline\r\nline\ttab\u000b\f\u001b',
  '\0',
  '\u00001\u000012',
  '\\0\\x00\\n',
  '\\\n',
  '*/ // # <<<EOT',
  '\u{1f4a9} é \u202e\u2066 \u2028 \ufeff',
  '\u{1f468}\u200d\u{1f469}',
  '%s %env.X% `id`',
];

describe('phpString', () => {
  it('is read back by PHP as it was, whatever it holds', () => {
    expect(readByPhp(HOSTILE)).toEqual(HOSTILE);
  });

  it('is read back for random texts', () => {
    const awkward = fc.constantFrom(
      "'",
      '"',
      '\\',
      '$',
      '{',
      '}',
      '?>',
      '\0',
      '\n',
      '\r',
      '0',
      '7',
      'x',
      'n',
      'u',
      '\u2028',
    );
    const text = fc
      .array(fc.oneof(awkward, fc.string({ unit: 'grapheme' })), { maxLength: 12 })
      .map((parts) => parts.join(''));
    const texts = fc.sample(text, 2000);
    expect(readByPhp(texts)).toEqual(texts);
  });

  it('looks like what a person would write', () => {
    expect(phpString('library')).toBe("'library'");
    expect(phpString("SET NAMES 'UTF8'")).toBe("'SET NAMES \\'UTF8\\''");
    expect(phpString('$5\n')).toBe('"\\$5\\n"');
  });

  it('shows characters that hide or turn round text', () => {
    expect(phpString('a\u202eb')).toBe('"a\\u{202e}b"');
  });
});

describe('phpLiteral', () => {
  it('writes nested arrays with an item on each line', () => {
    const value = new Map<string, PhpData>([
      ['dsn', new PhpCode("'pgsql:host=' . \\getenv('HOST')")],
      ['empty', []],
      ['list', ['a', 1, true, null]],
    ]);
    expect(phpLiteral(value)).toBe(`[
    'dsn' => 'pgsql:host=' . \\getenv('HOST'),
    'empty' => [],
    'list' => [
        'a',
        1,
        true,
        null,
    ],
]`);
  });

  it('writes numbers that PHP reads as the same value and type', () => {
    const numbers = [0, 1, -1, 0.1, -0, 1e21, 1.5e300, 5e-324, 2 ** 53, Number.MAX_SAFE_INTEGER, Infinity, -Infinity];
    const whole = [0n, 2n ** 63n - 1n, -(2n ** 63n), -(2n ** 63n) + 1n];
    const source = `<?php var_export(${phpLiteral([...numbers, ...whole])});`;
    const output = execFileSync('php', ['-n', '-d', 'serialize_precision=-1'], { input: source, encoding: 'utf8' });
    const shown = output.match(/=> (.*),/g)?.map((line) => line.slice(3, -1));
    expect(shown).toEqual([
      '0',
      '1',
      '-1',
      '0.1',
      '-0.0',
      '1.0E+21',
      '1.5E+300',
      '5.0E-324',
      '9007199254740992.0',
      '9007199254740991',
      'INF',
      '-INF',
      '0',
      '9223372036854775807',
      expect.stringContaining('9223372036854775807'),
      '-9223372036854775807',
    ]);
    expect(phpLiteral(Number.NaN)).toBe('\\NAN');
    expect(() => phpLiteral(2n ** 63n)).toThrow(RangeError);
  });
});
