import { contributionsOf } from '../../../behaviors/contributions.js';
import { quoted } from '../../../diagnostics/printable.js';
import type { Behavior, Column, CrossReference, ForeignKey, Table } from '../../../model/model.js';
import type { ModelDiagnostic, Report } from '../../../model/model-diagnostic.js';
import type { Origin } from '../../../model/origin.js';
import { missingColumnMethod, missingRelationMethod } from '../query-methods.js';

/**
 * Methods of the runtime's ActiveRecord that a column or a relation could replace by its name. A test compares the list
 * with the runtime.
 */
export const TAKEN_METHODS: readonly string[] = [
  'clearAllReferences',
  'getByName',
  'getByPosition',
  'getModifiedColumns',
  'getPrimaryKey',
  'getVirtualColumn',
  'getVirtualColumns',
  'hasRelatedWork',
  'hasVirtualColumn',
  'isColumnModified',
  'isDeleted',
  'isModified',
  'isNew',
  'isPrimaryKeyNull',
  'setByName',
  'setByPosition',
  'setDeleted',
  'setModifiedWords',
  'setNew',
  'setPrimaryKey',
  'setVirtualColumn',
];

const TAKEN: ReadonlySet<string> = new Set(TAKEN_METHODS.map((name) => name.toLowerCase()));

/** Booleans have `isActive()` beside `getActive()`; one that is called `modified` has only the latter. */
export const hasIsMethod = ({ family, memberName }: Column): boolean =>
  family === 'boolean' && !TAKEN.has(`is${memberName}`.toLowerCase());

/** Beginnings of the names of generated methods. */
export const METHOD_PREFIXES = ['get', 'set', 'is', 'has', 'add', 'remove', 'count', 'clear'] as const;

/** What gives a model class methods. */
interface Member {
  readonly origin: Origin;
  readonly attribute: string;
  readonly what: string;
  readonly fix: string;
  readonly relation?: ModelDiagnostic['relation'];
  readonly methods: readonly string[];
  readonly column?: Column;
}

/** Columns and relations of a table whose methods would be the same, and relations that would have one name. */
export function checkMethods(table: Table, report: Report): void {
  const owners = new Map<string, Member>();
  const contributed = contributedMethods(table);
  for (const member of members(table)) {
    for (const name of member.methods) {
      const key = name.toLowerCase();
      const other = owners.get(key);
      if (TAKEN.has(key)) {
        report({
          severity: 'error',
          code: 'php/method-taken',
          origin: member.origin,
          attribute: member.attribute,
          message: `${name}() of ${member.what} would replace a method that every model class has`,
          help: member.fix,
          relation: member.relation,
        });
        break;
      }
      const given = contributed.get(key);
      // A column may have what serves as its accessor.
      if (given !== undefined && (given.serves === undefined || given.serves !== member.column)) {
        report({
          severity: 'error',
          code: 'php/method-of-behavior',
          origin: member.origin,
          attribute: member.attribute,
          message: `${name}() of ${member.what} is a method of the behavior ${quoted(given.behavior.name)} of table ${quoted(table.name)}`,
          help: member.fix,
          relation: member.relation,
          related: { message: 'the behavior', origin: given.behavior.origin, attribute: 'name' },
        });
        break;
      }
      if (other !== undefined && other !== member) {
        report({
          severity: 'error',
          code: 'php/method-twice',
          origin: member.origin,
          attribute: member.attribute,
          message: `${name}() in class ${quoted(table.className)} would belong to ${member.what} and also to ${other.what}`,
          help: member.fix,
          relation: member.relation,
          related: { message: 'the other one', origin: other.origin, attribute: other.attribute },
        });
        break;
      }
      owners.set(key, member);
    }
  }
  checkRelationNames(table, report);
  noteQueryMethods(table, report);
}

/** What the query class does not have, and how to write it. */
function noteQueryMethods(table: Table, report: Report): void {
  const note = (member: Member, missing: string | undefined, instead: string): void => {
    if (missing === undefined) return;
    report({
      severity: 'note',
      code: 'php/query-method-taken',
      origin: member.origin,
      attribute: member.attribute,
      message: `every query has a method ${missing}() already, so ${member.what} gets none of that name`,
      help: `write ${instead} in queries, or ${member.fix}`,
      relation: member.relation,
    });
  };
  for (const column of table.columns) {
    note(columnMember(column), missingColumnMethod(column), `filterBy('${column.memberName}', …)`);
  }
  for (const [name, member] of relationMembers(table)) {
    note(member, missingRelationMethod(name), `join('${table.className}.${name}')`);
  }
}

interface MethodOfBehavior {
  readonly behavior: Behavior;
  readonly serves: Column | undefined;
}

/** The methods of behaviors in the model class, by their names in lower case. */
function contributedMethods(table: Table): ReadonlyMap<string, MethodOfBehavior> {
  const owners = new Map<string, MethodOfBehavior>();
  for (const { on, name, serves, behavior } of contributionsOf(table).methods) {
    if (on === 'model') owners.set(name.toLowerCase(), { behavior, serves });
  }
  return owners;
}

const relationMembers = (table: Table): readonly (readonly [string, Member])[] => [
  ...table.foreignKeys.map((key) => [key.relationName, parentMember(key)] as const),
  ...table.referrers.map((key) => [key.backName, childMember(key)] as const),
];

/** A query names relations: `joinBook()` cannot mean two of them. */
function checkRelationNames(table: Table, report: Report): void {
  const known = new Map<string, Member>();
  for (const [name, member] of relationMembers(table)) {
    const other = known.get(name.toLowerCase());
    if (other === undefined) {
      known.set(name.toLowerCase(), member);
      continue;
    }
    report({
      severity: 'error',
      code: 'php/relation-twice',
      origin: member.origin,
      attribute: member.attribute,
      message: `${quoted(name)} in class ${quoted(table.className)} would name ${member.what} and also ${other.what}`,
      help: member.fix,
      relation: member.relation,
      related: { message: 'the other one', origin: other.origin, attribute: other.attribute },
    });
  }
}

function members(table: Table): readonly Member[] {
  return [
    ...table.columns.map(columnMember),
    ...table.foreignKeys.map(parentMember),
    ...table.referrers.map(childMember),
    ...table.crossReferences.map(crossMember),
  ];
}

function columnMember(column: Column): Member {
  const methods = [`get${column.memberName}`, `set${column.memberName}`];
  if (hasIsMethod(column)) methods.push(`is${column.memberName}`);
  const { memberNameSingular: one } = column;
  if ((column.family === 'array' || column.family === 'set') && one !== column.memberName) {
    methods.push(`has${one}`, `add${one}`, `remove${one}`);
  }
  return {
    origin: column.origin,
    attribute: 'name',
    what: `column ${quoted(column.name)}`,
    fix: 'set another phpName on the column',
    methods,
    column,
  };
}

function parentMember(key: ForeignKey): Member {
  return {
    origin: key.origin,
    attribute: 'phpName',
    what: `the relation to ${quoted(key.foreignTable.name)}`,
    fix: 'set another phpName on the foreign key',
    relation: 'own',
    methods: [`get${key.relationName}`, `set${key.relationName}`],
  };
}

function childMember(key: ForeignKey): Member {
  const [one, many] = [key.backName, key.backNamePlural];
  return {
    origin: key.origin,
    attribute: 'refPhpName',
    what: `the relation from ${quoted(key.table.name)}`,
    fix: 'set another refPhpName on the foreign key',
    relation: 'reverse',
    methods: key.oneToOne ? [`get${one}`, `set${one}`] : toMany(one, many),
  };
}

function crossMember(cross: CrossReference): Member {
  const [one, many] = [cross.relationName, cross.relationNamePlural];
  return {
    // Its name is made of those of the keys that lead on.
    origin: (cross.targets[0] ?? cross.via).origin,
    attribute: 'phpName',
    what: `the many-to-many relation through ${quoted(cross.crossTable.name)}`,
    fix: 'set another phpName on this foreign key of the cross-reference table',
    relation: 'many-to-many',
    methods: cross.targets.length > 1 ? toMany(one, many) : [...toMany(one, many), `is${many}Loaded`],
  };
}

const toMany = (one: string, many: string): string[] => [
  `get${many}`,
  `set${many}`,
  `add${one}`,
  `remove${one}`,
  `count${many}`,
  `clear${many}`,
];
