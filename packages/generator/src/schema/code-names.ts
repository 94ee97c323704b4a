/** How the name of a class or a member is made from a database name when the schema gives none. */
export const NAMING_METHODS = ['underscore', 'phpname', 'nochange', 'clean'] as const;
export type NamingMethod = (typeof NAMING_METHODS)[number];

const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const codeNames = new Map<string, string>();

/** What a table or column is called in code. Names repeat from table to table, so each is made once. */
export function codeName(name: string, method: NamingMethod): string {
  const key = `${method} ${name}`;
  let known = codeNames.get(key);
  if (known === undefined) {
    known = makeName(name, method);
    codeNames.set(key, known);
  }
  return known;
}

function makeName(name: string, method: NamingMethod): string {
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
