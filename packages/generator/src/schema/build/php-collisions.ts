import type { RelationName } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import type { Span } from '../../diagnostics/source.js';
import { isPhpLabel, isReservedClassName } from '../../languages/php/names.js';
import type { ForeignKey } from '../../model/model.js';
import type { Origin } from '../../model/origin.js';
import type { Element } from '../element.js';
import { isTakenAccessor } from '../php-names.js';
import { type Context, fail, originSpan, value } from './context.js';
import type { TableDraft } from './draft.js';
import { checkClassReferences } from './namespaces.js';
import type { TableWork, WrittenColumn } from './table.js';

/** Names that would not be valid PHP, and names that would make two classes or methods one. */
export function checkPhpNames(context: Context, works: readonly TableWork[]): void {
  const classes = new Map<string, ClassName>();
  for (const work of works) {
    if (work.table.internal) continue;
    checkClasses(context, work, classes);
    checkClassReferences(context, work.element, ['baseClass', 'baseQueryClass', 'interface']);
    checkMembers(context, work);
  }
}

const attributeOrName = (element: Element): 'phpName' | 'name' =>
  value(element, 'phpName') === undefined ? 'name' : 'phpName';

interface ClassName {
  readonly origin: Origin;
  readonly attribute: string;
  readonly what: () => string;
}

function checkClasses(context: Context, work: TableWork, classes: Map<string, ClassName>): void {
  const { table, element } = work;
  const at = attributeOrName(element);
  if (!isPhpLabel(table.className)) {
    fail(
      context,
      element,
      at,
      'schema/php-name',
      `${quoted(table.className)} cannot be the name of a PHP class`,
      'set phpName: letters, digits and underscores, not starting with a digit',
    );
    return;
  }
  if (isReservedClassName(table.className)) {
    fail(
      context,
      element,
      at,
      'schema/reserved-word',
      `${quoted(table.className)} is a PHP reserved word and cannot name a class`,
      `set another phpName, such as phpName="${table.className}Row"`,
    );
    return;
  }
  const known = new Set<string>();
  let isReported = false;
  const claim = (className: string, claimed: ClassName): void => {
    // PHP does not tell class names by case, and neither do some file systems.
    const key = `${table.php.namespace}\\${className}`.toLowerCase();
    const other = classes.get(key);
    if (!other) {
      classes.set(key, claimed);
      return;
    }
    // Where two models collide, so do their queries: once is enough.
    if (isReported) return;
    isReported = true;
    context.reporter.error({
      code: 'schema/class-twice',
      message: `the class ${quoted(className)} would be ${claimed.what()} and also ${other.what()}`,
      span: originSpan(claimed.origin, claimed.attribute),
      help: 'give one of them another name (phpName) or another namespace',
      related: { message: 'the other one', span: originSpan(other.origin, other.attribute) },
    });
  };
  const claimBoth = (
    className: string,
    origin: Origin,
    attribute: string,
    model: () => string,
    query: () => string,
  ): void => {
    known.add(className);
    isReported = false;
    claim(className, { origin, attribute, what: model });
    claim(`${className}Query`, { origin, attribute, what: query });
  };
  claimBoth(
    table.className,
    table.origin,
    at,
    () => `the model of table "${table.name}"`,
    () => `the query of table "${table.name}"`,
  );
  for (const { className, origin } of table.inheritance?.classes ?? []) {
    if (known.has(className)) continue;
    claimBoth(
      className,
      origin,
      'class',
      () => `a class of table "${table.name}"`,
      () => `the query of class "${className}"`,
    );
  }
}

interface Member {
  readonly origin: Origin;
  /** Asked for only when there is something to report about. */
  readonly attribute: () => string;
  readonly what: string;
  readonly fix: string;
  readonly relation?: RelationName;
}

/** Columns and relations share the accessors of one class: each must have a name of its own. */
function checkMembers(context: Context, work: TableWork): void {
  const { table } = work;
  if (work.unbuilt.size === 0 && allNamesFine(table)) return;
  const members = new Map<string, Member>();
  const claim = (name: string, member: Member): void => {
    const at = (): Span => originSpan(member.origin, member.attribute());
    if (!isPhpLabel(name)) {
      context.reporter.error({
        code: 'schema/php-name',
        message: `${quoted(name)} cannot be a name in PHP (${member.what})`,
        span: at(),
        help: `${member.fix}: letters, digits and underscores, not starting with a digit`,
        relation: member.relation,
      });
      return;
    }
    if (isTakenAccessor(name)) {
      context.reporter.error({
        code: 'schema/taken-name',
        message: `${quoted(name)} (${member.what}) would replace a method that every model class has`,
        span: at(),
        help: `${member.fix}, such as "${name}Value"`,
        relation: member.relation,
      });
      return;
    }
    const key = name.toLowerCase();
    const other = members.get(key);
    if (!other) {
      members.set(key, member);
      return;
    }
    context.reporter.error({
      code: 'schema/name-twice',
      message: `${quoted(name)} would name ${member.what} and also ${other.what} in class ${table.className}`,
      span: at(),
      help: member.fix,
      relation: member.relation,
      related: { message: 'the other one', span: originSpan(other.origin, other.attribute()) },
    });
  };
  for (const column of [...table.columns, ...work.ghosts.values()]) {
    if (isNameless(context, work, column)) continue;
    claim(column.memberName, {
      origin: column.origin,
      attribute: () => (hasAttribute(column.origin, 'phpName') ? 'phpName' : 'name'),
      what: `column "${column.name}"`,
      fix: 'set another phpName on the column',
    });
  }
  for (const key of table.foreignKeys) {
    if (context.doubts.isNameless(key.origin, 'own')) continue;
    claim(key.relationName, {
      origin: key.origin,
      attribute: () => 'phpName',
      what: `the relation to "${key.foreignTable.name}"`,
      fix: 'set another phpName on the foreign key',
      relation: 'own',
    });
  }
  for (const key of table.referrers) {
    if (context.doubts.isNameless(key.origin, 'reverse')) continue;
    const member: Member = {
      origin: key.origin,
      attribute: () => 'refPhpName',
      what: `the relation from "${key.table.name}"`,
      fix: 'set another refPhpName on the foreign key',
      relation: 'reverse',
    };
    claim(relationAccessor(key), member);
  }
  for (const cross of table.crossReferences) {
    claim(cross.relationNamePlural, {
      // Its name is made of those of the keys that lead on.
      origin: (cross.targets[0] ?? cross.via).origin,
      attribute: () => 'phpName',
      what: `the many-to-many relation through "${cross.crossTable.name}"`,
      fix: 'set another phpName on this foreign key of the cross-reference table',
      relation: 'many-to-many',
    });
  }
}

/** Whether its name in PHP depends on an attribute that was refused. */
function isNameless({ flaws }: Context, { element }: TableWork, { origin }: WrittenColumn): boolean {
  const column = element.children.find((child) => child === origin);
  return column !== undefined && flaws.isUnknown(column, 'phpName', 'phpNamingMethod', 'prefix');
}

/** The usual case, cheaply: every name is valid, free and different. Only otherwise are the diagnostics worked out. */
function allNamesFine(table: TableDraft): boolean {
  const seen = new Set<string>();
  const isFine = (name: string): boolean => {
    const key = accessorKey(name);
    if (key === undefined || seen.has(key)) return false;
    seen.add(key);
    return true;
  };
  return (
    table.columns.every((column) => isFine(column.memberName)) &&
    table.foreignKeys.every((key) => isFine(key.relationName)) &&
    table.referrers.every((key) => isFine(relationAccessor(key))) &&
    table.crossReferences.every((cross) => isFine(cross.relationNamePlural))
  );
}

const relationAccessor = (key: ForeignKey): string => (key.oneToOne ? key.backName : key.backNamePlural);

const accessorKeys = new Map<string, string | undefined>();

/** What must differ from name to name in a class, or nothing for a name that cannot be there at all. */
function accessorKey(name: string): string | undefined {
  if (accessorKeys.has(name)) return accessorKeys.get(name);
  const key = isPhpLabel(name) && !isTakenAccessor(name) ? name.toLowerCase() : undefined;
  accessorKeys.set(name, key);
  return key;
}

const hasAttribute = (origin: Origin, name: string): boolean => {
  const { start, source } = originSpan(origin, name);
  return source.text.charCodeAt(start - 1) !== 60;
};
