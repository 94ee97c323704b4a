/** The import rules of docs/architecture.md: the folders are the architecture, and these are its walls. */
const src = 'packages/generator/src';
const runtime = 'packages/runtime-ts/src';
const platforms = ['pgsql', 'mysql', 'sqlite', 'mssql', 'oracle'];

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'text-imports-nothing-of-ours',
      severity: 'error',
      from: { path: `^${src}/text/` },
      to: { path: `^${src}/`, pathNot: `^${src}/text/` },
    },
    {
      name: 'languages-stand-on-the-ground',
      severity: 'error',
      from: { path: `^${src}/languages/` },
      to: { path: `^${src}/`, pathNot: `^${src}/(languages|text)/` },
    },
    {
      name: 'languages-know-no-other',
      severity: 'error',
      from: { path: `^${src}/languages/([^/]+)/` },
      to: { path: `^${src}/languages/`, pathNot: `^${src}/languages/$1/` },
    },
    {
      name: 'model-imports-nothing-of-ours',
      severity: 'error',
      from: { path: `^${src}/model/` },
      to: { path: `^${src}/`, pathNot: `^${src}/(model|text)/` },
    },
    {
      name: 'diagnostics-import-only-themselves',
      severity: 'error',
      from: { path: `^${src}/diagnostics/` },
      to: { path: `^${src}/`, pathNot: `^${src}/(diagnostics|text)/` },
    },
    ...platforms.map((platform) => ({
      name: `platform-${platform}-knows-no-other`,
      severity: 'error',
      from: { path: `^${src}/platforms/${platform}/` },
      to: { path: `^${src}/platforms/(${platforms.filter((p) => p !== platform).join('|')})/` },
    })),
    {
      name: 'targets-print-what-is-planned',
      severity: 'error',
      from: { path: `^${src}/targets/` },
      to: { path: `^${src}/(platforms|schema)/` },
    },
    {
      name: 'drivers-know-stored-values-only',
      severity: 'error',
      from: { path: `^${src}/drivers/` },
      to: { path: `^${src}/`, pathNot: `^${src}/(drivers|model|text)/` },
    },
    {
      // What the chosen targets ask is all that the front end knows of them.
      name: 'schemas-know-no-language',
      severity: 'error',
      from: { path: `^${src}/schema/` },
      to: { path: `^${src}/(targets|languages)/`, pathNot: `^${src}/targets/checks\\.ts$` },
    },
    {
      name: 'targets-know-no-other',
      severity: 'error',
      from: { path: `^${src}/targets/([^/]+)/` },
      to: { path: `^${src}/targets/[^/]+/`, pathNot: `^${src}/targets/$1/` },
    },
    {
      name: 'plans-are-made-for-any-target',
      severity: 'error',
      from: { path: `^${src}/plan/` },
      to: { path: `^${src}/`, pathNot: `^${src}/(plan|platforms|behaviors|model|text)/` },
    },
    {
      name: 'platforms-know-no-plans',
      severity: 'error',
      from: { path: `^${src}/platforms/` },
      to: { path: `^${src}/(plan|targets)/` },
    },
    { name: 'nobody-imports-cli', severity: 'error', from: { pathNot: `^${src}/cli/` }, to: { path: `^${src}/cli/` } },
    {
      name: 'the-runtime-knows-no-generator',
      severity: 'error',
      from: { path: `^${runtime}/` },
      to: { path: `^${src}/` },
    },
    {
      name: 'platforms-take-drivers-locks-and-dialects-only',
      severity: 'error',
      from: { path: `^${src}/(platforms|config)/` },
      to: { path: `^${runtime}/`, pathNot: `^${runtime}/(drivers|errors|lock|dialects)/` },
    },
    {
      name: 'only-platforms-and-lists-connect',
      severity: 'error',
      from: { path: `^${src}/`, pathNot: `^${src}/(platforms|config|cli/lists)/` },
      to: { path: `^${runtime}/` },
    },
    {
      name: 'drivers-know-only-errors',
      severity: 'error',
      from: { path: `^${runtime}/drivers/` },
      to: { path: `^${runtime}/`, pathNot: `^${runtime}/(drivers|errors)/` },
    },
    {
      name: 'transactions-know-no-tables',
      severity: 'error',
      from: { path: `^${runtime}/transactions/` },
      to: { path: `^${runtime}/`, pathNot: `^${runtime}/(transactions|drivers|errors)/` },
    },
    {
      name: 'locks-know-no-tables',
      severity: 'error',
      from: { path: `^${runtime}/lock/` },
      to: { path: `^${runtime}/`, pathNot: `^${runtime}/(lock|transactions|drivers|errors)/` },
    },
    {
      name: 'errors-know-only-themselves',
      severity: 'error',
      from: { path: `^${runtime}/errors/` },
      to: { path: `^${runtime}/`, pathNot: `^${runtime}/errors/` },
    },
    {
      name: 'the-runtime-needs-no-package-but-drivers',
      severity: 'error',
      from: { path: `^${runtime}/` },
      to: { path: 'node_modules/', pathNot: 'node_modules/(pg|mysql2|better-sqlite3|@types)/' },
    },
    {
      // Bundled into dist/ (build.mjs), or a driver that the user installs: nothing else may be imported.
      name: 'only-the-packages-we-chose',
      severity: 'error',
      from: { path: `^${src}/` },
      to: {
        dependencyTypes: ['npm-dev'],
        pathNot:
          'node_modules/(saxes|pluralize|yaml|php-parser|@humanwhocodes/momoa|commander|@clack/prompts|pg|mysql2|better-sqlite3|@types)/',
      },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(tedious|oracledb|node:sqlite)$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
  },
};
