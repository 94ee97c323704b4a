import { printable, quoted } from '../../diagnostics/printable.js';
import { fitsLimit, identifierLength } from '../../model/names.js';
import type { Element } from '../element.js';
import { type Context, fail } from './context.js';

const withArticle = (what: string): string => `${/^[aei]/.test(what) ? 'an' : 'a'} ${what}`;

/** Whether every vendor can hold a word as a name, however odd it is. */
export const isIdentifier = (name: string): boolean => printable(name) === name && name.trim() === name;

/** A word that a database can hold as a name on every vendor, however odd; false and a diagnostic otherwise. */
export function checkIdentifier(context: Context, element: Element, attribute: string, what: string): boolean {
  const name = element.attributes[attribute] ?? '';
  if (/^\w+$/.test(name)) return true;
  if (printable(name) !== name) {
    fail(
      context,
      element,
      attribute,
      'schema/identifier',
      `the name of ${withArticle(what)} cannot hold control or invisible characters: ${quoted(name)}`,
      'remove them: they would not be seen in SQL, in code or in an error',
    );
    return false;
  }
  if (name.trim() !== name) {
    fail(
      context,
      element,
      attribute,
      'schema/identifier',
      `the name of ${withArticle(what)} cannot start or end with a space`,
      'remove the space',
    );
    return false;
  }
  return true;
}

/** What `renamedFrom` says. */
export function oldName(context: Context, element: Element, what: 'table' | 'column'): string | undefined {
  const name = element.attributes['renamedFrom'];
  if (name === undefined || !checkIdentifier(context, element, 'renamedFrom', what)) return undefined;
  const problem =
    name === '' ? 'is empty' : name === element.attributes['name'] ? `is the name of this ${what}` : undefined;
  if (problem === undefined) return name;
  fail(
    context,
    element,
    'renamedFrom',
    'schema/renamed-from',
    `renamedFrom ${problem}`,
    `write the name that the ${what} had before, or remove it`,
  );
  return undefined;
}

/** Names that would be longer than the vendor's catalog can hold. */
export function checkLength(context: Context, element: Element, attribute: string, name: string, what: string): void {
  const { identifierLimit } = context.options;
  if (fitsLimit(name, identifierLimit)) return;
  const length = identifierLength(name, identifierLimit);
  fail(
    context,
    element,
    attribute,
    'schema/name-too-long',
    `the name of the ${what} has ${length} ${identifierLimit.unit}, and the database holds ${identifierLimit.max}`,
    'shorten it: the database would truncate it silently',
  );
}
