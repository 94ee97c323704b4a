import type { TableName } from '../sql-words.js';
import { identifier } from './quoting.js';

export function quotedName(name: TableName): string {
  return name.map((part) => identifier(part.text)).join('.');
}
