import type { CommandDescriptor } from '../command.js';
import { CONFIG_DIR, CONNECTION, SCHEMA_DIR } from './options.js';

export const listCheck: CommandDescriptor = {
  name: 'list:check',
  aliases: [],
  summary: 'Checks the lists of sortable tables, and repairs them',
  description: [
    'Reads the configuration and the schema, and looks into every table with the behavior sortable: a list whose ranks are not 1, 2, 3 and so on is shown with what is wrong in it. Without --repair and --rank-unranked nothing is changed.',
    '--repair numbers each broken list anew, in the order of its ranks, where two are equal in that of the primary key. --rank-unranked is for a table that has just become sortable: rows without a rank go to the bottom of their lists. Rows that your program took out of a list have no rank either, so name the tables with --table.',
    'Lists are changed one by one, each in a transaction of its own and under the lock that generated classes take: the program may go on working. Who waits for a list is told so; after runtime.lists.lockTimeout (10 seconds) the list is left as it is, and reported.',
  ],
  options: [
    CONFIG_DIR,
    SCHEMA_DIR,
    CONNECTION,
    {
      flags: '--table <name>',
      description: 'Looks into this table only. May be given several times. Default: all that are sortable',
      repeatable: true,
      complete: 'tables',
    },
    { flags: '--repair', description: 'Numbers broken lists anew' },
    {
      flags: '--rank-unranked [column]',
      description:
        'Puts rows without a rank at the bottom of their lists, in the order of this column, those without a value last. Default: in the order of the primary key',
    },
  ],
  examples: [
    { line: 'orm list:check', meaning: 'look into every sortable table' },
    { line: 'orm list:check --repair', meaning: 'fix what is broken' },
    {
      line: 'orm list:check --table task --rank-unranked=created_at',
      meaning: 'rank the rows of a table that has just become sortable',
    },
    { line: 'orm list:check --quiet || notify', meaning: 'watch over lists from a cron job' },
  ],
  exitOne: 'or lists are broken',
  json: ['connections'],
  load: () => import('../commands/list-check.js'),
};
