import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Reporter } from '../../src/diagnostics/diagnostic.js';
import { checkDocument } from '../../src/schema/check.js';
import { Flaws } from '../../src/schema/flaws.js';
import { VOCABULARY } from '../../src/schema/vocabulary.js';
import { parseXml } from '../../src/schema/xml.js';
import { vocabularyXsd } from '../../src/schema/xsd.js';
import { mutate } from '../properties/mutation.js';
import { numberOfRuns, randomSeed } from '../properties/random-runs.js';
import { randomSchema, randomSchemas } from '../properties/random-schema.js';
import { tapes } from '../properties/tape.js';
import { printXml } from '../support/xml-tree.js';

const PUBLISHED = fileURLToPath(new URL('../../schemas/schema.xsd', import.meta.url));
const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));
const generated = vocabularyXsd(VOCABULARY, 'database');

let validator: XsdValidator;
let xsd: XmlDocument;

beforeAll(() => {
  xsd = XmlDocument.fromString(generated);
  validator = XsdValidator.fromDoc(xsd);
});

afterAll(() => {
  validator.dispose();
  xsd.dispose();
});

function xsdAccepts(text: string): boolean {
  const document = XmlDocument.fromString(text);
  try {
    validator.validate(document);
    return true;
  } catch {
    return false;
  } finally {
    document.dispose();
  }
}

function checkerAccepts(text: string): boolean {
  const reporter = new Reporter();
  const root = parseXml({ path: 'schema.xml', text }, reporter);
  if (root) checkDocument(root, reporter, new Flaws());
  return !reporter.hasErrors;
}

/** Every `*schema.xml` of the repository that is a valid example or fixture: those of golden errors are not. */
function schemaFiles(): string[] {
  return ['packages/generator/test/fixtures', 'examples', 'docs'].flatMap((folder) => {
    try {
      const found = readdirSync(REPOSITORY + folder, { recursive: true, encoding: 'utf8' });
      return found.filter((name) => name.endsWith('schema.xml')).map((name) => `${REPOSITORY}${folder}/${name}`);
    } catch {
      return [];
    }
  });
}

describe('the published XSD', () => {
  it('is the one made from the vocabulary (UPDATE_GOLDEN=1 writes it)', () => {
    if (process.env['UPDATE_GOLDEN'] === '1') {
      mkdirSync(fileURLToPath(new URL('../../schemas/', import.meta.url)), { recursive: true });
      writeFileSync(PUBLISHED, generated);
    }
    expect(readFileSync(PUBLISHED, 'utf8')).toBe(generated);
  });

  it('documents every element and attribute', () => {
    for (const spec of Object.values(VOCABULARY)) {
      const docs = [spec.doc, ...Object.values(spec.attributes).map((attribute) => attribute.doc)];
      for (const doc of docs)
        expect(generated).toContain(doc.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'));
    }
  });
});

describe('the XSD', () => {
  const table = (inner: string): string => `<database name="app"><table name="t">${inner}</table></database>`;

  it.each([
    [
      'children in any order',
      table('<index/><column name="a" type="varchar"/><vendor type="mysql"/><column name="b" type="BLOB"/>'),
    ],
    ['types in any case', table('<column name="a" type="LongVarChar"/>')],
    ['the words for booleans', table('<column name="a" required="Yes" primaryKey="T" autoIncrement="0"/>')],
    [
      'actions with a space, in any case, or empty',
      table('<foreign-key foreignTable="t" onDelete="Set Null" onUpdate=""/>'),
    ],
    [
      'the attributes by which an editor finds it',
      '<database name="app" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="schema.xsd"/>',
    ],
  ])('accepts %s', (_, text) => {
    expect(checkerAccepts(text)).toBe(true);
    expect(xsdAccepts(text)).toBe(true);
  });

  it.each([
    ['another root', '<table name="t"/>'],
    ['a database without a name', '<database/>'],
    ['an empty name', '<database name=" "/>'],
    ['an unknown attribute', '<database name="app" phpname="x"/>'],
    ['an unknown element', table('<colum name="a"/>')],
    ['an element in the wrong place', '<database name="app"><column name="a" type="INTEGER"/></database>'],
    ['an unknown type', table('<column name="a" type="STRING"/>')],
    ['a word that is no boolean', table('<column name="a" required="maybe"/>')],
    ['a size that is no number', table('<column name="a" size="10,2"/>')],
    ['a size that is too large to be one', table('<column name="a" size="1234567890"/>')],
    ['a prefix of no length', table('<index><index-column name="a" size="00"/></index>')],
    ['a choice in another case', '<database name="app" defaultIdMethod="Native"/>'],
    ['text', table('hello')],
  ])('refuses %s', (_, text) => {
    expect(checkerAccepts(text)).toBe(false);
    expect(xsdAccepts(text)).toBe(false);
  });

  it('accepts every schema of the repository that is no golden error', () => {
    for (const file of schemaFiles()) expect([file, xsdAccepts(readFileSync(file, 'utf8'))]).toEqual([file, true]);
  });

  it('accepts random schemas that are valid and agrees with the checker on mutated ones', () => {
    const seed = randomSeed();
    console.log(`XSD and checker: seed ${seed}`);
    const options = { seed, numRuns: numberOfRuns(300) };
    fc.assert(
      fc.property(randomSchemas, ({ text }) => xsdAccepts(text) === checkerAccepts(text)),
      options,
    );
    const mutated = tapes.map((tape) => {
      const { tree } = randomSchema(tape);
      mutate(tape, tree);
      return printXml(tree);
    });
    fc.assert(
      fc.property(mutated, (text) => xsdAccepts(text) === checkerAccepts(text)),
      options,
    );
  }, 3_600_000);
});
