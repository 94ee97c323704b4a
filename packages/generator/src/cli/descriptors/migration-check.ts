import type { CommandDescriptor } from '../command.js';
import { CONFIG_DIR, CONNECTION, MIGRATION_DIR, SCHEMA_DIR } from './options.js';

export const migrationCheck: CommandDescriptor = {
  name: 'migration:check',
  aliases: ['migration:lint'],
  summary: 'Checks migrations for what they could break',
  description: [
    'Looks at the migrations in generated-migrations/ and says what they would do: erase values, fail at rows that are there, break code that runs meanwhile, keep others from reading or writing. Also finds two branches that changed the same thing, and changes of the schema without a migration. Needs no database.',
    'A line "-- orm: allow <rule>: <reason>" above a statement of up.sql lets a finding pass; migrations.rules of the configuration says how each rule counts.',
    'Exit code 1 when a rule that counts as an error found something, 2 when nothing is wrong but a migration is missing.',
  ],
  options: [
    CONFIG_DIR,
    SCHEMA_DIR,
    MIGRATION_DIR,
    CONNECTION,
    {
      flags: '--base <ref>',
      description: 'Checks only migrations that this commit, branch or tag of git does not have, such as origin/main',
    },
    {
      flags: '--on <database>',
      description:
        'Runs all migrations, undoes them and runs them again on an empty database: a connection or a DSN. Then compares it with what they should make',
    },
    {
      flags: '--format <name>',
      description: 'text, or github: annotations that GitHub shows in a pull request, besides the text',
      complete: ['text', 'github'],
    },
  ],
  examples: [
    { line: 'orm migration:diff && orm migration:check', meaning: 'look at every migration' },
    {
      line: 'orm migration:diff && orm migration:check --on sqlite::memory:',
      meaning: 'also run them, here in the memory of SQLite',
    },
    {
      line: 'orm migration:check --format github',
      meaning: 'in a workflow of GitHub: show findings at their lines',
      exitCode: 2,
    },
  ],
  json: ['databases', 'folder'],
  exitOne: 'or a rule that counts as an error found something',
  load: () => import('../commands/migration-check.js'),
};
