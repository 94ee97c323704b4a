import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const SAMPLES = ['film-rental', 'bookshop', 'issue-tracker', 'blog', 'erp', 'community', 'oddities'] as const;

/** The script of a sample, without the lines that are for the other server. */
export function scriptOf(sample: string, server: string): string {
  let isOurs = true;
  const lines = readFileSync(join(import.meta.dirname, `${sample}.sql`), 'utf8').split('\n');
  return lines
    .filter((line) => {
      const only = /^-- (mysql|mariadb|both):$/.exec(line)?.[1];
      if (only !== undefined) isOurs = only === 'both' || only === server;
      return isOurs;
    })
    .join('\n');
}
