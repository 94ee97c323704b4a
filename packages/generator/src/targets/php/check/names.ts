import { quoted } from '../../../diagnostics/printable.js';
import { isPhpLabel, isReservedClassName } from '../../../languages/php/names.js';
import type { ForeignKey, Table } from '../../../model/model.js';
import type { ModelDiagnostic, Report } from '../../../model/model-diagnostic.js';
import type { NamedModel, WrittenColumn } from '../../../model/name-rules.js';
import type { Origin } from '../../../model/origin.js';
import { isTakenAccessor } from './accessors.js';

/** Names that would not be valid PHP, and names that would make two classes or methods one. */
export function checkNames({ database, unbuiltColumns }: NamedModel, report: Report): void {
  const classes = new Map<string, ClassName>();
  for (const table of database.tables) {
    if (table.internal) continue;
    checkClasses(table, classes, report);
    checkMembers(table, unbuiltColumns(table), report);
  }
}

/** What gives a table or a column its name. */
const NAMING = ['phpName', 'name'] as const;

interface ClassName {
  readonly origin: Origin;
  readonly attribute: ModelDiagnostic['attribute'];
  readonly what: () => string;
}

function checkClasses(table: Table, classes: Map<string, ClassName>, report: Report): void {
  const refuse = (code: string, message: string, help: string): void =>
    report({ severity: 'error', code, origin: table.origin, attribute: NAMING, message, help });
  if (!isPhpLabel(table.className)) {
    refuse(
      'schema/php-name',
      `${quoted(table.className)} cannot be the name of a PHP class`,
      'set phpName: letters, digits and underscores, not starting with a digit',
    );
    return;
  }
  if (isReservedClassName(table.className)) {
    refuse(
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
    report({
      severity: 'error',
      code: 'schema/class-twice',
      origin: claimed.origin,
      attribute: claimed.attribute,
      message: `the class ${quoted(className)} would be ${claimed.what()} and also ${other.what()}`,
      help: 'give one of them another name (phpName) or another namespace',
      related: { message: 'the other one', origin: other.origin, attribute: other.attribute },
    });
  };
  const claimBoth = (
    className: string,
    origin: Origin,
    attribute: ClassName['attribute'],
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
    NAMING,
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
  readonly attribute: ModelDiagnostic['attribute'];
  readonly what: string;
  readonly fix: string;
  readonly relation?: ModelDiagnostic['relation'];
}

/** Columns and relations share the accessors of one class: each must have a name of its own. */
function checkMembers(table: Table, unbuilt: readonly WrittenColumn[], report: Report): void {
  if (unbuilt.length === 0 && allNamesFine(table)) return;
  const members = new Map<string, Member>();
  const claim = (name: string, member: Member): void => {
    const refuse = (code: string, message: string, help: string, related?: ModelDiagnostic['related']): void => {
      const { origin, attribute, relation } = member;
      report({ severity: 'error', code, origin, attribute, message, help, relation, ...(related && { related }) });
    };
    if (!isPhpLabel(name)) {
      refuse(
        'schema/php-name',
        `${quoted(name)} cannot be a name in PHP (${member.what})`,
        `${member.fix}: letters, digits and underscores, not starting with a digit`,
      );
      return;
    }
    if (isTakenAccessor(name)) {
      refuse(
        'schema/taken-name',
        `${quoted(name)} (${member.what}) would replace a method that every model class has`,
        `${member.fix}, such as "${name}Value"`,
      );
      return;
    }
    const key = name.toLowerCase();
    const other = members.get(key);
    if (!other) {
      members.set(key, member);
      return;
    }
    refuse(
      'schema/name-twice',
      `${quoted(name)} would name ${member.what} and also ${other.what} in class ${table.className}`,
      member.fix,
      { message: 'the other one', origin: other.origin, attribute: other.attribute },
    );
  };
  for (const column of [...table.columns, ...unbuilt]) {
    claim(column.memberName, {
      origin: column.origin,
      attribute: NAMING,
      what: `column "${column.name}"`,
      fix: 'set another phpName on the column',
    });
  }
  for (const key of table.foreignKeys) {
    claim(key.relationName, {
      origin: key.origin,
      attribute: 'phpName',
      what: `the relation to "${key.foreignTable.name}"`,
      fix: 'set another phpName on the foreign key',
      relation: 'own',
    });
  }
  for (const key of table.referrers) {
    const member: Member = {
      origin: key.origin,
      attribute: 'refPhpName',
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
      attribute: 'phpName',
      what: `the many-to-many relation through "${cross.crossTable.name}"`,
      fix: 'set another phpName on this foreign key of the cross-reference table',
      relation: 'many-to-many',
    });
  }
}

/** The usual case, cheaply: every name is valid, free and different. Only otherwise are the diagnostics worked out. */
function allNamesFine(table: Table): boolean {
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
