import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Reporter } from '../../../src/diagnostics/diagnostic.js';
import type { Adapter } from '../../../src/model/adapter.js';
import type { Platform } from '../../../src/platforms/platform.js';
import type { KnownParameters } from '../../../src/platforms/vendor-parameters.js';
import type { Element } from '../../../src/schema/element.js';
import { parseXml } from '../../../src/schema/xml.js';
import { walk, type XmlNode, xmlNode } from '../../support/xml-tree.js';

const BASE = join(import.meta.dirname, '../base');

/** Harmless values of vendor parameters. One that has none here fails the test: give it one that has an effect. */
const HARMLESS: Readonly<Record<string, string>> = {
  'mysql.AutoIncrement': '100',
  'mysql.AvgRowLength': '100',
  'mysql.Charset': 'utf8mb4',
  'mysql.Checksum': '1',
  'mysql.Collate': 'utf8mb4_bin',
  'mysql.Collation': 'utf8mb4_bin',
  'mysql.Connection': 'mysql://host/db',
  'mysql.DataDirectory': '/data',
  'mysql.DelayKeyWrite': '1',
  'mysql.Engine': 'InnoDB',
  'mysql.Type': 'InnoDB',
  'mysql.IndexDirectory': '/index',
  'mysql.InsertMethod': 'LAST',
  'mysql.KeyBlockSize': '8',
  'mysql.MaxRows': '1000',
  'mysql.MinRows': '10',
  'mysql.PackKeys': 'DEFAULT',
  'mysql.RowFormat': 'DYNAMIC',
  'mysql.Union': 'one, two',
  'mysql.UuidSwapFlag': 'true',
  'mysql.OnUpdate': 'CURRENT_TIMESTAMP',
  'mysql.Unsigned': 'true',
  'mysql.Index_type': 'FULLTEXT',
  'pgsql.schema': 'people',
  'pgsql.extensions': 'hstore',
  'pgsql.identity': 'always',
  'pgsql.collate': 'C',
  'pgsql.noInherit': 'false',
  'sqlite.autoIncrement': 'true',
  'sqlite.strict': 'false',
  'sqlite.withoutRowid': 'false',
  'sqlite.collate': 'NOCASE',
};

function harmless(adapter: Adapter, name: string): string {
  const value = HARMLESS[`${adapter}.${name}`];
  if (value !== undefined) return value;
  if (name === 'where') return 'height > 3';
  if (name === 'Index_type') return 'btree';
  if (name === 'viewSql') return 'SELECT id, title FROM book WHERE id > 1';
  if (name === 'partitionBy') return 'HASH (day)';
  if (adapter === 'oracle') return name.endsWith('Tablespace') ? 'users' : '10';
  if (/deferr/i.test(name)) return 'true';
  if (name === 'expression') return 'height > 0';
  if (name === 'generatedExpr') return 'height * 2';
  if (name === 'notEnforced') return 'false';
  throw new Error(`the vendor parameter ${adapter}.${name} has no harmless value in base-tree.ts`);
}

/** Which element of the base takes a parameter. */
const PLACES: Readonly<Record<keyof KnownParameters, (tree: XmlNode, name: string) => XmlNode>> = {
  table: (tree, name) => named(tree, 'table', { viewSql: 'long_book', partitionBy: 'visit' }[name] ?? 'author'),
  column: (tree, name) =>
    named(tree, 'column', { OnUpdate: 'since', Unsigned: 'height', generatedExpr: 'doubled' }[name] ?? 'a_name'),
  index: (tree) => named(tree, 'index', 'author_name'),
  foreignKey: (tree) => named(tree, 'foreign-key', 'book_author'),
  check: (tree) => named(tree, 'check', 'author_height'),
};

/** What a vendor refuses: attributes of indexes and others, and whole elements. */
const REFUSED: Readonly<Record<Adapter, readonly string[]>> = {
  pgsql: [],
  mysql: ['@where', '@nullsNotDistinct', '@nulls', '@opclass', '@collation', 'include-column'],
  sqlite: ['@nullsNotDistinct', '@nulls', '@opclass', 'include-column', '@partitionBy'],
  mssql: ['@nulls', '@opclass', '@collation', '@expression', '@partitionBy'],
  oracle: ['@where', '@nulls', '@nullsNotDistinct', '@opclass', '@collation', 'include-column', '@partitionBy'],
};

function isRefused(adapter: Adapter, element: string, attribute?: string): boolean {
  if (element === 'check' && attribute === 'expression') return false;
  const words = attribute === undefined ? [element] : [`${element}@${attribute}`, `@${attribute}`];
  return words.some((word) => REFUSED[adapter].includes(word));
}

/** Takes out of an element what a vendor refuses: also parts of an index that are nothing without it. */
function withoutRefused(node: XmlNode, adapter: Adapter): void {
  for (const attribute of Object.keys(node.attributes)) {
    if (isRefused(adapter, node.name, attribute)) Reflect.deleteProperty(node.attributes, attribute);
  }
  const kept = node.children.filter((child) => {
    if (isRefused(adapter, child.name)) return false;
    if (child.name === 'domain-type' || child.attributes['elementType'] !== undefined) return adapter === 'pgsql';
    if (child.attributes['nativeType'] === 'amounts.amount') return adapter === 'pgsql';
    return !(
      child.name.endsWith('-column') &&
      child.attributes['expression'] !== undefined &&
      isRefused(adapter, child.name, 'expression')
    );
  });
  node.children.splice(0, node.children.length, ...kept);
  for (const child of node.children) withoutRefused(child, adapter);
}

function named(tree: XmlNode, element: string, name: string): XmlNode {
  const found = walk(tree).find(({ node }) => node.name === element && node.attributes['name'] === name);
  if (found === undefined) throw new Error(`the base has no <${element} name="${name}">`);
  return found.node;
}

const nodeOf = ({ name, attributes, children }: Element): XmlNode =>
  xmlNode(name, { ...attributes }, children.map(nodeOf));

/** The base schema for a vendor: what no vendor takes is left out, and every vendor parameter is in it. */
export function baseTree(adapter: Adapter, platforms: ReadonlyMap<Adapter, Platform>): XmlNode {
  const text = readFileSync(join(BASE, 'schema.xml'), 'utf8');
  const root = parseXml({ path: 'schema.xml', text }, new Reporter());
  if (root === undefined) throw new Error('the base cannot be parsed');
  const tree = nodeOf(root);
  for (const { adapter: vendor, parameters } of platforms.values()) {
    for (const place of Object.keys(PLACES) as (keyof KnownParameters)[]) {
      for (const name of parameters[place]) {
        if (isRefused(vendor, place, name)) continue;
        const parameter = xmlNode('parameter', { name, value: harmless(vendor, name) });
        PLACES[place](tree, name).children.push(xmlNode('vendor', { type: vendor }, [parameter]));
      }
    }
  }
  withoutRefused(tree, adapter);
  for (const { node } of walk(tree)) {
    // A schema is a user in Oracle.
    if (adapter === 'oracle') {
      delete node.attributes['schema'];
      delete node.attributes['foreignSchema'];
      if (node.attributes['nativeType'] !== undefined) node.attributes['nativeType'] = 'weather';
    }
  }
  return tree;
}

export const OTHER = readFileSync(join(BASE, 'other.xml'), 'utf8');
