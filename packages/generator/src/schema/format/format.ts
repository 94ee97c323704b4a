import { isDeepStrictEqual } from 'node:util';
import { Reporter } from '../../diagnostics/diagnostic.js';
import type { Source } from '../../diagnostics/source.js';
import { checkRoot } from '../check.js';
import type { Element } from '../element.js';
import { parseXml } from '../xml.js';
import { printSchema } from './print.js';
import { readSchemaFile } from './read.js';

export interface FormattedSchema {
  readonly text: string;
  readonly root: Element;
}

/**
 * The text of a schema file in the canonical layout; nothing, and a diagnostic, for what is not XML or not a schema. Words
 * that the vocabulary does not know stop nobody: a file is formatted while it is being written.
 */
export function formatSchema(source: Source, reporter: Reporter): FormattedSchema | undefined {
  const root = parseXml(source, reporter);
  if (!root || !checkRoot(root, reporter)) return undefined;
  const text = printSchema(readSchemaFile(source.text));
  // The text takes the place of a file that people wrote by hand: better a bug report than another schema.
  const again = parseXml({ path: source.path, text }, new Reporter());
  if (!again || !isDeepStrictEqual(meaning(again), meaning(root))) {
    throw new Error(`${source.path} would not mean the same after formatting, so it was left as it is`);
  }
  return { text, root };
}

function meaning({ name, attributes, children }: Element): unknown {
  return [name, { ...attributes }, children.map(meaning)];
}
