import { COLUMN_TYPES, type SizeMeaning, TYPE_ALIASES } from '../../../src/model/column-type.js';
import type { AttributeKind, AttributeSpec, ElementSpec } from '../../../src/schema/attribute-spec.js';
import { VOCABULARY } from '../../../src/schema/vocabulary.js';

/** The part of the schema's reference that is made from the tables the checker uses, as Markdown. */
export function schemaReference(): string {
  return [
    '## Elements',
    '',
    'Values in bold are the default. For `true` and `false` may also be written `t`, `yes`, `y`, `1` and `f`, `no`, `n`, `0`.',
    '',
    ...Object.entries(VOCABULARY).flatMap(([name, spec]) => elementSection(name, spec)),
    ...types(),
  ].join('\n');
}

function elementSection(name: string, spec: ElementSpec): string[] {
  const rows = Object.entries(spec.attributes).map(([attribute, its]) => attributeRow(attribute, its));
  return [
    `### \`<${name}>\``,
    '',
    spec.doc,
    '',
    ...(rows.length > 0 ? ['| attribute | values | meaning |', '|---|---|---|', ...rows, ''] : []),
    ...(spec.children.length > 0 ? [`Holds: ${spec.children.map(link).join(', ')}.`, ''] : []),
  ];
}

const link = (name: string): string => `[\`<${name}>\`](#${name})`;

function attributeRow(name: string, { kind, required, default: fallback, doc }: AttributeSpec): string {
  const label = required ? `**\`${name}\`** (required)` : `\`${name}\``;
  return `| ${label} | ${values(kind, fallback)} | ${doc} |`;
}

function values(kind: AttributeKind, fallback: string | undefined): string {
  const marked = (value: string): string => (value === fallback ? `**\`${value}\`**` : `\`${value}\``);
  switch (kind.is) {
    case 'text':
      return 'text';
    case 'boolean':
      return ['true', 'false'].map(marked).join(', ');
    case 'integer':
      return `a whole number from ${kind.min}`;
    case 'choice':
      return kind.values.includes('VARCHAR')
        ? 'a [type](#types)'
        : kind.values.map(marked).join(', ') + (kind.ignoreCase ? ', in any case' : '');
  }
}

const SIZES: Readonly<Record<SizeMeaning, string>> = {
  length: 'the length',
  precision: 'all digits; `scale`: those after the point',
  fraction: 'fractional digits, 0 to 6',
  none: '',
};

function types(): string[] {
  const rows = Object.entries(COLUMN_TYPES).map(([name, { size, doc }]) => {
    const alias = (TYPE_ALIASES as Readonly<Record<string, string | undefined>>)[name];
    return `| \`${name}\` | ${alias === undefined ? SIZES[size] : ''} | ${doc} |`;
  });
  return ['## Types', '', '| type | `size` | what it holds |', '|---|---|---|', ...rows, ''];
}
