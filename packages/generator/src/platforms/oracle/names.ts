import type { NamePart, TableName } from '../sql-words.js';
import { text } from './quoting.js';

export const folded = (part: NamePart | undefined): string =>
  part === undefined ? '' : part.quoted ? part.text : part.text.toUpperCase();

export function ownerOf(name: TableName): string {
  return name.length < 2 ? "SYS_CONTEXT('USERENV', 'CURRENT_SCHEMA')" : text(folded(name.at(-2)));
}
