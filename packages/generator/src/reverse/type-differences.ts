import type { Column, Database, DomainCheck, DomainType, NativeType } from '../model/model.js';
import { domainColumn } from '../model/native-type.js';
import { defaultText, sameDefault } from './default-difference.js';
import type { Compared, SchemaDifference } from './differences.js';
import { shownName } from './draft.js';
import { sameExpression } from './expression-difference.js';

const WORDS = { enum: 'enum type', domain: 'domain' } as const;

/** In what the enum types and domains of a database differ from those of the schema. */
export function typeDifferences(compared: Compared): readonly SchemaDifference[] {
  const { model, reversed } = compared;
  const differences: SchemaDifference[] = [];
  const at = (type: NativeType, status: SchemaDifference['status'], what: string): void => {
    const name = shownName(type.schema, type.name);
    differences.push({ kind: WORDS[type.kind], status, table: name, name, what });
  };
  const found = new Map(reversed.types.map((type) => [keyOf(type), type]));
  for (const type of model.types) {
    const other = found.get(keyOf(type));
    found.delete(keyOf(type));
    if (type.skipSql) continue;
    if (other === undefined) at(type, 'missing', 'the schema has it, the database does not');
    else if (other.kind !== type.kind) at(type, 'different', `it is ${WITH_ARTICLE[other.kind]} in the database`);
    else for (const what of differing(type, other, compared)) at(type, 'different', what);
  }
  for (const type of found.values()) {
    if (!isNamed(model, type, compared)) at(type, 'extra', 'the database has it, the schema does not');
  }
  return differences;
}

const WITH_ARTICLE = { enum: 'an enum type', domain: 'a domain' } as const;

const keyOf = ({ schema, name }: NativeType): string => JSON.stringify([schema ?? null, name]);

/** A schema may name a type with `sqlType` and leave it to somebody else. */
function isNamed({ tables }: Database, type: NativeType, { introspection }: Compared): boolean {
  const name = shownName(type.schema, type.name);
  const isIt = ({ sqlType }: Column): boolean =>
    sqlType !== undefined && [name, `${name}[]`].some((each) => introspection.sameType(sqlType, each));
  return tables.some(({ columns }) => columns.some(isIt));
}

function* differing(type: NativeType, other: NativeType, compared: Compared): Generator<string> {
  if (type.kind === 'enum') {
    const [mine, its] = [type.valueSet.join(', '), other.valueSet.join(', ')];
    if (mine !== its) yield `the schema has the labels ${mine}, the database ${its}`;
    return;
  }
  if (other.kind !== 'domain') return;
  const { platform, platformOptions, introspection } = compared;
  const sqlType = (domain: DomainType): string =>
    domain.sqlType ?? platform.columnType(domainColumn(domain), platformOptions);
  const [mine, its] = [sqlType(type), sqlType(other)];
  if (!introspection.sameType(mine, its)) yield `the schema makes it of ${mine}, the database of ${its}`;
  if (type.notNull !== other.notNull) {
    yield type.notNull
      ? 'required in the schema, NULL is allowed in the database'
      : 'NULL is allowed in the schema, not in the database';
  }
  const [column, itsColumn] = [domainColumn(type), domainColumn(other)];
  if (!sameDefault(column, itsColumn, platform.script)) {
    yield `the schema has the default ${defaultText(column)}, the database ${defaultText(itsColumn)}`;
  }
  yield* checkDifferences(type, other, compared);
}

/** By what they say, as far as two texts can tell: names are ignored, as those of keys are. */
function* checkDifferences(type: DomainType, other: DomainType, { platform }: Compared): Generator<string> {
  const isIn = ({ expression }: DomainCheck, checks: readonly DomainCheck[]): boolean =>
    checks.some((check) => sameExpression(expression, check.expression, platform.script));
  for (const check of type.checks) {
    if (!isIn(check, other.checks)) yield `the database does not have its check ${check.expression}`;
  }
  for (const check of other.checks) {
    if (!isIn(check, type.checks)) yield `the schema does not have its check ${check.expression}`;
  }
}
