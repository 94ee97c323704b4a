import type fc from 'fast-check';
import { type RandomSchema, randomSchema } from '../../properties/random-schema.js';
import { type Tape, tapes } from '../../properties/tape.js';
import { printXml, walk, type XmlNode } from '../../support/xml-tree.js';

/** Texts that end a comment, string or file of PHP or TypeScript, or begin code; `canary` must never be more than text. */
export const HOSTILE_TEXTS = [
  '*/ canary(); /*',
  '**/ canary(); /**',
  '*\u200b/ canary(); /*',
  '?> <?php canary(); ?>',
  '<?= canary() ?>',
  "'; canary(); '",
  '"; canary(); "',
  "\\'; canary(); //",
  "\\\\'; canary(); //",
  '\\',
  '\\\\',
  "'",
  '"',
  '$canary',
  '{$canary}',
  `\${canary}`,
  '\u0060canary\u0060',
  'x\ncanary();',
  'x\r\ncanary();',
  'x\u2028canary();',
  'x\u0085canary();',
  '// \n canary();',
  '# canary()',
  '#[canary]',
  'EOT;\ncanary();\n<<<EOT',
  '\u0060; canary(); \u0060',
  '//# sourceMappingURL=canary.js',
  '</script>',
  '__proto__',
  'constructor',
  '@return canary */ canary();',
  '{@see canary} @deprecated @template canary',
  '%s %1$s {0} \\x41 \\u{41} \\n \\0',
  '\u202e;)(yranac',
  '..\\..\\canary',
  '../../canary',
  'canary.php',
  'é😀日本',
  '\ud800',
  '\ufffe',
  '1e999',
  '-0',
  '0x1F',
  '0777',
  'NULL',
  'null',
  'true',
  '__halt_compiler();',
  ')',
  '];',
  '); canary(',
  '|',
  ' ',
  '<x>',
  '&',
  "'".repeat(50),
  '*/'.repeat(50),
  'x'.repeat(3000),
] as const;

/** Names in PHP and TypeScript: many of these cannot be one, and must be refused. */
const NAMES = [
  'Finch',
  'canary()',
  'Finch extends X { }',
  '..',
  '../Finch',
  '..\\Finch',
  '\\Finch',
  'Finch\\Deep',
  'class',
  'Self',
  'static',
  '1Finch',
  'Finch;',
  'Finch Name',
  'Finch\u0000',
  'Çinch',
  '😀',
  'Base',
  'Map',
  'Enum',
  'PDO',
  'Book',
  'Query',
  'TableMap',
  'String',
  'Orm\\Runtime\\Query\\ModelQuery',
  '__construct',
  'this',
  'con',
  'Finch\n',
  '\u202eFinch',
];

/** Random schemas whose texts and names are what somebody who wants to write code into a build would give. */
export const hostileSchemas: fc.Arbitrary<RandomSchema> = tapes.map((tape) => {
  const { tree } = randomSchema(tape);
  for (const { node } of walk(tree)) taint(tape, node);
  const text = printXml(tree);
  return { tree, mutations: 0, text, canRun: false, toString: () => text };
});

const text = (tape: Tape): string => tape.pick(HOSTILE_TEXTS);

function taint(tape: Tape, { name, attributes }: XmlNode): void {
  const set = (attribute: string, percent: number, value: () => string): void => {
    if (tape.chance(percent)) attributes[attribute] = value();
  };
  // Names are refused more often than not: few of them, so that most schemas come to be classes.
  const named = (attribute: string): void => set(attribute, 1, () => tape.pick(NAMES));
  switch (name) {
    case 'database':
      set('namespace', 10, () => tape.pick(NAMES));
      named('baseClass');
      break;
    case 'table':
      set('description', 40, () => text(tape));
      set('name', 15, () => `${text(tape).slice(0, 40)} ${tape.below(1000)}`);
      if (attributes['phpName'] === undefined && !/^\w+$/.test(attributes['name'] ?? '')) {
        attributes['phpName'] = `Tainted${tape.below(10_000)}`;
      }
      named('phpName');
      named('namespace');
      named('interface');
      named('baseClass');
      break;
    case 'column':
      set('description', 40, () => text(tape));
      if (/^(VARCHAR|LONGVARCHAR|CLOB|CHAR)$/i.test(attributes['type'] ?? ''))
        set('defaultValue', 30, () => text(tape));
      if (/^(ENUM|SET)$/i.test(attributes['type'] ?? '')) {
        set('valueSet', 30, () => tape.times(1, 4, () => text(tape).replaceAll(',', ';')).join(','));
      }
      if (/^JSON$/i.test(attributes['type'] ?? '')) set('defaultValue', 30, () => JSON.stringify([text(tape)]));
      if (/^ARRAY$/i.test(attributes['type'] ?? '')) set('defaultValue', 30, () => text(tape));
      named('phpName');
      named('phpType');
      named('tableMapName');
      named('tsType');
      break;
    case 'inheritance':
      set('key', 50, () => text(tape).slice(0, 60));
      named('class');
      named('extends');
      break;
    case 'foreign-key':
      named('phpName');
      named('refPhpName');
      break;
    case 'parameter':
      if (/^(rank|scope)_column$/.test(attributes['name'] ?? '')) set('value', 5, () => text(tape));
      break;
    case 'reference':
      if (attributes['value'] !== undefined) attributes['value'] = text(tape);
  }
}
