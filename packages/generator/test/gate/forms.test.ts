import { expect, it } from 'vitest';
import { admit, DATABASE, type Form, type Shape, TEXT } from '../../src/model/gate.js';
import type { Database } from '../../src/model/model.js';
import { expressionProblem, statementProblem } from '../../src/platforms/sql-expression.js';
import { PHP_NAMES } from '../../src/targets/php/check/name-rules.js';
import { compileSchema, loadPlatforms } from '../support/compile-schema.js';
import { printXml } from '../support/xml-tree.js';
import { baseTree } from './support/base-tree.js';

type Part = Record<string, unknown>;

/** Every text of a model that is printed as it stands, with where it is: the first part of each kind that has it. */
function printed(
  part: Part,
  shape: Shape,
  path: string,
  found: Map<string, { part: Part; field: string; form: Form }>,
): void {
  for (const [field, rule] of shape) {
    const value = part[field];
    if (rule === 'elsewhere' || value === undefined) continue;
    if ('each' in rule) {
      for (const each of Array.isArray(value) ? (value as Part[]) : [value as Part]) {
        printed(each, rule.each, `${path}.${field}`, found);
      }
    } else if (rule.holds !== TEXT.holds && typeof value === 'string' && !found.has(`${path}.${field}`)) {
      found.set(`${path}.${field}`, { part, field, form: rule });
    }
  }
}

it.each<[string, Shape, number]>([
  ['is printed as it stands', DATABASE, 25],
  ['PHP has as it stands', PHP_NAMES.forms, 15],
])('refuses, for every text that %s, what is not of its form', async (_, rules, least) => {
  const platforms = await loadPlatforms();
  const platform = platforms.get('pgsql');
  const { database } = platform === undefined ? {} : compileSchema(printXml(baseTree('pgsql', platforms)), platform);
  expect(database).toBeDefined();
  // Models are frozen: this is one that nobody checked.
  const unchecked = structuredClone(database) as Database & Part;
  const refused = (): string[] => {
    const fields: string[] = [];
    admit(
      unchecked,
      rules,
      {
        isExpression: (sql) => platform !== undefined && expressionProblem(sql, platform.script) === undefined,
        isStatement: (sql) => platform !== undefined && statementProblem(sql, platform.script) === undefined,
      },
      ({ field }) => fields.push(field),
    );
    return fields;
  };
  expect(refused()).toEqual([]);
  const found = new Map<string, { part: Part; field: string; form: Form }>();
  printed(unchecked, rules, 'database', found);
  expect(found.size).toBeGreaterThanOrEqual(least);
  for (const [path, { part, field }] of found) {
    const before = part[field];
    part[field] = 'A; \\canary(); #\u200b';
    expect(refused(), path).toContain(field);
    part[field] = before;
  }
});
