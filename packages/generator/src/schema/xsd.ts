import { BOOLEAN_WORDS } from '../model/boolean-words.js';
import { COLUMN_TYPES, isColumnType } from '../model/column-type.js';
import type { AttributeKind, AttributeSpec, ElementSpec } from './attribute-spec.js';
import { ACTIONS } from './vocabulary.js';

/**
 * The vocabulary as an XML Schema, with its documentation, so that an editor completes and checks a `schema.xml`. It
 * says what the checker says of elements, attributes and the form of values; what depends on other parts of the schema
 * (does the column exist?) only the checker can say. Without a namespace: a schema refers to it with
 * `xsi:noNamespaceSchemaLocation`.
 */
export function vocabularyXsd(vocabulary: Readonly<Record<string, ElementSpec>>, root: string): string {
  const parts = Object.entries(vocabulary).map(([name, spec]) => complexType(name, spec));
  const { doc } = vocabulary[root] ?? { doc: '' };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!-- Generated from the vocabulary of orm: do not edit. -->',
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">',
    `  <xs:element name="${root}" type="${root}">`,
    documentation(doc, 4),
    '  </xs:element>',
    BOOLEAN_TYPE,
    GIVEN_TYPE,
    ...parts,
    '</xs:schema>',
    '',
  ].join('\n');
}

function complexType(name: string, spec: ElementSpec): string {
  const children = spec.children.map((child) => `      <xs:element name="${child}" type="${child}"/>`);
  const attributes = Object.entries(spec.attributes).map(([attribute, of]) => attributeDeclaration(attribute, of));
  return [
    `  <xs:complexType name="${name}">`,
    documentation(spec.doc, 4),
    ...(children.length === 0
      ? []
      : ['    <xs:choice minOccurs="0" maxOccurs="unbounded">', ...children, '    </xs:choice>']),
    ...attributes,
    '  </xs:complexType>',
  ].join('\n');
}

function attributeDeclaration(name: string, spec: AttributeSpec): string {
  const use = spec.required ? ' use="required"' : '';
  const doc = spec.default === undefined ? spec.doc : `${spec.doc} Default: ${spec.default}.`;
  const type = simpleType(name, spec);
  const open = `    <xs:attribute name="${name}"${use}${type.startsWith('<') ? '' : ` type="${type}"`}>`;
  return [open, documentation(doc, 6), ...(type.startsWith('<') ? [indent(type, 6)] : []), '    </xs:attribute>'].join(
    '\n',
  );
}

/** The name of a type, or the definition of one. */
function simpleType(name: string, { kind, required }: AttributeSpec): string {
  switch (kind.is) {
    case 'text':
      // The checker lets these be empty: a value of nothing is a value.
      return required && name !== 'value' && name !== 'key' ? 'given' : 'xs:string';
    case 'boolean':
      return 'boolean-word';
    case 'integer':
      return integerType(kind.min);
    case 'choice':
      return choiceType(kind, kind.values === ACTIONS);
  }
}

function integerType(min: number): string {
  const pattern = min > 0 ? '0*[1-9][0-9]*' : '[0-9]+';
  return [
    '<xs:simpleType>',
    '  <xs:restriction base="xs:string">',
    `    <xs:pattern value="${pattern}"/>`,
    '    <xs:maxLength value="9"/>',
    '  </xs:restriction>',
    '</xs:simpleType>',
  ].join('\n');
}

/** The values for completion, and where case does not matter a pattern for every other spelling. */
function choiceType(kind: Extract<AttributeKind, { is: 'choice' }>, mayBeEmpty: boolean): string {
  const types = kind.values.includes('VARCHAR');
  const listed = restriction(kind.values.map((value) => enumeration(value, types)));
  const patterns = [
    ...(kind.ignoreCase ? kind.values.map((value) => `<xs:pattern value="${anyCase(value)}"/>`) : []),
    ...(mayBeEmpty ? ['<xs:pattern value=""/>'] : []),
  ];
  if (patterns.length === 0) return listed;
  const members = [listed, restriction(patterns)].map((member) => indent(member, 4));
  return ['<xs:simpleType>', '  <xs:union>', ...members, '  </xs:union>', '</xs:simpleType>'].join('\n');
}

function restriction(facets: readonly string[]): string {
  return [
    '<xs:simpleType>',
    '  <xs:restriction base="xs:string">',
    ...facets.map((facet) => indent(facet, 4)),
    '  </xs:restriction>',
    '</xs:simpleType>',
  ].join('\n');
}

function enumeration(value: string, isType: boolean): string {
  if (!isType || !isColumnType(value)) return `<xs:enumeration value="${escapeXml(value)}"/>`;
  return [`<xs:enumeration value="${value}">`, documentation(COLUMN_TYPES[value].doc, 2), '</xs:enumeration>'].join(
    '\n',
  );
}

/** `[Nn][Oo]`: XML Schema has no flag for it. */
function anyCase(word: string): string {
  return word.replace(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);
}

function documentation(doc: string, spaces: number): string {
  const text = `<xs:annotation><xs:documentation>${escapeXml(doc)}</xs:documentation></xs:annotation>`;
  return indent(text, spaces);
}

function indent(text: string, spaces: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(spaces));
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const BOOLEAN_TYPE = `  <xs:simpleType name="boolean-word">
    <xs:union>
${indent(restriction(['<xs:enumeration value="true"/>', '<xs:enumeration value="false"/>']), 6)}
${indent(restriction(Object.keys(BOOLEAN_WORDS).map((word) => `<xs:pattern value="${anyCase(word)}"/>`)), 6)}
    </xs:union>
  </xs:simpleType>`;

/** A text that is more than white space. */
const GIVEN_TYPE = `  <xs:simpleType name="given">
    <xs:restriction base="xs:string">
      <xs:pattern value="\\s*\\S(\\s|\\S)*"/>
    </xs:restriction>
  </xs:simpleType>`;
