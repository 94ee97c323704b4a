import type { CommandDescriptor } from '../command.js';
import { CONFIG_DIR, SCHEMA_DIR } from './options.js';

export const doctor: CommandDescriptor = {
  name: 'doctor',
  aliases: [],
  summary: 'Looks for what is wrong or missing, and says what to do',
  description: [
    'Looks at Node and the drivers of the configured adapters, at PHP and its extensions, at the Composer package ormgen/runtime and how Composer loads the classes, at the npm packages that classes in TypeScript need and the settings of their compiler, at the configuration and the schema. Tries every connection, all at once, and says what the database answered. Looks whether the generated files are up to date, and whether the databases are as the schema says.',
    'Each finding is ok, a warning, a problem, or not checked, with what to do about it. Writes nothing, and needs no configuration: without one it looks at what is installed. A server that does not answer is given up after --timeout.',
  ],
  options: [
    CONFIG_DIR,
    SCHEMA_DIR,
    {
      flags: '--connection <name>',
      description: 'Looks at this connection only. May be given several times. Default: all of the configuration',
      repeatable: true,
    },
    { flags: '--timeout <seconds>', description: 'How long a server or a program may take to answer. Default: 5' },
  ],
  examples: [
    { line: 'orm doctor', meaning: 'look at everything' },
    { line: 'orm doctor --connection bookstore --timeout 20', meaning: 'only one connection, over a slow line' },
    { line: 'orm doctor --json', meaning: 'the same, for a script' },
  ],
  exitOne: 'or something is a problem',
  json: ['problems', 'warnings', 'findings'],
  load: () => import('../commands/doctor.js'),
};
