import type { NamePart, TableName } from '../sql-words.js';
import { identifier } from './quoting.js';

export const folded = ({ text: name, quoted }: NamePart): string => (quoted ? name : name.toLowerCase());

/** A name as SQL, for `to_regclass` and its relatives, which follow the search_path as DROP does. */
export function quotedName(name: TableName): string {
  return name.map((part) => identifier(folded(part))).join('.');
}
