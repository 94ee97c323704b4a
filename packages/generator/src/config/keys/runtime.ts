import type { KeyDefinition } from '../keys.js';

/** `runtime`: what generated classes need to know; config:convert writes it for them. */
export const RUNTIME_KEYS: readonly KeyDefinition[] = [
  {
    path: 'runtime.defaultConnection',
    type: 'string',
    defaultText: 'the first of runtime.connections',
    doc: 'Connection that generated classes use unless told otherwise.',
  },
  {
    path: 'runtime.connections',
    type: 'names',
    defaultText: 'all',
    doc: 'Connections that generated classes may use.',
  },
  {
    path: 'runtime.lists.lockTimeout',
    type: 'number',
    default: 10,
    minimum: 0,
    doc: 'Seconds that a change of a sorted list waits for another change of the same list.',
  },
  {
    path: 'runtime.timeZone',
    type: 'string',
    defaultText: 'that of the process: date.timezone of PHP, TZ or the system for Node',
    doc: 'Time zone in which DATETIME and TIMESTAMP are stored and read, by all languages. Set it when PHP and TypeScript use one database.',
  },
  {
    path: 'runtime.log.*.type',
    type: 'string',
    required: true,
    values: ['stream', 'rotating_file', 'syslog'],
    doc: 'Kind of the logger of this name: of a connection, or defaultLogger for all others. It is built with Monolog.',
  },
  {
    path: 'runtime.log.*.path',
    type: 'template',
    doc: 'File that a stream or rotating_file logger writes, relative to the project folder; or a stream as PHP names it (php://stderr).',
  },
  {
    path: 'runtime.log.*.level',
    type: 'integer',
    values: [100, 200, 250, 300, 400, 500, 550, 600],
    default: 300,
    doc: 'Least level that is logged: 100 debug, 200 info, 250 notice, 300 warning, 400 error, 500 critical, 550 alert, 600 emergency.',
  },
  { path: 'runtime.log.*.facility', type: 'string', defaultText: 'user', doc: 'Facility of a syslog logger.' },
  { path: 'runtime.log.*.ident', type: 'template', defaultText: 'orm', doc: 'Name a syslog logger writes under.' },
  {
    path: 'runtime.configMode',
    type: 'string',
    defaultText: '0640 if config.php holds a password, else that of a new file',
    doc: 'Permissions of config.php, as chmod takes them: the user of the web server must be able to read it.',
  },
  ...['classname', 'slowThreshold', 'details.*.*', 'innerGlue', 'outerGlue'].map(
    (key): KeyDefinition => ({
      path: `runtime.profiler.${key}`,
      type: 'string',
      doc: 'The profiler of Propel.',
      replacedBy:
        'Set settings.queryLog or settings.slowQuery of a connection instead: statements are logged with their times.',
    }),
  ),
];
