import { type ConfigGroup, type ConfigScalar, isScalar, withPlaceholders } from './tree.js';

/** A configuration as a YAML file. `description` is where editors find the JSON Schema. */
export function writeYaml(root: ConfigGroup, description?: string): string {
  const head = description === undefined ? [] : [`# yaml-language-server: $schema=${description}`];
  return `${[...head, ...lines(root, '')].join('\n')}\n`;
}

function lines({ entries }: ConfigGroup, indent: string): string[] {
  return entries.flatMap(({ key, value, comment }) => {
    const above = comment === undefined ? [] : [`${indent}# ${comment}`];
    const name = `${indent}${yamlText(key)}:`;
    if (isScalar(value)) return [...above, `${name} ${yamlText(value)}`];
    if (value.kind === 'list') return [...above, name, ...value.items.map((item) => `${indent}  - ${yamlText(item)}`)];
    return [...above, value.entries.length === 0 ? `${name} {}` : name, ...lines(value, `${indent}  `)];
  });
}

/** What means itself without quotes, as a value and as a key: a word or a DSN, but no number, boolean or null. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n|nan|inf)$)[A-Za-z_/.][\w./\\;=@+-]*(?::[\w./\\;=@+-]+)*$/i;

/** The one place that writes text as YAML. A text of JSON is one of YAML too, but for the characters below. */
function yamlText(text: ConfigScalar): string {
  if (typeof text === 'boolean') return String(text);
  const written = withPlaceholders(text);
  if (PLAIN.test(written) && !/^\.+$|^\.(inf|nan|\d)/i.test(written)) return written;
  return JSON.stringify(written).replaceAll(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
