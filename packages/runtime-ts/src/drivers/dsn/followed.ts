import type { DsnRules } from './rules.js';

/** Names in a DSN that connections of Node do not follow. One of them might be the encryption that somebody counts on. */
export const notFollowed = ({ used }: DsnRules, parameters: ReadonlyMap<string, string>): readonly string[] =>
  [...parameters.keys()].filter((name) => !used.includes(name));

/** Whether a DSN asks for a character set in which the drivers of Node cannot write. */
export function hasOtherCharset(parameters: ReadonlyMap<string, string>): boolean {
  return ['charset', 'client_encoding'].some((name) => !/^(?:utf-?8(?:mb4)?)?$/i.test(parameters.get(name) ?? ''));
}
