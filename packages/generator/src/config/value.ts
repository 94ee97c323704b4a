import type { Reporter } from '../diagnostics/diagnostic.js';
import { printable } from '../diagnostics/printable.js';
import { didYouMean, nearest, suggestion } from '../diagnostics/suggest.js';
import { isPhpClassName, isPhpLabel, isPhpNamespace } from '../languages/php/names.js';
import type { KeyDefinition, KeyType } from './keys.js';
import { quotedValue } from './likely-secrets.js';
import { type ConfigNode, describeNode } from './node.js';
import { literal, type Template } from './template.js';

export type CheckedValue = string | number | boolean | readonly string[] | Template;

const EXPECTED: Readonly<Record<KeyType, string>> = {
  string: 'a text',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  strings: 'a list of texts',
  names: 'a list of connection names',
  path: 'a folder',
  size: 'a number of bytes, or a text such as 32M',
  template: 'a text',
  setting: 'a text, a number, true or false',
  class: 'the name of a PHP class',
  namespace: 'a PHP namespace',
  prefix: 'the beginning of a PHP name',
  word: 'a word',
};

/** The value of a key as its type, or nothing and a diagnostic. A value left empty (`null`) is as if it were absent. */
export function checkValue(
  definition: KeyDefinition,
  node: ConfigNode,
  path: string,
  reporter: Reporter,
): CheckedValue | undefined {
  if (node.kind === 'scalar' && node.value === null) return undefined;
  const value = readers[definition.type](node);
  if (value === undefined) {
    reporter.error({
      code: 'config/wrong-type',
      message: `${printable(path)} must be ${EXPECTED[definition.type]}, not ${shownNode(definition.type, node)}`,
      span: node.span,
      help: definition.values ? `one of ${definition.values.join(', ')}` : undefined,
    });
    return undefined;
  }
  return allowed(definition, value, node, path, reporter) ? value : undefined;
}

/** Numbers and the like are told what was written; texts are not repeated, they may be secrets. */
function shownNode(type: KeyType, node: ConfigNode): string {
  const shows = type === 'boolean' || type === 'integer' || type === 'number' || type === 'size';
  return shows && node.kind === 'scalar' && node.value !== '' ? quotedValue(String(node.value)) : describeNode(node);
}

function allowed(
  definition: KeyDefinition,
  value: CheckedValue,
  node: ConfigNode,
  path: string,
  reporter: Reporter,
): boolean {
  const { values, minimum, hints } = definition;
  if (values && (typeof value === 'string' || typeof value === 'number') && !values.includes(value)) {
    const hint =
      hints && Object.hasOwn(hints, String(value).toLowerCase()) ? hints[String(value).toLowerCase()] : undefined;
    reporter.error({
      code: 'config/wrong-value',
      message: `${printable(path)} cannot be ${quotedValue(String(value))}`,
      span: node.span,
      help: valueHelp(String(value), values.map(String), hint),
    });
    return false;
  }
  const given = (Array.isArray(value) ? value : []) as readonly string[];
  const strange = given.find((each) => !values?.some((allowed) => allowed === each));
  if (values && strange !== undefined) {
    reporter.error({
      code: 'config/wrong-value',
      message: `${printable(path)} cannot have ${quotedValue(strange)}`,
      span: node.span,
      help: valueHelp(strange, values.map(String), undefined),
    });
    return false;
  }
  if (minimum !== undefined && typeof value === 'number' && value < minimum) {
    reporter.error({
      code: 'config/wrong-value',
      message: `${printable(path)} must be at least ${minimum}`,
      span: node.span,
    });
    return false;
  }
  if (typeof value !== 'string') return true;
  if (definition.type === 'class') return allowedClass(value, node, path, reporter);
  const form = FORMS[definition.type];
  if (form === undefined || form.holds(value)) return true;
  reporter.error({
    code: 'config/wrong-value',
    message: `${printable(path)} cannot be ${quotedValue(value)}`,
    span: node.span,
    help: form.help,
  });
  return false;
}

/** What somebody probably meant, and what there is. */
function valueHelp(value: string, values: readonly string[], hint: string | undefined): string {
  const near = hint === undefined ? nearest(value, values) : undefined;
  const meant = hint ?? (near === undefined ? undefined : didYouMean(near));
  const allowed = `allowed: ${values.join(', ')}`;
  return meant === undefined ? (suggestion(value, values) ?? allowed) : `${meant}\n${allowed}`;
}

/** Texts that become part of generated code or SQL, and what they may be. */
const FORMS: Partial<Record<KeyType, { readonly holds: (value: string) => boolean; readonly help: string }>> = {
  namespace: {
    holds: isPhpNamespace,
    help: 'write names of letters, digits and underscores with a backslash between, such as Map or Model\\Map',
  },
  prefix: {
    holds: (value) => value === '' || isPhpLabel(value),
    help: 'write letters, digits and underscores, not starting with a digit',
  },
  word: { holds: (value) => /^\w+$/.test(value), help: 'write letters, digits and underscores' },
};

const CONNECTION_CLASS = 'Orm\\Runtime\\Connection\\ConnectionWrapper';

/** Connections of Propel that log statements, in lower case; here every connection can. */
const LOGGING_CLASSES: ReadonlySet<string> = new Set(['debugpdo', 'profilerconnectionwrapper', 'propelpdo']);

function allowedClass(name: string, node: ConfigNode, path: string, reporter: Reporter): boolean {
  const short = name.slice(name.lastIndexOf('\\') + 1);
  if (/^\\?Propel\\/iu.test(name) || LOGGING_CLASSES.has(short.toLowerCase())) {
    reporter.error({
      code: 'config/propel-class',
      message: `${printable(path)} names a class of Propel`,
      span: node.span,
      help: LOGGING_CLASSES.has(short.toLowerCase())
        ? `write ${CONNECTION_CLASS}, and log statements with the query log: docs/php-logging.md`
        : `write ${CONNECTION_CLASS}, or a class of your own that extends it`,
    });
    return false;
  }
  if (isPhpClassName(name)) return true;
  reporter.error({
    code: 'config/wrong-value',
    message: `${printable(path)} is no name of a PHP class`,
    span: node.span,
    help: 'write the full name with its namespace: App\\Db\\Connection',
  });
  return false;
}

type Reader = (node: ConfigNode) => CheckedValue | undefined;

const text = (node: ConfigNode): string | undefined => {
  if (node.kind !== 'scalar') return undefined;
  return typeof node.value === 'string' ? node.value : node.raw;
};

const number = (node: ConfigNode): number | undefined =>
  node.kind === 'scalar' && typeof node.value === 'number' ? node.value : undefined;

const template = (node: ConfigNode): Template | undefined => {
  if (node.kind === 'text') return Object.freeze({ parts: Object.freeze([...node.parts]), span: node.span });
  const value = text(node);
  return value === undefined ? undefined : literal(value, node.span);
};

const list = (node: ConfigNode): readonly string[] | undefined => {
  if (node.kind === 'scalar') {
    const single = text(node);
    return single === undefined ? undefined : single === '' ? [] : [single];
  }
  const items =
    node.kind === 'list' ? node.items : node.kind === 'map' ? node.entries.map((entry) => entry.value) : undefined;
  // A map is a list only as INI and PHP number it: 0, 1, 2.
  if (node.kind === 'map' && !node.entries.every((entry) => /^\d+$/.test(entry.key))) return undefined;
  const texts = items?.map(text);
  return texts?.every((item) => item !== undefined) ? texts : undefined;
};

const UNITS: Readonly<Record<string, number>> = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

const size = (node: ConfigNode): number | undefined => {
  const match = /^(\d{1,12})\s*([KMG]?)B?$/iu.exec(text(node) ?? '');
  if (!match) return undefined;
  const bytes = Number(match[1]) * (UNITS[(match[2] ?? '').toUpperCase()] ?? 1);
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : undefined;
};

const readers: Readonly<Record<KeyType, Reader>> = {
  string: text,
  boolean: (node) => (node.kind === 'scalar' && typeof node.value === 'boolean' ? node.value : undefined),
  integer: (node) => (Number.isInteger(number(node)) ? number(node) : undefined),
  number,
  strings: list,
  names: list,
  path: (node) => text(node) || undefined,
  size,
  template,
  setting: (node) =>
    node.kind === 'scalar' && (typeof node.value === 'number' || typeof node.value === 'boolean')
      ? node.value
      : template(node),
  class: (node) => text(node)?.replace(/^\\/, ''),
  namespace: (node) => text(node)?.replace(/^\\|\\$/g, ''),
  prefix: text,
  word: text,
};
