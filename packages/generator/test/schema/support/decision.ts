import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the owner of a Propel schema is told about one thing of its vocabulary. */
export interface Decision {
  readonly section: string;
  /** What stands in their schema. */
  readonly have: string;
  readonly here: 'works' | 'works, differently' | 'is refused';
  readonly why: string;
  /** What the golden case shows: the model, the SQL, or the diagnostics alone. */
  readonly show: 'model' | 'sql' | 'errors';
}

const KEYS = ['section', 'have', 'here', 'why', 'show'] as const;

/** `decision.md` of a case: a line `key: text` for each key. */
export function readDecision(folder: string): Decision {
  const values = new Map<string, string>();
  for (const line of readFileSync(join(folder, 'decision.md'), 'utf8').split('\n')) {
    const [, key = '', text = ''] = /^([a-z]+): (.*)$/.exec(line) ?? [];
    if (key !== '') values.set(key, text);
  }
  for (const key of KEYS) if (!values.has(key)) throw new Error(`${folder}/decision.md has no "${key}"`);
  return Object.fromEntries(values) as unknown as Decision;
}

/** The tables of the page for owners of Propel schemas, one for each section, in the order of the sections. */
export function decisionTables(decisions: ReadonlyMap<string, Decision>, caseFolder: string): string {
  const sections = new Map<string, string[]>();
  for (const [name, { section, have, here, why }] of decisions) {
    const rows = sections.get(section) ?? [];
    rows.push(`| ${cell(have)} | ${here} | ${cell(why)} [Case](${caseFolder}/${name}) |`);
    sections.set(section, rows);
  }
  return [...sections]
    .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .map(([section, rows]) =>
      [
        `## ${section.replace(/^[\d.]+ /, '')}`,
        '',
        '| what you have | here | why |',
        '|---|---|---|',
        ...rows,
        '',
      ].join('\n'),
    )
    .join('\n');
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
