import { type ConfigGroup, type ConfigValue, isScalar, withPlaceholders } from './tree.js';

/** A configuration as a JSON file, which has no comments. `description` is where editors find the JSON Schema. */
export function writeJson(root: ConfigGroup, description?: string): string {
  // Editors take a path that begins with a name for the name of a package.
  const head = description === undefined ? {} : { $schema: description.replace(/^(?!\.|\/)/, './') };
  return `${JSON.stringify({ ...head, ...(plain(root) as object) }, null, 2)}\n`;
}

function plain(value: ConfigValue): unknown {
  if (isScalar(value)) return typeof value === 'boolean' ? value : withPlaceholders(value);
  if (value.kind === 'list') return value.items.map(withPlaceholders);
  return Object.fromEntries(value.entries.map((entry) => [entry.key, plain(entry.value)]));
}
