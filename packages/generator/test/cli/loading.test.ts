import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { loadedModules } from './support/loaded.js';
import { PROJECTS } from './support/page-projects.js';
import { configuration, project } from './support/project.js';

const EVERY_COMMAND = COMMANDS.map(({ name }) => name);
/** It looks at what all the others work with. */
const ALL_OF_IT = 'doctor';
const BUILDS = ['sql:build', 'model:build', 'config:convert', 'build:all', ALL_OF_IT];
const WRITING = [
  ...BUILDS,
  'init',
  'schema:show',
  'schema:format',
  'database:reverse',
  'migration:diff',
  'migration:create',
];
const RUNNING = [
  'migration:migrate',
  'migration:up',
  'migration:down',
  'migration:status',
  'migration:baseline',
  'migration:check',
];
const WITH_MODEL = [
  'schema:check',
  'schema:show',
  'sql:build',
  'sql:insert',
  'model:build',
  'build:all',
  'list:check',
  'database:reverse',
  'migration:diff',
  ...RUNNING,
  ALL_OF_IT,
];
const WITH_SCHEMA = [...WITH_MODEL, 'schema:format', 'init'];
const CONNECTING = ['init', 'sql:insert', 'list:check', 'database:reverse', ALL_OF_IT, ...RUNNING];

/**
 * Who may load what, in a project with orm.json and SQLite. Every module that a command loads must be in a part that
 * names the command: the first part whose pattern fits is the module's.
 */
const PARTS: readonly (readonly [part: string, pattern: RegExp, who: readonly string[]])[] = [
  [
    'what answers --version',
    /^(bin\/orm|src\/cli\/(main|quick|version|installed|stream-writer)\.ts|src\/config\/(candidates|formats\/format)\.ts|src\/diagnostics\/printable\.ts|src\/text\/unseen\.ts|src\/platforms\/packages\.ts)$/,
    ['--version', '--help', ...EVERY_COMMAND],
  ],
  [
    'help',
    /^src\/(cli\/(help|wrap|commands|descriptors\/.*|completion\/shells)|model\/adapter)\.ts$/,
    ['--help', ...EVERY_COMMAND],
  ],
  [
    'what every command needs',
    /^(npm:commander|src\/cli\/(program|command-run|arguments|foreign-(options|commands)|report|terminal|progress)\.ts|src\/diagnostics\/.*)$/,
    EVERY_COMMAND,
  ],
  ...EVERY_COMMAND.map((name): [string, RegExp, string[]] => [
    `${name} itself`,
    new RegExp(`^src/cli/commands/${name.replace(':', '-')}\\.ts$`),
    BUILDS.includes(name) ? [name, 'build:all', ALL_OF_IT] : [name],
  ]),
  [
    'the configuration',
    /^src\/(cli\/project-config\.ts|config\/(?!formats\/|write\/|connection-settings|server|ssl))/,
    EVERY_COMMAND,
  ],
  ['DSNs', /^\.\.\/runtime-ts\/src\/drivers\/(dsn\/[^/]+|[a-z]+\/dsn-rules)\.ts$/, EVERY_COMMAND],
  [
    'encryption by libpq',
    /^\.\.\/runtime-ts\/src\/drivers\/pgsql\/(dsn|security)\.ts$/,
    [...CONNECTING, 'config:convert', 'build:all'],
  ],
  ['what PHP takes as a name', /^src\/languages\/php\/names\.ts$/, EVERY_COMMAND],
  ['words of SQL', /^src\/platforms\/(sql-tokens|sqlite\/script)\.ts$/, [...WITH_MODEL, 'init', ...RUNNING]],
  [
    'connecting',
    /^src\/(cli\/(connecting|insert\/scrub)\.ts|config\/(connection-settings|server|ssl)\.ts)$/,
    CONNECTING,
  ],
  ['reading orm.json', /^(src\/config\/formats\/(json|duplicate)\.ts|npm:@humanwhocodes\/momoa)$/, EVERY_COMMAND],
  ['summaries', /^src\/cli\/summary\.ts$/, EVERY_COMMAND],
  ['folders of targets', /^src\/cli\/target-folders\.ts$/, ['model:build', 'config:convert', 'build:all', ALL_OF_IT]],
  ['reports of builds', /^src\/cli\/build-report\.ts$/, [...WRITING, ...RUNNING]],
  ['what went wrong with a file', /^src\/output\/(file-failure|utf8)\.ts$/, [...WRITING, 'sql:insert', ...RUNNING]],
  ['writing files', /^src\/output\/(writer|file-plan|mark|temporary|whole-plan)\.ts$/, [...WRITING, ...RUNNING]],
  ['quoting of SQLite', /^src\/platforms\/sqlite\/quoting\.ts$/, [...WITH_MODEL, ...CONNECTING]],
  [
    'the layout of schema files',
    /^src\/schema\/format\//,
    ['schema:format', 'database:reverse', 'init', ...RUNNING, ALL_OF_IT],
  ],
  [
    'schema files',
    /^(src\/schema\/(?!build\/|models|project|load)[^/]*|src\/model\/(column-type|boolean-words)\.ts|npm:(saxes|xmlchars))$/,
    WITH_SCHEMA,
  ],
  ['what XML can hold', /^src\/text\/xml-text\.ts$/, ['init', 'database:reverse', ...RUNNING, ALL_OF_IT]],
  ['the model', /^(src\/(schema|model|behaviors)\/.*|npm:pluralize)$/, WITH_MODEL],
  ['SQL files', /^src\/output\/sql-/, ['sql:build', 'build:all', 'sql:insert', 'database:reverse', ALL_OF_IT]],
  [
    'what PHP asks of names',
    /^src\/targets\/(forms|php\/check\/(name-rules|names|references|forms|accessors))\.ts$/,
    WITH_MODEL,
  ],
  [
    'what all of PHP shares',
    /^src\/(languages\/php\/.*|targets\/constants\.ts|targets\/php\/(check\/.*|(classes|context|deferred|enums|file|php-type|query-methods|release-line)\.ts))$/,
    [
      'schema:check',
      'model:build',
      'config:convert',
      'build:all',
      'database:reverse',
      'schema:show',
      'init',
      ...RUNNING,
      ALL_OF_IT,
    ],
  ],
  [
    'the list of targets',
    /^src\/targets\/((checks|registry|target)|php\/(naming|target)|typescript\/target)\.ts$/,
    [...WITH_MODEL, 'config:convert', 'init'],
  ],
  [
    'PHP classes',
    /^src\/(targets\/php\/(?!config\/)|output\/class-|cli\/planned-databases)/,
    ['model:build', 'build:all', ALL_OF_IT],
  ],
  ['config.php', /^src\/targets\/php\/config\//, ['config:convert', 'build:all', ALL_OF_IT]],
  ['what drivers hand over', /^src\/drivers\//, ['model:build', 'build:all', ALL_OF_IT]],
  ['what is planned', /^src\/plan\//, ['model:build', 'build:all', 'list:check', ALL_OF_IT]],
  ['differences', /^src\/changes\//, ['migration:diff', 'migration:create', 'database:reverse', ...RUNNING, ALL_OF_IT]],
  [
    'checking migrations',
    /^src\/(cli\/check\/.*|migrations\/rules\/.*|platforms\/sql-actions\.ts)/,
    ['migration:check'],
  ],
  [
    'migrations',
    /^src\/((migrations|cli\/migration)\/.*|output\/migration-folder\.ts|platforms\/(alteration|alter-statements|blocking|renumber|row-checks|sqlite\/(alter|locks|text-numbers))\.ts)/,
    ['migration:diff', 'migration:create', ...RUNNING, 'doctor'],
  ],
  [
    'running migrations',
    /^src\/(cli\/(migrate\/.*|readable\.ts)|platforms\/(sqlite\/)?migrating\.ts)/,
    [...RUNNING, 'doctor'],
  ],
  ['questions', /^src\/cli\/prompt\.ts$/, ['sql:insert', 'migration:diff', ...RUNNING]],
  [
    'inserting',
    /^src\/(cli\/insert\/.*|platforms\/(dependents|sql-(alter|calls|danger|drops|own-blocks|script|settings|words)|sqlite\/(dependents|replacing)))\.ts$/,
    ['sql:insert', ...RUNNING, 'doctor'],
  ],
  ['lists', /^src\/(cli\/lists\/.*|platforms\/(sqlite\/)?locking\.ts)/, ['list:check']],
  [
    'lists of the runtime',
    /^\.\.\/runtime-ts\/src\/(lock\/([^/]+|protocols\/sqlite)|transactions\/[^/]+|sortable\/list-(plan|scope)|dialects\/(hex|question-marks|sqlite)|query\/condition)\.ts$/,
    ['list:check'],
  ],
  ['the look of a model', /^src\/(cli\/show|targets\/diagram)\//, ['schema:show']],
  [
    'optional packages',
    /^(src\/platforms\/(connection|driver)|\.\.\/runtime-ts\/src\/(drivers\/(loading|thrown)|errors\/orm-error))\.ts$/,
    [...CONNECTING, 'schema:show'],
  ],
  ['the doctor', /^src\/cli\/doctor\//, [ALL_OF_IT]],
  ['hints about connections', /^src\/cli\/connection-hints\.ts$/, CONNECTING],
  ['how to install a driver', /^src\/cli\/install-line\.ts$/, ['init', ALL_OF_IT]],
  ['what was not read back', /^src\/cli\/reverse\/report\.ts$/, ['database:reverse', 'init']],
  ['completion of words', /^src\/cli\/completion\//, ['completion']],
  ['the dialogue', /^src\/(cli\/init|config\/write)\/|^npm:@clack/, ['init']],
  [
    'access to SQLite',
    /^(src\/platforms\/(access|connection|session-connection|driver|table-rows|sqlite\/(connect|execution|file))\.ts|\.\.\/runtime-ts\/src\/(drivers\/(sqlite\/)?[^/]+|errors\/[^/]+)\.ts|npm:(better-sqlite3|bindings|file-uri-to-path))$/,
    CONNECTING,
  ],
  [
    'what a table is told',
    /^src\/platforms\/(ddl-printer|shape|sqlite\/ddl)\.ts$/,
    [...WITH_MODEL, 'migration:create', ...RUNNING],
  ],
  [
    'the platform SQLite',
    /^src\/platforms\/(sqlite\/(index|check|shape|ddl|lists|statements|types|stored)|(?!introspection|catalog)[^/]+)\.ts$/,
    WITH_MODEL,
  ],
  [
    'reading databases back',
    /^src\/(reverse|cli\/reverse|platforms\/sqlite)\/|^src\/platforms\/(introspections?|catalog)\.ts$/,
    ['database:reverse', ...RUNNING, ALL_OF_IT],
  ],
];

/** What else stands on the command line. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  'database:reverse': ['database:reverse', '--dry-run'],
  completion: ['completion', 'bash'],
  'migration:migrate': ['migration:migrate', '--fake'],
  'migration:down': ['migration:down', '--fake'],
  'migration:up': ['migration:up', '--fake'],
  init: ['init', '--adapter', 'sqlite', '--file', 'new.db', '--empty', '--no-build', '--yes'],
};

/** What a run loads and should not, one line for each part. */
function strangers(who: string, modules: ReadonlySet<string>): string[] {
  const found = new Map<string, string[]>();
  for (const module of [...modules].sort()) {
    const part = PARTS.find(([, pattern]) => pattern.test(module));
    if (part?.[2].includes(who) === true) continue;
    const line =
      part === undefined
        ? `${who} loads what is in no part (say in PARTS who may load it)`
        : `${who} loads ${part[0]}, which is for ${[...new Set(part[2])].join(', ')}`;
    found.set(line, [...(found.get(line) ?? []), module]);
  }
  return [...found].map(([line, list]) => `${line}: ${list.slice(0, 5).join(', ')}${list.length > 5 ? ' …' : ''}`);
}

describe('no command loads what only another needs', () => {
  test('with orm.json and SQLite', () => {
    const cwd = PROJECTS['bookstore-ready']?.() ?? '';
    for (const who of ['--version', '--help', ...EVERY_COMMAND]) {
      expect
        .soft(strangers(who, loadedModules(ARGUMENTS[who] ?? [who], who === 'init' ? project({}) : cwd)))
        .toEqual([]);
    }
  });

  test('--version loads two files, and nothing that is installed', () => {
    const modules = loadedModules(['--version'], project({}));
    expect([...modules].filter((name) => name.startsWith('npm:'))).toEqual([]);
  });

  /** The readers of configuration files are larger than most commands. */
  test.each([
    [
      'orm.yaml',
      'orm:\n  database:\n    connections:\n      a:\n        adapter: sqlite\n        dsn: "sqlite:a.db"\n',
      'yaml.ts npm:yaml',
    ],
    [
      'orm.ini',
      '[orm]\ndatabase.connections.a.adapter = sqlite\ndatabase.connections.a.dsn = "sqlite:a.db"\n',
      'ini.ts',
    ],
    ['orm.json', configuration({ a: { adapter: 'sqlite', dsn: 'sqlite:a.db' } }), 'json.ts npm:@humanwhocodes/momoa'],
    [
      'orm.xml',
      '<config><orm><database><connections><connection id="a"><adapter>sqlite</adapter><dsn>sqlite:a.db</dsn></connection></connections></database></orm></config>\n',
      'xml.ts npm:saxes npm:xmlchars',
    ],
    [
      'orm.php',
      "<?php\nreturn ['orm' => ['database' => ['connections' => ['a' => ['adapter' => 'sqlite', 'dsn' => 'sqlite:a.db']]]]];\n",
      'php.ts npm:php-parser',
    ],
  ])('%s loads its own reader only', (name, text, readers) => {
    const modules = loadedModules(['config:convert'], project({ [name]: text }));
    const found = [...modules].filter((module) =>
      /^src\/config\/formats\/(yaml|ini|json|xml|php)\.ts$|^npm:(?!commander)/.test(module),
    );
    expect(
      found
        .map((module) => module.replace('src/config/formats/', ''))
        .sort()
        .join(' '),
    ).toBe(readers.split(' ').sort().join(' '));
  });
});
