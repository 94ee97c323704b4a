const MIGRATIONS =
  'run "orm migration:diff": it writes the SQL for what has changed in the schema; "orm migration:migrate" runs it';
const BUILD = 'run "orm build:all": it writes the SQL, the classes and config.php';
const REVERSE = 'run "orm database:reverse": it reads a database and writes its schema.xml';
const CREATE =
  'run "orm sql:build", then "orm sql:insert": it drops and creates the tables, and lists first what would be lost';
const CHECK = 'run "orm schema:check"';
const SHOW =
  'run "orm schema:show": --output schema.html writes a page, --format dot the text for Graphviz, --format svg a picture';

/** Commands of Propel and of other tools that do not exist here, and what does the job. */
const ADVICE: ReadonlyMap<string, string> = new Map(
  (
    [
      [
        MIGRATIONS,
        'make:migration migrate:dev migrate:deploy migrations:diff migrations:migrate doctrine:migrations:diff doctrine:migrations:migrate',
      ],
      [BUILD, 'generate db:generate om build:model make:model make:entity'],
      [REVERSE, 'db:pull introspect db:reverse'],
      [
        CREATE,
        'db:push push db:create schema:create schema:update db:reset db:migrate orm:schema-tool:create orm:schema-tool:update doctrine:schema:create doctrine:schema:update',
      ],
      [CHECK, 'validate schema:validate orm:validate-schema lint check'],
      [SHOW, 'graphviz:generate graphviz datadictionary:export studio erd'],
      [
        'give tests a connection of their own, then run "orm sql:build" and "orm sql:insert --connection <name> --yes"',
        'test:prepare',
      ],
      ['run "orm config:convert"', 'config:preview'],
      ['run "orm schema:format"', 'format'],
      ['run "orm --help"', 'list'],
      ['run "orm --version"', 'version about'],
    ] as const
  ).flatMap(([advice, names]) => names.split(' ').map((name): [string, string] => [name, advice])),
);

export const foreignCommandAdvice = (name: string): string | undefined => ADVICE.get(name.toLowerCase());
