import type { TableName } from '../sql-words.js';
import { text } from './quoting.js';

/** The schema of a name, as SQL; the database of the connection where none is given. */
export function schemaOf(name: TableName): string {
  const schema = name.at(-2);
  return schema === undefined ? 'DATABASE()' : text(schema.text);
}
