import { isXmlText } from '../../text/xml-text.js';
import { type ConfigGroup, type ConfigScalar, isScalar, Unwritable, withPlaceholders } from './tree.js';

/** A configuration as an XML file. */
export function writeXml(root: ConfigGroup): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<config>\n${lines(root, '  ', []).join('\n')}\n</config>\n`;
}

function lines({ entries }: ConfigGroup, indent: string, path: readonly string[]): string[] {
  return entries.flatMap(({ key, value, comment }) => {
    const here = [...path, key];
    const above = comment === undefined ? [] : [`${indent}<!-- ${comment.replaceAll(/-(?=-)/g, '- ')} -->`];
    if (isScalar(value)) return isAttribute(value) ? [] : [...above, `${indent}${element(here, value)}`];
    if (value.kind === 'list') {
      return [...above, ...value.items.map((item) => `${indent}${element([...path, key.replace(/s$/, '')], item)}`)];
    }
    const [open, close] = tags(here, value);
    if (value.entries.every((entry) => isScalar(entry.value) && isAttribute(entry.value))) {
      return [...above, `${indent}${open.replace(/>$/, '/>')}`];
    }
    return [...above, `${indent}${open}`, ...lines(value, `${indent}  `, here), `${indent}${close}`];
  });
}

/** An element of its own, but for connections, which have their names as ids. */
function tags(path: readonly string[], { entries }: ConfigGroup): readonly [open: string, close: string] {
  const key = path.at(-1) ?? '';
  const isConnection = path.slice(0, -1).join('.') === 'orm.database.connections';
  const name = isConnection ? 'connection' : xmlName(key, path);
  const id = isConnection ? ` id="${xmlText(key, path)}"` : '';
  const attributes = entries.flatMap((entry) =>
    isScalar(entry.value) && isAttribute(entry.value)
      ? [` ${xmlName(entry.key, path)}="${xmlText(entry.value, [...path, entry.key])}"`]
      : [],
  );
  return [`<${name}${id}${attributes.join('')}>`, `</${name}>`];
}

function element(path: readonly string[], text: ConfigScalar): string {
  const name = xmlName(path.at(-1) ?? '', path);
  return `<${name}>${xmlText(text, path)}</${name}>`;
}

/** The spaces around a text are not part of it in an element, only in an attribute. */
const isAttribute = (text: ConfigScalar): boolean => /^\s|\s$/u.test(withPlaceholders(text));

function xmlName(name: string, path: readonly string[]): string {
  if (/^[A-Za-z_][\w.-]*$/.test(name)) return name;
  throw new Unwritable(path.join('.'), 'a name in an XML file has letters, digits, dots, dashes and underscores only');
}

/** The one place that writes text as XML, for elements and attributes alike. */
function xmlText(text: ConfigScalar, path: readonly string[]): string {
  const written = withPlaceholders(text);
  if (!isXmlText(written)) throw new Unwritable(path.join('.'), 'XML has no way to write control characters');
  return written
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\t\n\r\u007f-\u0085\u2028]/g, (character) => `&#${String(character.charCodeAt(0))};`);
}
