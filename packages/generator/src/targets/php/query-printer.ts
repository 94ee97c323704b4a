import type { PlannedColumn } from '../../plan/table.js';
import type { TableContext } from './context.js';
import type { PhpFile } from './file.js';
import { method } from './model-printer.js';
import type { PhpValue } from './values/value.js';

/** A column with everything the printers of a query class need to know of it. */
export interface QueryColumn extends PlannedColumn {
  readonly value: PhpValue;
}

/** A query class being printed. */
export interface QueryPrinter extends TableContext {
  readonly file: PhpFile;
  readonly columns: readonly QueryColumn[];
  /** The user's model class, the collection and the connection, as this file names them. */
  readonly model: string;
  readonly collection: string;
  readonly connection: string;
  /** False when the class, or the runtime's, has a method of that name already; the name is taken afterwards. */
  readonly claim: (name: string) => boolean;
}

/** A method with a doc comment, or without one when there is nothing to say. */
export function documented(doc: readonly string[], signature: string, body: readonly string[]): string[] {
  return method(signature, body, doc);
}
