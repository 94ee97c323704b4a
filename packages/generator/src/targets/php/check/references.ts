import { quoted } from '../../../diagnostics/printable.js';
import { isPhpClassName, isPhpNamespace, isReservedClassName } from '../../../languages/php/names.js';
import type { Database, PhpDefaults, Table } from '../../../model/model.js';
import type { Report } from '../../../model/model-diagnostic.js';
import type { Origin } from '../../../model/origin.js';
import { isClassReference } from './forms.js';

/** Namespaces and classes that the schema only names: they need not exist, but they must be able to. */
export function checkReferences({ php, tables }: Database, report: Report): void {
  for (const file of php) {
    checkNamespace(file.namespace, file.origin, report);
    checkClasses(file, file.origin, report);
  }
  const files = new Map(php.map((file) => [file.origin.source, file]));
  for (const table of tables) checkTable(table, files.get(table.origin.source), report);
}

/** What a table has from its file is refused there, and only there. */
function checkTable({ php, inheritance, origin }: Table, file: PhpDefaults | undefined, report: Report): void {
  checkNamespace(below(file?.namespace ?? '', php.namespace), origin, report);
  const own = (name: string | undefined, given: string | undefined): string | undefined =>
    name === given ? undefined : name;
  const baseClass = own(php.baseClass, file?.baseClass);
  const baseQueryClass = own(php.baseQueryClass, file?.baseQueryClass);
  checkClasses({ baseClass, baseQueryClass, interface: php.interface }, origin, report);
  for (const child of inheritance?.classes ?? []) {
    checkInherited('class', child.className, child.origin, report);
    checkInherited('extends', child.extends, child.origin, report);
  }
}

/** The part of a namespace that is not the outer one. */
const below = (outer: string, namespace: string): string =>
  outer !== '' && `${namespace}\\`.startsWith(`${outer}\\`) ? namespace.slice(outer.length + 1) : namespace;

function checkNamespace(namespace: string, origin: Origin, report: Report): void {
  if (namespace === '' || isPhpNamespace(namespace)) return;
  report({
    severity: 'error',
    code: 'schema/namespace',
    origin,
    attribute: 'namespace',
    message: `${quoted(namespace)} is not a PHP namespace`,
    help: 'write names of letters, digits and underscores with a backslash between, such as App\\Model',
  });
}

interface ReferredClasses {
  readonly baseClass: string | undefined;
  readonly baseQueryClass: string | undefined;
  readonly interface?: string | undefined;
}

function checkClasses(classes: ReferredClasses, origin: Origin, report: Report): void {
  for (const attribute of ['baseClass', 'baseQueryClass', 'interface'] as const) {
    const name = classes[attribute];
    if (name === undefined || isClassReference(name)) continue;
    report({
      severity: 'error',
      code: 'schema/php-name',
      origin,
      attribute,
      message: `${quoted(name)} is not the name of a PHP class`,
      help: 'write it with its namespace, such as App\\Base',
    });
  }
}

function checkInherited(
  attribute: 'class' | 'extends',
  className: string | undefined,
  origin: Origin,
  report: Report,
): void {
  if (className === undefined || (isPhpClassName(className) && !isReservedClassName(className))) return;
  report({
    severity: 'error',
    code: 'schema/php-name',
    origin,
    attribute,
    message: `${quoted(className)} cannot be the name of a PHP class`,
    help: 'write letters, digits and underscores, and no PHP reserved word',
  });
}
