import {
  type ConfigEntry,
  type ConfigGroup,
  type ConfigScalar,
  isScalar,
  Unwritable,
  withPlaceholders,
} from './tree.js';

/** A configuration as an INI file: a section per group, and dotted paths below. */
export function writeIni(root: ConfigGroup): string {
  const sections: string[] = [];
  for (const { key, value } of root.entries) {
    if (key !== 'orm' || isScalar(value) || value.kind === 'list')
      throw new Unwritable(key, 'an INI file has the root key orm only');
    for (const entry of value.entries) sections.push(...sectionOf(entry));
  }
  return `${sections.join('\n\n')}\n`;
}

/** The section of a group of the first level, or of the connections below it. */
function sectionOf({ key, value, comment }: ConfigEntry, path = ''): string[] {
  const name = path === '' ? iniKey(key) : `${path}.${iniKey(key)}`;
  if (isScalar(value) || value.kind === 'list') return [assignments({ key, value, comment }, '').join('\n')];
  const isDeep = value.entries.every((entry) => !isScalar(entry.value) && entry.value.kind === 'group');
  if (isDeep && value.entries.length > 0) return value.entries.flatMap((entry) => sectionOf(entry, name));
  const lines = value.entries.flatMap((entry) => assignments(entry, ''));
  return [[...remark(comment), `[${name}]`, ...lines].join('\n')];
}

function assignments({ key, value, comment }: ConfigEntry, path: string): string[] {
  const name = `${path}${iniKey(key)}`;
  if (isScalar(value)) return [...remark(comment), `${name} = ${iniText(value, name)}`];
  if (value.kind === 'list') {
    return [...remark(comment), ...value.items.map((item, i) => `${name}[${String(i)}] = ${iniText(item, name)}`)];
  }
  return [...remark(comment), ...value.entries.flatMap((entry) => assignments(entry, `${name}.`))];
}

const remark = (comment: string | undefined): string[] => (comment === undefined ? [] : [`; ${comment}`]);

function iniKey(key: string): string {
  if (/^[^\s[\].=;#"']+$/.test(key)) return key;
  throw new Unwritable(key, 'a name in an INI file has no spaces, dots, quotes or brackets');
}

/** What means itself without quotes. */
const PLAIN = /^[\w./\\:=@+-][\w./\\:;=@+,-]*$/;

/** The one place that writes text as INI. Between quotes a doubled quote is one. */
function iniText(text: ConfigScalar, path: string): string {
  const written = withPlaceholders(text);
  if (/[\r\n]/.test(written)) throw new Unwritable(path, 'a value in an INI file has one line');
  if (PLAIN.test(written)) return written;
  return written.includes('"') && !written.includes("'") ? `'${written}'` : `"${written.replaceAll('"', '""')}"`;
}
