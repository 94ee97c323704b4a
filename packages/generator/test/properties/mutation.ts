import { VOCABULARY } from '../../src/schema/vocabulary.js';
import { walk, type XmlNode, xmlNode } from '../support/xml-tree.js';
import { NASTY_TEXTS } from './random-words.js';
import type { Tape } from './tape.js';

const ELEMENTS = Object.keys(VOCABULARY);
/** SQL that is used as it stands: whether nonsense in it is SQL only the database can say. */
const isVerbatim = (name: string): boolean => name === 'defaultExpr' || name === 'sqlType';
const ATTRIBUTES = [...new Set(Object.values(VOCABULARY).flatMap((spec) => Object.keys(spec.attributes)))].filter(
  (name) => !isVerbatim(name),
);

/** Values that are right somewhere and wrong elsewhere, and some that are wrong everywhere. */
const VALUES = [
  '',
  ' ',
  'true',
  'TRUE',
  'false',
  'constructor',
  '__proto__',
  '0',
  '1',
  '-1',
  '999999999',
  '1234567890',
  '1.5',
  '10,2',
  'native',
  'NATIVE',
  'varchar',
  'Integer',
  'cascade',
  'Set Null',
  'LEFT JOIN',
  'left join',
  'XML',
  'mysql',
  'MySQL',
  'single',
  'label',
  'public',
  'book',
  'id',
  'NULL',
  '../../etc',
  ' id',
  'x'.repeat(200),
];

/** Changes one thing in a schema, somewhere. The result is seldom valid but always well-formed. */
export function mutate(tape: Tape, root: XmlNode): void {
  const places = walk(root);
  const { node, parent } = tape.pick(places);
  const names = Object.keys(node.attributes).filter((name) => !isVerbatim(name));
  switch (tape.below(9)) {
    case 0:
      if (names.length > 0) node.attributes[tape.pick(names)] = tape.pick(tape.chance(30) ? NASTY_TEXTS : VALUES);
      return;
    case 1:
      node.attributes[tape.pick(ATTRIBUTES)] = tape.pick(VALUES);
      return;
    case 2:
      node.attributes[tape.pick(['phpname', 'tpye', 'constructor', 'toString', 'unique', 'treeMode'])] = 'x';
      return;
    case 3:
      if (names.length > 0) Reflect.deleteProperty(node.attributes, tape.pick(names));
      return;
    case 4:
      node.children.push(xmlNode(tape.pick(ELEMENTS), { name: 'x', [tape.pick(ATTRIBUTES)]: tape.pick(VALUES) }));
      return;
    case 5:
      node.children.push(xmlNode(tape.pick(['colum', 'validator', 'constructor', 'toString', '_', 'Table'])));
      return;
    case 6:
      if (parent) parent.children.push(structuredClone(node));
      return;
    case 7:
      if (parent) parent.children.splice(parent.children.indexOf(node), 1);
      return;
    case 8:
      if (parent) node.name = tape.pick(ELEMENTS);
  }
}
