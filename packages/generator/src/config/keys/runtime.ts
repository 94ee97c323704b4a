import type { KeyDefinition } from '../keys.js';

const profiler = 'runtime.profiler';

/** `runtime`: what generated classes need to know; config:convert writes it for them. */
export const RUNTIME_KEYS: readonly KeyDefinition[] = [
  {
    path: 'runtime.defaultConnection',
    type: 'string',
    defaultText: 'the first of runtime.connections',
    doc: 'Connection that generated classes use unless told otherwise.',
    since: 'config:convert',
  },
  {
    path: 'runtime.connections',
    type: 'names',
    defaultText: 'all',
    doc: 'Connections that generated classes may use.',
    since: 'config:convert',
  },
  {
    path: 'runtime.lists.lockTimeout',
    type: 'number',
    default: 10,
    minimum: 0,
    doc: 'Seconds that a change of a sorted list waits for another change of the same list.',
    since: 'config:convert',
  },
  {
    path: 'runtime.log.*.type',
    type: 'string',
    required: true,
    values: ['stream', 'rotating_file', 'syslog'],
    doc: 'Kind of the logger of this name.',
    since: 'config:convert',
  },
  { path: 'runtime.log.*.path', type: 'string', doc: 'File the logger writes.', since: 'config:convert' },
  {
    path: 'runtime.log.*.level',
    type: 'integer',
    values: [100, 200, 250, 300, 400, 500, 550, 600],
    default: 300,
    doc: 'Least level that is logged: 100 debug, 200 info, 250 notice, 300 warning, 400 error, 500 critical, 550 alert, 600 emergency.',
    since: 'config:convert',
  },
  { path: 'runtime.log.*.facility', type: 'string', doc: 'Facility of a syslog logger.', since: 'config:convert' },
  { path: 'runtime.log.*.ident', type: 'string', doc: 'Name a syslog logger writes under.', since: 'config:convert' },
  {
    path: `${profiler}.classname`,
    type: 'class',
    default: 'Orm\\Runtime\\Util\\Profiler',
    doc: 'PHP class of the profiler.',
    since: 'config:convert',
  },
  {
    path: `${profiler}.slowThreshold`,
    type: 'number',
    default: 0.1,
    minimum: 0,
    doc: 'Seconds after which a statement counts as slow.',
    since: 'config:convert',
  },
  ...['time', 'mem', 'memDelta', 'memPeak'].flatMap((detail): readonly KeyDefinition[] => [
    {
      path: `${profiler}.details.${detail}.name`,
      type: 'string',
      doc: `Label of ${detail} in the output of the profiler.`,
      since: 'config:convert',
    },
    {
      path: `${profiler}.details.${detail}.precision`,
      type: 'integer',
      default: 3,
      minimum: 0,
      doc: `Digits of ${detail}.`,
      since: 'config:convert',
    },
    {
      path: `${profiler}.details.${detail}.pad`,
      type: 'integer',
      default: 8,
      minimum: 0,
      doc: `Width of ${detail}.`,
      since: 'config:convert',
    },
  ]),
  {
    path: `${profiler}.innerGlue`,
    type: 'string',
    default: ': ',
    doc: 'Text between a label and its value.',
    since: 'config:convert',
  },
  {
    path: `${profiler}.outerGlue`,
    type: 'string',
    default: ' | ',
    doc: 'Text between two details.',
    since: 'config:convert',
  },
];
