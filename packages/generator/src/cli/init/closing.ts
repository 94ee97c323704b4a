import type { Answers } from './answers.js';
import type { BuildCommand } from './first-build.js';
import { usesPhp, usesTypescript } from './languages.js';
import { folderOf, formatOf, holdsPassword, readersOf } from './project-files.js';

/** One step that is left to the person: what it is for, and what to type or write. */
export interface NextStep {
  readonly title: string;
  readonly lines: readonly string[];
}

/** What the project has already, and what is typed to get the rest. */
export interface Installed {
  readonly generator: boolean;
  /** That of PHP. */
  readonly runtime: boolean;
  readonly typescript: TypescriptSide;
}

export interface TypescriptSide {
  /** The lines that install what is missing. */
  readonly installLines: readonly string[];
  /** Whether Node takes files of this project for ES modules. */
  readonly isModule: boolean;
  /** How files of TypeScript name each other here. */
  readonly extension: 'js' | 'ts';
}

/** What is left to do after the files are written and `done` has run. */
export function nextSteps(answers: Answers, done: readonly BuildCommand[], installed: Installed): readonly NextStep[] {
  const { passwordEnv, passwordStore, start, adapter } = answers;
  const left = (['sql:build', 'model:build', 'config:convert'] as const).filter((command) => !done.includes(command));
  return [
    ...(passwordStore === 'env' && passwordEnv !== undefined
      ? [{ title: `Set the password, for orm and for ${readersOf(answers)}`, lines: [`export ${passwordEnv}=…`] }]
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
    ...(usesPhp(answers) ? phpSteps(answers, installed.runtime) : []),
    ...(usesTypescript(answers) ? typescriptSteps(answers, installed.typescript) : []),
  ];
}

function phpSteps(answers: Answers, hasRuntime: boolean): readonly NextStep[] {
  return [
    ...(hasRuntime ? [] : [{ title: 'Install the PHP side', lines: ['composer require ormgen/runtime'] }]),
    {
      title: 'Tell Composer where the classes are, in composer.json',
      lines: [`"autoload": { "classmap": ["${folderOf(answers, 'phpDir')}/"] }`, 'composer dump-autoload'],
    },
    {
      title: usesTypescript(answers) ? 'Use them in PHP' : 'Use them',
      lines: [
        "require __DIR__ . '/vendor/autoload.php';",
        `require __DIR__ . '/${folderOf(answers, 'confDir')}/config.php';`,
      ],
    },
  ];
}

function typescriptSteps(answers: Answers, { installLines, isModule, extension }: TypescriptSide): readonly NextStep[] {
  const folder = `./${folderOf(answers, 'tsDir')}`;
  return [
    ...(installLines.length === 0 ? [] : [{ title: 'Install the TypeScript side', lines: installLines }]),
    ...(isModule ? [] : [{ title: 'Make your files ES modules, in package.json', lines: ['npm pkg set type=module'] }]),
    {
      title: usesPhp(answers) ? 'Use them in TypeScript' : 'Use them',
      lines: [
        `import { orm } from '${folder}/config.${extension}';`,
        `import { … } from '${folder}/index.${extension}';`,
      ],
    },
  ];
}

/** Where the schema is, relative to the project. */
export function schemaPath(answers: Answers): string {
  const folder = folderOf(answers, 'schemaDir');
  return folder === '.' ? 'schema.xml' : `${folder}/schema.xml`;
}
