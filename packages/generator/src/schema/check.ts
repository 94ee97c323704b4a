import type { Reporter } from '../diagnostics/diagnostic.js';
import { quoted } from '../diagnostics/printable.js';
import { nearest, suggestion } from '../diagnostics/suggest.js';
import { BOOLEAN_WORDS } from '../model/boolean-words.js';
import type { AttributeKind, AttributeSpec, ElementSpec } from './attribute-spec.js';
import { attributeSpan, type Element, elementSpan } from './element.js';
import type { Flaws, Stranger } from './flaws.js';
import { elementSpec, GONE_ELEMENTS, VOCABULARY } from './vocabulary.js';

/**
 * Holds a tree against the vocabulary: elements and attributes that do not exist, stand in the wrong place, are
 * missing or have a value of the wrong form. Gives the tree without them, so that one slip does not hide what else is
 * wrong; `flaws` remembers what was left out. Nothing if the root itself is wrong.
 */
export function checkDocument(root: Element, reporter: Reporter, flaws: Flaws): Element | undefined {
  if (!checkRoot(root, reporter)) return undefined;
  return checkElement(root, VOCABULARY.database, reporter, flaws).element;
}

/** Whether a tree is that of a schema at all. */
export function checkRoot(root: Element, reporter: Reporter): boolean {
  if (root.name === 'database') return true;
  reporter.error({
    code: 'schema/root',
    message: `the root of a schema is <database>, not <${root.name}>`,
    span: elementSpan(root),
    help:
      root.name === 'app-data'
        ? 'older versions of Propel put several <database> elements into one file: write each into a file of its own, such as blog_schema.xml and shop_schema.xml'
        : 'wrap the tables in <database name="…">, with the name of a connection of the configuration',
  });
  return false;
}

interface CheckedElement {
  /** The element without what was refused; itself if nothing was. */
  readonly element: Element;
  /** An attribute that it cannot do without is missing or refused. */
  readonly isUseless: boolean;
}

function checkElement(element: Element, spec: ElementSpec, reporter: Reporter, flaws: Flaws): CheckedElement {
  const refused = checkAttributes(element, spec, reporter);
  const strangers: Stranger[] = [];
  let children: Element[] | undefined;
  for (const [i, child] of element.children.entries()) {
    const checked = checkChild(child, element, spec, reporter, flaws);
    if ('kind' in checked) strangers.push(checked);
    const kept = 'kind' in checked ? undefined : checked.element;
    if (kept !== child) children ??= element.children.slice(0, i);
    if (children && kept) children.push(kept);
  }
  if (refused === undefined && children === undefined) return { element, isUseless: false };
  const sound: Element = {
    ...element,
    attributes: refused === undefined ? element.attributes : without(element.attributes, refused),
    children: children ?? element.children,
  };
  if (refused !== undefined || strangers.length > 0) flaws.note(sound, refused ?? NOTHING, strangers);
  const isUseless = refused !== undefined && requiredOf(spec).some(([name]) => refused.has(name));
  return { element: sound, isUseless };
}

function checkChild(
  child: Element,
  parent: Element,
  parentSpec: ElementSpec,
  reporter: Reporter,
  flaws: Flaws,
): CheckedElement | Stranger {
  const spec = elementSpec(child.name);
  if (!spec || !parentSpec.children.includes(child.name)) {
    misplaced(child, parent, parentSpec, reporter);
    return { element: child, kind: meantElement(child, parentSpec) };
  }
  const checked = checkElement(child, spec, reporter, flaws);
  return checked.isUseless ? { element: child, kind: child.name } : checked;
}

/** What a misplaced or misspelled element stands for; `''` for one that certainly stands for nothing here. */
function meantElement(child: Element, spec: ElementSpec): string | undefined {
  // Indexes and uniques have columns of different names, which are easily taken for one another.
  if (child.name.endsWith('-column')) return spec.children.find((name) => name.endsWith('-column')) ?? '';
  if (Object.hasOwn(GONE_ELEMENTS, child.name) || elementSpec(child.name)) return '';
  return nearest(child.name, spec.children);
}

const NOTHING: ReadonlySet<string> = new Set();

const without = (attributes: Element['attributes'], refused: ReadonlySet<string>): Element['attributes'] =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !refused.has(name)));

function misplaced(child: Element, parent: Element, spec: ElementSpec, reporter: Reporter): void {
  const gone = Object.hasOwn(GONE_ELEMENTS, child.name) ? GONE_ELEMENTS[child.name] : undefined;
  const places = Object.entries(VOCABULARY)
    .filter(([, place]) => (place.children as readonly string[]).includes(child.name))
    .map(([name]) => `<${name}>`);
  const help =
    gone ??
    (places.length > 0
      ? `it belongs in ${places.join(' or ')}`
      : spec.children.length === 0
        ? `<${parent.name}> has no elements in it`
        : suggestion(child.name, spec.children));
  reporter.error({
    code: 'schema/unknown-element',
    message:
      places.length > 0
        ? `<${child.name}> cannot stand in <${parent.name}>`
        : `unknown element <${child.name}> in <${parent.name}>`,
    span: elementSpan(child),
    help,
  });
}

/** Attributes that nothing is wrong with. Tags that are written alike share them. */
const flawless = new WeakSet<Element['attributes']>();

/** The attributes whose values are not known: refused, missing, or misspelled. Nothing if nothing is wrong. */
function checkAttributes(element: Element, spec: ElementSpec, reporter: Reporter): ReadonlySet<string> | undefined {
  if (flawless.has(element.attributes)) return undefined;
  const refused = judgeAttributes(element, spec, reporter);
  if (refused.size > 0) return refused;
  flawless.add(element.attributes);
  return undefined;
}

function judgeAttributes(element: Element, spec: ElementSpec, reporter: Reporter): ReadonlySet<string> {
  const { attributes } = element;
  const refused = new Set<string>();
  for (const name in attributes) {
    const attribute = Object.hasOwn(spec.attributes, name) ? spec.attributes[name] : undefined;
    if (attribute) {
      if (isKnownGood(attribute, attributes[name] ?? '') || checkValue(element, name, attribute, reporter)) continue;
      refused.add(name);
    } else if (!isNamespaceDeclaration(name)) {
      unknownAttribute(element, name, spec, reporter);
      refused.add(name);
      const meant = meantAttribute(name, spec);
      if (meant !== undefined && attributes[meant] === undefined) refused.add(meant);
    }
  }
  for (const [name, { doc }] of requiredOf(spec)) {
    // Written, but not quite: that was said already.
    if (refused.has(name)) continue;
    const value = attributes[name];
    if (value === undefined) {
      refused.add(name);
      reporter.error({
        code: 'schema/missing-attribute',
        message: `<${element.name}> needs the attribute "${name}"`,
        span: elementSpan(element),
        help: `add ${name}="…": ${inSentence(doc)}`,
      });
    } else if (value.trim() === '' && name !== 'value' && name !== 'key') {
      refused.add(name);
      reporter.error({
        code: 'schema/empty-attribute',
        message: `"${name}" of <${element.name}> is empty`,
        span: attributeSpan(element, name, 'name'),
        help: `give it a value: ${inSentence(doc)}`,
      });
    }
  }
  return refused;
}

/** The attribute that an unknown one stands for: that of another tool, or the nearest in spelling. */
function meantAttribute(name: string, spec: ElementSpec): string | undefined {
  if (spec.meant && Object.hasOwn(spec.meant, name)) return spec.meant[name];
  return nearest(name, Object.keys(spec.attributes));
}

const required = new Map<ElementSpec, readonly (readonly [string, AttributeSpec])[]>();

function requiredOf(spec: ElementSpec): readonly (readonly [string, AttributeSpec])[] {
  let known = required.get(spec);
  if (!known) {
    known = Object.entries(spec.attributes).filter(([, attribute]) => attribute.required);
    required.set(spec, known);
  }
  return known;
}

const goodValues = new Map<AttributeSpec, Set<string>>();

/** The same few values stand in thousands of columns: each is judged once. */
function isKnownGood(spec: AttributeSpec, value: string): boolean {
  if (spec.kind.is === 'text') return true;
  let good = goodValues.get(spec);
  if (!good) {
    good = new Set();
    goodValues.set(spec, good);
  }
  if (good.has(value)) return true;
  if (!isOfKind(spec.kind, value)) return false;
  good.add(value);
  return true;
}

function isOfKind(kind: AttributeKind, value: string): boolean {
  switch (kind.is) {
    case 'text':
      return true;
    case 'boolean':
      return Object.hasOwn(BOOLEAN_WORDS, value.toLowerCase());
    case 'integer':
      return /^\d{1,9}$/.test(value) && Number(value) >= kind.min;
    case 'choice':
      return kind.ignoreCase
        ? kind.values.some((candidate) => candidate.toLowerCase() === value.toLowerCase())
        : kind.values.includes(value);
  }
}

/** The documentation of an attribute as the end of another sentence. */
const inSentence = (doc: string): string =>
  doc.replace(/\.$/, '').replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());

/** `xmlns`, `xmlns:xsi`, `xsi:noNamespaceSchemaLocation`: how editors find the XSD. */
const isNamespaceDeclaration = (name: string): boolean =>
  name === 'xmlns' || name.startsWith('xmlns:') || name.startsWith('xsi:');

function unknownAttribute(element: Element, name: string, spec: ElementSpec, reporter: Reporter): void {
  const gone = spec.gone && Object.hasOwn(spec.gone, name) ? spec.gone[name] : undefined;
  reporter.error({
    code: 'schema/unknown-attribute',
    message: `unknown attribute "${name}" on <${element.name}>`,
    span: attributeSpan(element, name, 'name'),
    help: gone ?? suggestion(name, Object.keys(spec.attributes)),
  });
}

/** Says what is wrong with a value that is not of its attribute's kind; true if it means something all the same. */
function checkValue(element: Element, name: string, spec: AttributeSpec, reporter: Reporter): boolean {
  const { kind } = spec;
  const value = element.attributes[name] ?? '';
  const report = (message: string, help: string | undefined): false => {
    reporter.error({ code: 'schema/attribute-value', message, span: attributeSpan(element, name), help });
    return false;
  };
  switch (kind.is) {
    case 'text':
      return true;
    case 'boolean':
      return report(`"${name}" is true or false, not ${quoted(value)}`, `write ${name}="true" or ${name}="false"`);
    case 'integer':
      return /^\d{1,9}$/.test(value)
        ? report(`"${name}" must be at least ${kind.min}`, inSentence(spec.doc))
        : report(`"${name}" is a whole number, not ${quoted(value)}`, sizeHelp(name, value));
    case 'choice': {
      // An empty action is Propel's way to say none.
      if (value === '' && (name === 'onDelete' || name === 'onUpdate')) return true;
      const word = value.toLowerCase();
      const hint = kind.hints && Object.hasOwn(kind.hints, word) ? kind.hints[word] : undefined;
      return report(`${quoted(value)} is not a value of "${name}"`, hint ?? suggestion(value, kind.values));
    }
  }
}

function sizeHelp(name: string, value: string): string {
  const pair = /^(\d+)\s*,\s*(\d+)$/.exec(value);
  if (pair && name === 'size') return `write size="${pair[1] ?? ''}" scale="${pair[2] ?? ''}"`;
  return `write digits only, such as ${name}="10"`;
}
