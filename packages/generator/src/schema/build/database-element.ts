import { quoted } from '../../diagnostics/printable.js';
import { attributeSpan, elementSpan } from '../element.js';
import { type Context, childrenNamed, fail, flag, value } from './context.js';
import type { DatabaseDefaults } from './defaults.js';
import { checkIdentifier } from './identifiers.js';
import { isPackage } from './packages.js';
import { checkVerbatim } from './verbatim-sql.js';

/** What can be said of a `<database>` element and its domains without looking at the tables. */
export function checkDatabaseElement(context: Context, defaults: DatabaseDefaults): void {
  const { element } = defaults;
  checkIdentifier(context, element, 'name', 'database');
  if (value(element, 'schema') !== undefined) checkIdentifier(context, element, 'schema', 'schema');
  if (defaults.package !== undefined) isPackage(context, element, defaults.package);
  const seen = new Map<string, (typeof element.children)[number]>();
  for (const domain of childrenNamed(element, 'domain')) {
    const name = domain.attributes['name'] ?? '';
    const first = seen.get(name);
    if (first) {
      fail(
        context,
        domain,
        'name',
        'schema/domain-twice',
        `there is a domain ${quoted(name)} already`,
        'remove one, or rename it',
        {
          message: 'it is here',
          origin: first,
          attribute: 'name',
        },
      );
    }
    seen.set(name, domain);
    checkVerbatim(context, domain);
  }
  for (const place of [element, ...childrenNamed(element, 'table')]) {
    if (place.attributes['identifierQuoting'] === undefined || flag(place, 'identifierQuoting')) continue;
    context.reporter.note({
      code: 'schema/identifier-quoting',
      message: `identifierQuoting="false" has no effect on <${place.name}>`,
      span:
        place.attributes['identifierQuoting'] === '' ? elementSpan(place) : attributeSpan(place, 'identifierQuoting'),
      help: 'identifiers are always quoted, in the DDL and at run time alike: remove it',
    });
  }
}
