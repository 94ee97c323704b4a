import { quoted } from '../../diagnostics/printable.js';
import type { Element } from '../element.js';
import { type Context, fail, value } from './context.js';
import type { DatabaseDefaults } from './defaults.js';

/** The namespace of a table's classes: below that of its file, unless it begins with a backslash. */
export function resolveNamespace(element: Element, defaults: DatabaseDefaults): string {
  const own = value(element, 'namespace');
  if (own === undefined) return defaults.namespace;
  const trimmed = own.replace(/^\\|\\$/g, '');
  return own.startsWith('\\') || defaults.namespace === '' ? trimmed : `${defaults.namespace}\\${trimmed}`;
}

/** The package: a relative folder, its parts joined by dots. It must not lead anywhere else. */
export function checkPackage(context: Context, element: Element, defaults: DatabaseDefaults): string | undefined {
  const own = value(element, 'package');
  if (own === undefined) return defaults.package;
  return isPackage(context, element, own) ? own : undefined;
}

export function isPackage(context: Context, element: Element, name: string): boolean {
  if (/^[A-Za-z0-9_-]+([./][A-Za-z0-9_-]+)*$/.test(name)) return true;
  fail(
    context,
    element,
    'package',
    'schema/package',
    `${quoted(name)} is not a package`,
    'write folder names of letters, digits, - and _ with dots between, such as app.model',
  );
  return false;
}
