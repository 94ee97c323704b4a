/** How a PHP name is made from a database name when the schema gives none. */
export const NAMING_METHODS = ['underscore', 'phpname', 'nochange', 'clean'] as const;
export type NamingMethod = (typeof NAMING_METHODS)[number];

const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const phpNames = new Map<string, string>();

/** The PHP name of a table or column. Names repeat from table to table, so each is made once. */
export function phpName(name: string, method: NamingMethod): string {
  const key = `${method} ${name}`;
  let known = phpNames.get(key);
  if (known === undefined) {
    known = makePhpName(name, method);
    phpNames.set(key, known);
  }
  return known;
}

function makePhpName(name: string, method: NamingMethod): string {
  switch (method) {
    case 'underscore':
      return name
        .split('_')
        .map((word) => upperFirst(word.toLowerCase()))
        .join('');
    case 'phpname':
      return name.split('_').map(upperFirst).join('');
    case 'clean':
      return (name.match(/[a-z0-9]+/gi) ?? []).map((word) => upperFirst(word.toLowerCase())).join('');
    case 'nochange':
      return name;
  }
}

/** PHP's own rule for a label: letters, digits, underscore and any byte from 0x80, not starting with a digit. */
const LABEL = /^[A-Za-z_\u0080-\u{10ffff}][A-Za-z0-9_\u0080-\u{10ffff}]*$/u;

/** PHP would take them too, but nobody who reads the code sees them, or sees it in another order. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u;

export function isPhpLabel(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) || (LABEL.test(name) && !UNSEEN.test(name));
}

/** `A\B\C`, with or without a leading backslash. */
export function isPhpClassName(name: string): boolean {
  return name.replace(/^\\/, '').split('\\').every(isPhpLabel);
}

/** Words that cannot name a class in PHP 8, in lower case: class names do not care about case. */
const RESERVED_CLASS_NAMES = new Set(
  (
    '__halt_compiler abstract and array as break callable case catch class clone const continue declare default die do ' +
    'echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile eval exit extends final finally fn for ' +
    'foreach function global goto if implements include include_once instanceof insteadof interface isset list match ' +
    'namespace new or print private protected public readonly require require_once return static switch throw trait try ' +
    'unset use var while xor yield self parent int float bool string true false null void iterable object mixed never ' +
    '__class__ __dir__ __file__ __function__ __line__ __method__ __namespace__ __trait__'
  ).split(' '),
);

export function isReservedClassName(name: string): boolean {
  return RESERVED_CLASS_NAMES.has(name.toLowerCase());
}

/**
 * PHP names of columns and relations whose get/set/is/has/add method every model class already has with another
 * meaning, in lower case.
 */
const TAKEN_ACCESSORS = new Set(
  (
    'new deleted modified columnmodified modifiedcolumns primarykey primarykeynull byname byposition virtualcolumn ' +
    'virtualcolumns connection tablemap'
  ).split(' '),
);

export function isTakenAccessor(name: string): boolean {
  return TAKEN_ACCESSORS.has(name.toLowerCase());
}
