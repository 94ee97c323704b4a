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

/**
 * PHP names of columns and relations whose get/set/is/has/add method every model class already has with another
 * meaning, in lower case.
 */
const TAKEN_ACCESSORS = new Set(
  (
    'new deleted columnmodified modifiedcolumns primarykey primarykeynull byname byposition virtualcolumn ' +
    'virtualcolumns connection tablemap'
  ).split(' '),
);

export function isTakenAccessor(name: string): boolean {
  return TAKEN_ACCESSORS.has(name.toLowerCase());
}
