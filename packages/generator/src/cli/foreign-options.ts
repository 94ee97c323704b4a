/** Options a Propel user types that we do not have, and what to do instead. */
const ADVICE: Readonly<Record<string, string>> = {
  '--overwrite': 'files are always brought up to date, and lines you added to sqldb.map stay; leave it out',
  '--validate': 'schemas are always checked; leave it out, or run orm schema:check to only check',
  '--platform':
    'the vendor is the adapter of the connection: set database.connections.<name>.adapter in the configuration',
  '--mysql-engine': 'set database.adapters.mysql.tableType in the configuration',
  '--recursive': 'set generator.recursive: true in the configuration',
  '--table-prefix': 'set generator.tablePrefix in the configuration, or tablePrefix on <database> in the schema',
  '--composer-dir': 'behaviors come with orm and not from Composer packages; leave it out',
  '--loader-script-dir': 'generated classes find their tables by themselves, there is no loader script; leave it out',
  '--schema-name': 'every file whose name ends with schema.xml is read; use --schema-dir to choose the folder',
  '--migrate-to-version': 'use --to and a part of the name of a migration; "orm migration:down --to" goes back',
  '--last-version': 'leave it out: the last line that is done is the newest',
  '--migration-table': 'set migrations.tableName in the configuration',
  '--table-renaming': 'new names are said and never guessed: use --rename old=new, or renamedFrom in the schema',
  '--skip-removed-table': 'tables that no migration made are left alone; leave it out',
  '--skip-tables': 'tables that no migration made are left alone; leave it out',
  '--disable-identifier-quoting': 'names are always quoted; leave it out',
  '--editor': 'leave it out: --dry-run shows the SQL, and the files of a migration can be edited',
  '--comment': 'use --name, which becomes part of the name of the migration',
  '--suffix': 'use --name, which becomes part of the name of the migration',
  '-m': 'use --name, which becomes part of the name of the migration',
  '--version': 'write orm --version',
  '--verbose': 'commands say what they do unless --quiet is given; leave it out',
  '-v': 'commands say what they do unless --quiet is given; leave it out',
  '--no-interaction': 'use --yes; without a terminal nothing is asked',
  '-n': 'use --yes; without a terminal nothing is asked',
  '-q': 'use --quiet',
};

export function foreignOptionAdvice(flag: string): string | undefined {
  return Object.hasOwn(ADVICE, flag) ? ADVICE[flag] : undefined;
}
