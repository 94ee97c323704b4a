import { contributionsOf } from '../../../behaviors/contributions.js';
import { tsDocText, tsString } from '../../../languages/typescript/literal.js';
import { isReservedTsName } from '../../../languages/typescript/names.js';
import type { CrossReference, ForeignKey, Table } from '../../../model/model.js';
import { clearedColumns, isRequired } from '../../../plan/relations.js';
import { lowerFirst, ownType, propertyName, RUNTIME } from '../names.js';
import { type DraftPrinter, isNeeded, objectOrDraft, parentProperty } from './draft-types.js';

/** A method of a class: its head behind the name, and what it gives. */
interface Method {
  readonly name: string;
  readonly doc: string;
  /** Signatures before the one that has the body. */
  readonly overloads?: readonly string[];
  readonly head: string;
  readonly body: string;
}

interface Printing {
  readonly extension: string;
  /** The name of something of the runtime. */
  readonly call: (name: string) => string;
  readonly con: string;
}

/** The methods of objects that lead to others. */
export function modelMethods(printer: DraftPrinter): readonly string[] {
  const { table } = printer.statements;
  const printing = printingOf(printer);
  if (table.readOnly) {
    return printed(table, [
      ...table.foreignKeys.map((key) => getParent(printing, key)),
      ...table.referrers.map((key) => readChildren(printing, key)),
    ]);
  }
  return printed(table, [
    ...table.foreignKeys.flatMap((key) => [getParent(printing, key), ...setParent(printing, key, 'this')]),
    ...table.referrers.flatMap((key) => [readChildren(printing, key), ...changeChildren(printing, key)]),
    ...table.crossReferences.flatMap((cross) => [...readTargets(printing, cross), ...changeTargets(printing, cross)]),
  ]);
}

/** Those of drafts, which have no rows to read yet. */
export function draftMethods(printer: DraftPrinter): readonly string[] {
  const { table } = printer.statements;
  const printing = printingOf(printer);
  return printed(table, [
    ...table.foreignKeys.flatMap((key) => setParent(printing, key, 'draft')),
    ...table.referrers.flatMap((key) => changeChildren(printing, key)),
    ...table.crossReferences.flatMap((cross) => changeTargets(printing, cross)),
  ]);
}

const printingOf = ({ extension, file }: DraftPrinter): Printing => ({
  extension,
  call: (name) => `${file.use(RUNTIME, 'relations')}.${name}`,
  con: `con?: ${file.type(RUNTIME, 'Connection')}`,
});

/** A name is taken once; columns and behaviors come first. */
function printed(table: Table, methods: readonly Method[]): readonly string[] {
  const taken = new Set([
    ...table.columns.map(propertyName),
    ...contributionsOf(table).methods.flatMap(({ on, name }) => (on === 'model' ? [name] : [])),
  ]);
  return methods.flatMap(({ name, doc, overloads = [], head, body }) => {
    if (taken.has(name)) return [];
    taken.add(name);
    return [
      '',
      `  /** ${tsDocText(doc)} */`,
      ...overloads.map((overload) => `  ${name}${overload};`),
      `  ${name}${head} {`,
      `    return ${body};`,
      '  }',
    ];
  });
}

/** The parameter that takes an object of a relation. */
function parameterOf(relation: string): string {
  const name = lowerFirst(relation);
  return name === 'con' || name === 'relations' || isReservedTsName(name) ? `${name}Object` : name;
}

/** Whether one end is only read: nothing that is said of the other waits for a save. */
const isOnlyRead = ({ table, foreignTable }: ForeignKey): boolean => table.readOnly || foreignTable.readOnly;

function getParent({ extension, call, con }: Printing, key: ForeignKey): Method {
  const other = ownType(key.foreignTable, extension);
  const isGiven = isRequired(key) && key.constants.length === 0;
  const [one, required] = isOnlyRead(key) ? ['readOne', 'requireOne'] : ['getParent', 'requireParent'];
  const reads = isGiven ? required : one;
  return {
    name: `get${key.relationName}`,
    doc: `What it points at${isGiven ? '' : ', or null'}: ${isOnlyRead(key) ? 'read each time' : 'read, unless it is known'}.`,
    head: `(${con}): Promise<${other}${isGiven ? '' : ' | null'}>`,
    body: `${call(reads)}(this, ${tsString(key.relationName)}, con)`,
  };
}

function setParent({ extension, call }: Printing, key: ForeignKey, on: 'this' | 'draft'): readonly Method[] {
  if (key.foreignTable.readOnly) return [];
  const parameter = parameterOf(key.relationName);
  const nothing = clearedColumns(key).length > 0 && !isRequired(key) ? ' | null' : '';
  const takes = `(${parameter}: ${objectOrDraft(key.foreignTable, extension)}${nothing})`;
  const completes = on === 'draft' && isNeeded(key);
  const complete = `${key.table.className}Draft<M, Exclude<Missing, ${tsString(parentProperty(key))}>>`;
  const method: Method = {
    name: `set${key.relationName}`,
    doc: 'Points it at another object. Written by the next save of one of them.',
    ...(completes ? { overloads: [`${takes}: ${complete}`] } : {}),
    head: `${takes}: ${completes ? 'object' : 'this'}`,
    body: `${call('setParent')}(this, ${tsString(key.relationName)}, ${parameter})`,
  };
  return [method];
}

function readChildren({ extension, call, con }: Printing, key: ForeignKey): Method {
  const other = ownType(key.table, extension);
  const relation = tsString(key.backName);
  if (key.oneToOne) {
    return {
      name: `get${key.backName}`,
      doc: 'The one that points at it, or null, as the database and what was said since have it.',
      head: `(${con}): Promise<${other} | null>`,
      body: `${call(isOnlyRead(key) ? 'readOne' : 'getChild')}(this, ${relation}, con)`,
    };
  }
  return {
    name: `get${key.backNamePlural}`,
    doc: 'Those that point at it, as the database and what was said since have them.',
    head: `(${con}): Promise<${other}[]>`,
    body: `${call(isOnlyRead(key) ? 'readMany' : 'getChildren')}(this, ${relation}, con)`,
  };
}

function changeChildren({ extension, call }: Printing, key: ForeignKey): readonly Method[] {
  if (key.table.readOnly) return [];
  const missing = isNeeded(key) ? tsString(parentProperty(key)) : '';
  const either = objectOrDraft(key.table, extension, missing);
  const parameter = parameterOf(key.backName);
  const relation = tsString(key.backName);
  const set = (name: string, doc: string, type: string, objects: string): Method => ({
    name: `set${name}`,
    doc,
    head: `(${type}): this`,
    body: `${call('setChildren')}(this, ${relation}, ${objects})`,
  });
  if (key.oneToOne) {
    const doc = 'Takes another one instead of the one before. Written by the next save.';
    return [set(key.backName, doc, `${parameter}: ${either} | null`, `${parameter} === null ? [] : [${parameter}]`)];
  }
  return [
    {
      name: `add${key.backName}`,
      doc: 'Points another one at it. Written by the next save of one of them.',
      head: `(${parameter}: ${either}): this`,
      body: `${call('addChild')}(this, ${relation}, ${parameter})`,
    },
    {
      name: `remove${key.backName}`,
      doc: 'Takes one away: the next save deletes it where it cannot be without this one.',
      head: `(${parameter}: ${either}): this`,
      body: `${call('removeChild')}(this, ${relation}, ${parameter})`,
    },
    set(
      key.backNamePlural,
      'These and no others, in this order if they are a list. Written by the next save.',
      `objects: Iterable<${either}>`,
      'objects',
    ),
  ];
}

/** Such rows in between have no methods: `load()` and `joinWith…` read what is at their other ends. */
const isCrossOnlyRead = ({ crossTable, targets }: CrossReference): boolean =>
  crossTable.readOnly || targets.some(({ foreignTable }) => foreignTable.readOnly);

function readTargets({ extension, call, con }: Printing, cross: CrossReference): readonly Method[] {
  if (isCrossOnlyRead(cross)) return [];
  const types = cross.targets.map(({ foreignTable }) => ownType(foreignTable, extension));
  const isOne = types.length === 1;
  const method: Method = {
    name: `get${cross.relationNamePlural}`,
    doc: 'Those at the other end, as the database and what was said since have them.',
    head: `(${con}): Promise<${isOne ? types.join('') : `[${types.join(', ')}]`}[]>`,
    body: `${call(isOne ? 'getTargets' : 'getCombinations')}(this, ${tsString(cross.relationName)}, con)`,
  };
  return [method];
}

function changeTargets({ extension, call }: Printing, cross: CrossReference): readonly Method[] {
  if (isCrossOnlyRead(cross)) return [];
  const [one, many] = [cross.relationName, cross.relationNamePlural];
  const ends = cross.targets.map(({ relationName, foreignTable }) => ({
    parameter: parameterOf(relationName),
    type: objectOrDraft(foreignTable, extension),
  }));
  const parameters = ends.map(({ parameter, type }) => `${parameter}: ${type}`).join(', ');
  const given = `[${ends.map(({ parameter }) => parameter).join(', ')}]`;
  const isOne = ends.length === 1;
  const types = ends.map(({ type }) => type).join(', ');
  const relation = tsString(one);
  return [
    {
      name: `add${one}`,
      doc: 'Links it with another one, unless it is already. Written by the next save.',
      head: `(${parameters}): this`,
      body: `${call('addTarget')}(this, ${relation}, ${given})`,
    },
    {
      name: `remove${one}`,
      doc: 'Takes the link away, and leaves the other one. Written by the next save.',
      head: `(${parameters}): this`,
      body: `${call('removeTarget')}(this, ${relation}, ${given})`,
    },
    {
      name: `set${many}`,
      doc: 'These and no others, in this order if they are a list. Written by the next save.',
      head: `(objects: Iterable<${isOne ? types : `readonly [${types}]`}>): this`,
      body: `${call('setTargets')}(this, ${relation}, objects)`,
    },
  ];
}
