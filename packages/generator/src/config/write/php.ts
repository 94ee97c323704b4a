import { PhpCode, type PhpData, phpLiteral, phpString } from '../../languages/php/literal.js';
import { type ConfigGroup, type ConfigScalar, type ConfigValue, isScalar, withPlaceholders } from './tree.js';

/** A configuration as a PHP file that returns an array. */
export function writePhp(root: ConfigGroup): string {
  return `<?php\n\nreturn ${arrayOf(root, '')};\n`;
}

function arrayOf({ entries }: ConfigGroup, indent: string): string {
  if (entries.length === 0) return '[]';
  const inner = `${indent}    `;
  const items = entries.flatMap(({ key, value, comment }) => [
    ...(comment === undefined ? [] : [`${inner}// ${comment}\n`]),
    `${inner}${phpString(key)} => ${phpValue(value, inner)},\n`,
  ]);
  return `[\n${items.join('')}${indent}]`;
}

function phpValue(value: ConfigValue, indent: string): string {
  if (isScalar(value)) return phpLiteral(phpText(value));
  if (value.kind === 'list') return `[${value.items.map((item) => phpLiteral(phpText(item))).join(', ')}]`;
  return arrayOf(value, indent);
}

/** A text with percent signs as the reader wants them; a lookup alone is what a PHP file says for it. */
function phpText(text: ConfigScalar): PhpData {
  if (typeof text === 'boolean') return text;
  if (typeof text !== 'string' && text.parts.length === 1) {
    const [part] = text.parts;
    if (typeof part === 'object') return new PhpCode(`getenv(${phpString(part.env)})`);
  }
  return withPlaceholders(text);
}
