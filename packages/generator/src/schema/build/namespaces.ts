import { quoted } from '../../diagnostics/printable.js';
import { isPhpClassName, isPhpNamespace, isReservedClassName } from '../../languages/php/names.js';
import type { Element } from '../element.js';
import { type Context, fail, value } from './context.js';
import type { DatabaseDefaults } from './defaults.js';

/** The namespace of a table's classes; one that PHP or a file system cannot take is a diagnostic. */
export function resolveNamespace(context: Context, element: Element, defaults: DatabaseDefaults): string {
  const own = value(element, 'namespace');
  if (own === undefined) return defaults.namespace;
  const absolute = own.startsWith('\\');
  const trimmed = own.replace(/^\\|\\$/g, '');
  const full = absolute || defaults.namespace === '' ? trimmed : `${defaults.namespace}\\${trimmed}`;
  return checkNamespace(context, element, trimmed) ? full : '';
}

export function checkNamespace(context: Context, element: Element, namespace: string): boolean {
  if (namespace === '' || isPhpNamespace(namespace)) return true;
  fail(
    context,
    element,
    'namespace',
    'schema/namespace',
    `${quoted(namespace)} is not a PHP namespace`,
    'write names of letters, digits and underscores with a backslash between, such as App\\Model',
  );
  return false;
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

/** Classes that the schema only names: they need not exist, but they must be able to. */
export function checkClassReferences(context: Context, element: Element, attributes: readonly string[]): void {
  for (const attribute of attributes) {
    const name = value(element, attribute);
    if (name === undefined) continue;
    if (isPhpClassName(name) && !isReservedClassName(name.slice(name.lastIndexOf('\\') + 1))) continue;
    fail(
      context,
      element,
      attribute,
      'schema/php-name',
      `${quoted(name)} is not the name of a PHP class`,
      'write it with its namespace, such as App\\Base',
    );
  }
}
