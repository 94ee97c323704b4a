import { KEYS, type KeyDefinition } from './keys.js';

/** The reference of all keys as Markdown tables, made from the key table; `docs/configuration.md` holds it. */
export function keyReference(): string {
  const working = KEYS.filter((key) => key.replacedBy === undefined && key.aliasOf === undefined);
  const replaced = KEYS.filter((key) => key.replacedBy !== undefined);
  return [
    '| key | type | default | meaning | read by |',
    '|---|---|---|---|---|',
    ...working.map((key) => row([code(key.path), typeOf(key), defaultOf(key), key.doc, key.since ?? 'this version'])),
    '',
    '### Keys of Propel that are errors here',
    '',
    '| key | what to do |',
    '|---|---|',
    ...replaced.map((key) => row([code(key.path), key.replacedBy ?? ''])),
    '',
  ].join('\n');
}

const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

/** Text of a cell: a bar would end it, and `<name>` would be taken for HTML. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

const code = (path: string): string => `\`${path.replaceAll('*', '{name}').replaceAll('#', '{n}')}\``;

function typeOf({ type, values }: KeyDefinition): string {
  if (values) return `${type === 'strings' ? 'list of ' : ''}${values.join(', ')}`;
  return {
    template: 'text',
    setting: 'text, number, boolean',
    string: 'text',
    strings: 'list',
    names: 'list of connections',
    class: 'PHP class',
    namespace: 'PHP namespace',
    prefix: 'part of a PHP name',
    word: 'word',
    path: 'folder',
    size: 'bytes',
    boolean: 'boolean',
    integer: 'integer',
    number: 'number',
  }[type];
}

function defaultOf({ default: value, defaultText, required }: KeyDefinition): string {
  if (required) return 'required';
  if (defaultText !== undefined) return defaultText;
  return value === undefined || value === '' ? '' : `\`${String(value)}\``;
}
