import type { Connection } from '../../config/config.js';
import { plainConnection } from '../../config/dsn-connection.js';
import type { Template } from '../../config/template.js';
import { literal } from '../../config/template.js';
import type { ConfigText, TextParts } from '../../config/write/tree.js';
import { type Source, span } from '../../diagnostics/source.js';
import { type Answers, adapterOf, dsnOf, withLookups } from './answers.js';

/** What the answers say about a connection, as the configuration has it. */
export interface ConnectionTexts {
  readonly dsn: ConfigText | undefined;
  readonly user: ConfigText | undefined;
  readonly password: ConfigText | undefined;
}

/** `%env.NAME%` in a DSN or a user is a lookup. A password is taken as it was typed, unless a variable holds it. */
export function connectionTexts(answers: Answers): ConnectionTexts {
  const dsn = dsnOf(answers);
  const { user, password = '', passwordEnv, passwordStore } = answers;
  const lookup: TextParts | undefined =
    passwordStore === 'env' && passwordEnv !== undefined ? { kind: 'parts', parts: [{ env: passwordEnv }] } : undefined;
  return {
    dsn: dsn === undefined ? undefined : withLookups(dsn),
    user: user === undefined ? undefined : withLookups(user),
    password: lookup ?? (password === '' ? undefined : password),
  };
}

const ANSWERS: Source = { path: '(answers)', text: '' };

/** The connection that the written configuration will have, to try it before anything is written. */
export function connectionOf(answers: Answers, root: string, timeoutSeconds: number): Connection {
  const adapter = adapterOf(answers);
  const { dsn, user, password } = connectionTexts(answers);
  const nowhere = span(ANSWERS, 0);
  const template = (text: ConfigText | undefined): Template | undefined => {
    if (text === undefined) return undefined;
    if (typeof text === 'string') return literal(text, nowhere);
    return {
      parts: text.parts.map((part) => (typeof part === 'string' ? part : { env: part.env, span: nowhere })),
      span: nowhere,
    };
  };
  return plainConnection({
    name: answers.connectionName ?? 'database',
    root,
    adapter,
    dsn: template(dsn),
    user: template(user),
    password: template(password),
    attributes: new Map([['ATTR_TIMEOUT', timeoutSeconds]]),
  });
}
