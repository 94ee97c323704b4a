import type { KeyDefinition } from '../keys.js';

/** What a rule of `migration:check` is about. */
export type RuleGroup = 'erases' | 'depends on rows' | 'breaks running code' | 'blocks' | 'folder';

/** How a finding counts; `off`: the rule is not asked. */
export const RULE_LEVELS = ['error', 'warning', 'note', 'off'] as const;
export type RuleLevel = (typeof RULE_LEVELS)[number];

interface RuleDefinition {
  readonly name: string;
  readonly group: RuleGroup;
  /** Unless the configuration says another. */
  readonly level: Exclude<RuleLevel, 'off'>;
  /** What a migration does that it finds. */
  readonly doc: string;
}

/** Every rule: the configuration, the directive `-- orm: allow` and the documentation know them from here. */
export const MIGRATION_RULES = [
  { name: 'drops-table', group: 'erases', level: 'error', doc: 'A table is dropped with its rows.' },
  { name: 'drops-column', group: 'erases', level: 'error', doc: 'A column is dropped with its values.' },
  {
    name: 'drops-rows',
    group: 'erases',
    level: 'error',
    doc: 'SQL of your own empties a table, or deletes or updates rows without a WHERE.',
  },
  { name: 'narrows-type', group: 'erases', level: 'error', doc: 'A type gets smaller than values may be.' },
  {
    name: 'moves-labels',
    group: 'erases',
    level: 'error',
    doc: 'Labels that are stored as numbers get other numbers: running code takes them for other labels.',
  },
  {
    name: 'needs-values',
    group: 'depends on rows',
    level: 'error',
    doc: 'A new column is required, and rows that are there have no value for it.',
  },
  {
    name: 'sets-required',
    group: 'depends on rows',
    level: 'warning',
    doc: 'A column that may have NULLs becomes required.',
  },
  { name: 'adds-unique', group: 'depends on rows', level: 'warning', doc: 'Values that are there must be unique.' },
  {
    name: 'adds-foreign-key',
    group: 'depends on rows',
    level: 'warning',
    doc: 'Rows that are there must point at others.',
  },
  { name: 'adds-check', group: 'depends on rows', level: 'warning', doc: 'Rows that are there must pass a new check.' },
  {
    name: 'removes-label',
    group: 'depends on rows',
    level: 'warning',
    doc: 'An ENUM loses a label that rows may have.',
  },
  { name: 'converts-type', group: 'depends on rows', level: 'warning', doc: 'Values are converted to another type.' },
  {
    name: 'loses-trigger',
    group: 'depends on rows',
    level: 'warning',
    doc: 'SQLite makes a table anew, and a trigger that an earlier migration created on it is lost.',
  },
  {
    name: 'renames',
    group: 'breaks running code',
    level: 'warning',
    doc: 'A table or a column gets a new name, which code that runs does not know.',
  },
  {
    name: 'requires-value',
    group: 'breaks running code',
    level: 'warning',
    doc: 'Rows that running code inserts have no value for a column that is required.',
  },
  {
    name: 'drops-in-use',
    group: 'breaks running code',
    level: 'warning',
    doc: 'A table or a column is dropped in the same migration that stops using it.',
  },
  {
    name: 'blocks-writes',
    group: 'blocks',
    level: 'warning',
    doc: 'Others cannot write to a table that was there before, until a statement is done.',
  },
  {
    name: 'scans-locked',
    group: 'blocks',
    level: 'warning',
    doc: 'Others can neither read nor write a table that was there before, while all its rows are read.',
  },
  {
    name: 'rewrites-table',
    group: 'blocks',
    level: 'warning',
    doc: 'All rows of a table that was there before are written anew, and others wait meanwhile.',
  },
  {
    name: 'not-in-transaction',
    group: 'blocks',
    level: 'error',
    doc: 'A statement that the database refuses in a transaction has no line -- orm: alone above it.',
  },
  { name: 'conflict', group: 'folder', level: 'error', doc: 'Two migrations change the same thing.' },
  {
    name: 'unknown-change',
    group: 'folder',
    level: 'error',
    doc: 'A line -- orm: in up.sql names what changes.json does not have.',
  },
  {
    name: 'no-statements',
    group: 'folder',
    level: 'error',
    doc: 'changes.json has changes, and up.sql has no statements that make them.',
  },
  { name: 'never-migrated', group: 'folder', level: 'error', doc: 'A change of the schema has no migration.' },
  { name: 'no-down', group: 'folder', level: 'note', doc: 'A migration cannot be undone: down.sql has no statements.' },
  {
    name: 'out-of-order',
    group: 'folder',
    level: 'note',
    doc: 'A new migration is older than one of the base: they run in another order on databases that have that one.',
  },
] as const satisfies readonly RuleDefinition[];

export type RuleName = (typeof MIGRATION_RULES)[number]['name'];

/** `migrations.rules`: how each finding of `migration:check` counts. */
export const RULE_KEYS: readonly KeyDefinition[] = MIGRATION_RULES.map(({ name, level, doc }) => ({
  path: `migrations.rules.${name}`,
  type: 'string',
  default: level,
  values: RULE_LEVELS,
  doc: `Rule of migration:check. ${doc}`,
}));
