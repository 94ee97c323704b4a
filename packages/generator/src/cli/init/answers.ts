import { isAbsolute, normalize, sep } from 'node:path';
import type { Format } from '../../config/formats/format.js';
import { writeDsn } from '../../config/write/dsn.js';
import type { ConfigText, TextPart } from '../../config/write/tree.js';
import { ADAPTERS, type Adapter } from '../../model/adapter.js';

/** What can be asked. Every answer is a text: a choice by its value, a yes as `yes`. */
export type QuestionId =
  | 'adapter'
  | 'dsn'
  | 'file'
  | 'host'
  | 'port'
  | 'database'
  | 'user'
  | 'password'
  | 'passwordStore'
  | 'passwordEnv'
  | 'start'
  | 'project'
  | 'connectionName'
  | 'targets'
  | 'folders'
  | 'schemaDir'
  | 'sqlDir'
  | 'phpDir'
  | 'confDir'
  | 'tsDir'
  | 'namespace'
  | 'format';

export type Answers = Readonly<Partial<Record<QuestionId, string>>>;

/** What is known of the folder, and of the database once it was reached. */
export interface Facts {
  readonly cwd: string;
  /** The name of the folder, made fit for a name. */
  readonly folder: string;
  /** The format of a configuration that is already there. */
  readonly format: Format | undefined;
  /** The languages that the folder looks like. */
  readonly targets: string;
  /** How TypeScript files should name each other here. */
  readonly importExtension: 'js' | 'ts';
  /** How many tables the database has; nothing while it was not reached. */
  readonly tables: number | undefined;
}

export const adapterOf = ({ adapter }: Answers): Adapter => ADAPTERS.find((known) => known === adapter) ?? 'sqlite';

export const isServer = (answers: Answers): boolean => answers.adapter !== undefined && answers.adapter !== 'sqlite';

/** Letters, digits and underscores, beginning with a letter: good for a project, a connection and a file. */
export function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '');
  return plain === '' ? 'project' : plain.slice(0, 40);
}

/** The DSN that the answers amount to; nothing where they cannot be said in one. */
export function dsnOf(answers: Answers): string | undefined {
  if (answers.dsn !== undefined) return answers.dsn;
  const adapter = adapterOf(answers);
  if (adapter === 'sqlite') return writeDsn(adapter, { database: answers.file ?? '' });
  const { host, port, database = '' } = answers;
  return writeDsn(adapter, { host, port, database });
}

/** A text in which `%env.NAME%` is a lookup, as it is in the file. */
export function withLookups(text: string): ConfigText {
  const parts = text.split(/%env\.(\w+)%/).map((part, i): TextPart => (i % 2 === 1 ? { env: part } : part));
  return parts.length === 1 ? text : { kind: 'parts', parts: parts.filter((part) => part !== '') };
}

/** A folder below the project as it is written in the configuration, or nothing when it is none. */
export function folderBelow(text: string): string | undefined {
  const path = normalize(text.trim().replaceAll('\\', '/')).split(sep).join('/').replace(/\/$/, '');
  const leaves = isAbsolute(path) || path === '..' || path.startsWith('../');
  return text.trim() === '' || leaves || path.includes('\0') ? undefined : path;
}
