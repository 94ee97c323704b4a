import type { Answers } from './answers.js';
import type { BuildCommand } from './first-build.js';
import { folderOf, formatOf, holdsPassword } from './project-files.js';

/** One step that is left to the person: what it is for, and what to type or write. */
export interface NextStep {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Which packages the project has already. */
export interface Installed {
  readonly generator: boolean;
  readonly runtime: boolean;
}

/** What is left to do after the files are written and `done` has run. */
export function nextSteps(answers: Answers, done: readonly BuildCommand[], installed: Installed): readonly NextStep[] {
  const { passwordEnv, passwordStore, start, adapter } = answers;
  const classes = folderOf(answers, 'phpDir');
  const left = (['sql:build', 'model:build', 'config:convert'] as const).filter((command) => !done.includes(command));
  return [
    ...(passwordStore === 'env' && passwordEnv !== undefined
      ? [{ title: 'Set the password, for orm and for PHP', lines: [`export ${passwordEnv}=…`] }]
      : []),
    ...(holdsPassword(answers)
      ? [{ title: 'Keep the password out of version control', lines: [`echo /orm.${formatOf(answers)} >> .gitignore`] }]
      : []),
    ...(start === 'empty' ? [{ title: `Describe your tables in ${schemaPath(answers)}`, lines: [] }] : []),
    ...(left.length === 0 ? [] : [{ title: 'Build', lines: left.map((command) => `npx orm ${command}`) }]),
    ...(done.includes('sql:insert') || start === 'import'
      ? []
      : [
          {
            title: adapter === 'sqlite' ? 'Create the tables' : 'Create the database, then its tables',
            lines: ['npx orm sql:insert'],
          },
        ]),
    ...(installed.generator ? [] : [{ title: 'Install orm in the project', lines: ['npm install --save-dev ormgen'] }]),
    ...(installed.runtime ? [] : [{ title: 'Install the PHP side', lines: ['composer require ormgen/runtime'] }]),
    {
      title: 'Tell Composer where the classes are, in composer.json',
      lines: [`"autoload": { "classmap": ["${classes}/"] }`, 'composer dump-autoload'],
    },
    {
      title: 'Use them',
      lines: [
        "require __DIR__ . '/vendor/autoload.php';",
        `require __DIR__ . '/${folderOf(answers, 'confDir')}/config.php';`,
      ],
    },
  ];
}

/** Where the schema is, relative to the project. */
export function schemaPath(answers: Answers): string {
  const folder = folderOf(answers, 'schemaDir');
  return folder === '.' ? 'schema.xml' : `${folder}/schema.xml`;
}
