import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { METHOD_PREFIXES, TAKEN_METHODS } from '../../../src/targets/php/check/methods.js';

const RUNTIME = join(import.meta.dirname, '../../../../runtime-php/src');

it('knows every method of the runtime that a column or a relation could replace', () => {
  const methods = ['ActiveRecord', 'Relation']
    .flatMap((folder) => readdirSync(join(RUNTIME, folder)).map((file) => join(RUNTIME, folder, file)))
    .map((file) => readFileSync(file, 'utf8'))
    // Not the trait of the record of a relation, which no model class has.
    .filter((text) => /^(abstract class ActiveRecord|trait (?!RemovedObjects))/m.test(text))
    .flatMap((text) => [...text.matchAll(/(?:public|protected) (?:static )?function (\w+)/g)])
    .map(([, name = '']) => name)
    .filter((name) =>
      METHOD_PREFIXES.some((prefix) => name.startsWith(prefix) && /^[A-Z]/.test(name.slice(prefix.length))),
    );
  expect(methods.length).toBeGreaterThan(10);
  expect(methods.filter((name) => !TAKEN_METHODS.includes(name))).toEqual([]);
});
