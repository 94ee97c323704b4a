/** What a text would break out of PHP with. */
const INTO_PHP: readonly string[] = [
  "A(){} } \\file_put_contents('x','y'); __halt_compiler(); #",
  'A; \\canary(); #',
  'A { } canary(); class B',
  'canary()',
  '*/ canary(); /*',
  '*\u200b/ canary(); /*',
  '?><?php canary(); ?>',
  "'; canary(); '",
  "\\'; canary(); //",
  '{$canary}',
  `\${canary()}`,
  'x\ncanary();\n',
  'x\u2028canary();',
  '|canary',
  '\\App\\Thing|canary()',
  'namespace\\Canary',
  'Fin\u3164ch',
  'Finch\u{e0100}',
];

const INTO_SQL: readonly string[] = [
  `'a\\'); DELETE FROM canary; CREATE TABLE zz ("id" int, c int, -- '`,
  '$$)); DROP TABLE canary; SELECT (($$',
  '1, canary int',
  'varchar(20), canary int',
  '0); DROP TABLE canary; --',
  "x'; DROP TABLE canary; --",
  'x"; DROP TABLE canary; --',
  'x`; DROP TABLE canary; -- ',
  'x]; DROP TABLE canary; --',
  "x\\'; DROP TABLE canary; -- ",
  '1 /*! ; DROP TABLE canary */',
  '1 /* ',
  '1 \\! canary',
  "E'a'\n'\\'' ; DROP TABLE canary; SELECT '",
  '\u20ac$$ ; DROP TABLE canary; SELECT $$',
  "q'[']; DROP TABLE canary; --]'",
  'a\nGO\nDROP TABLE canary\nGO\n',
  'a;\n/\nDROP TABLE canary;\n',
  'a\nDELIMITER $$\n',
  "$a(') ; DROP TABLE canary; SELECT (' )",
  `"a\\", canary int, "c"`,
];

const INTO_HTML: readonly string[] = [
  '<img src=x onerror=canary()>',
  '"><script>canary()</script>',
  '</script><script>canary()</script>',
  "' onmouseover='canary()",
];

const INTO_PATHS: readonly string[] = ['../../canary', '..\\..\\canary', '/tmp/canary', 'canary\u0000.php'];

const FAMILIES = [INTO_PHP, INTO_SQL, INTO_HTML, INTO_PATHS];

/**
 * What somebody would write who wants a text of a schema or a configuration to be more than a text. `canary` is what they
 * would like to run, drop or show. None of them is a name that PHP takes, so that none of them may name anything.
 */
export const HOSTILE_VALUES: readonly string[] = FAMILIES.flat();

/** How many samples have all values between them. */
export const SAMPLES = 4;

/** A part of the values that has some of every family; `SAMPLES` turns one after the other give all of them. */
export const hostileSample = (turn: number): readonly string[] =>
  FAMILIES.flatMap((family) => family.filter((_, index) => index % SAMPLES === turn % SAMPLES));

const PIECES = [
  ...HOSTILE_VALUES,
  ...[
    "'",
    '"',
    '`',
    '[',
    ']',
    '(',
    ')',
    '{',
    '}',
    ';',
    ',',
    '\\',
    '$',
    '$$',
    '$a$',
    '--',
    '/*',
    '*/',
    '#',
    '\n',
    ' ',
    '?>',
    '<?php ',
  ],
  ...[
    "E'",
    "q'",
    "N'",
    'canary',
    'int',
    '1',
    'A',
    '\u0301',
    '\u00a0',
    '\u20ac',
    '@',
    ':',
    '&',
    '<',
    '>',
    '%',
    'GO',
    '/',
  ],
];

/** A value made of several hostile pieces, by a generator of random numbers below 1. */
export function hostileMixture(random: () => number): string {
  const count = 1 + Math.floor(random() * 6);
  return Array.from({ length: count }, () => PIECES[Math.floor(random() * PIECES.length)] ?? '').join('');
}
