import type { ConnectionSettings } from '../../config/connection-settings.js';
import type { DatabaseError } from '../../platforms/connection.js';
import { connectionHints } from '../connection-hints.js';
import { type Answers, adapterOf } from './answers.js';
import { TITLES } from './questions.js';

/** What to do about a refused connection, as sentences of the dialogue; a command to type stays as it is. */
export function failureHints(
  error: DatabaseError,
  settings: ConnectionSettings,
  isMissingDatabase: boolean,
  answers: Answers,
): readonly string[] {
  const [first, ...more] = connectionHints(error, settings, isMissingDatabase, TITLES[adapterOf(answers)]);
  return first === undefined ? [] : [sentence(first), ...more];
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[?:"]$/.test(text) ? '' : '.'}`;
