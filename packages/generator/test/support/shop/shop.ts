import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutedAdapter } from '../engines.js';

/** The SQL that makes the shop: 17 tables with rows, and a view over two of them. */
export const shopSql = (adapter: ExecutedAdapter): string => `${fileOf(adapter)}\n${fileOf('rows')}`;

const fileOf = (name: string): string => readFileSync(join(import.meta.dirname, `${name}.sql`), 'utf8');
