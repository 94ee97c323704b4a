import { KEY_TREE, type KeyDefinition, type KeyPlace, type KeyType } from './keys.js';

/** A JSON Schema, as the plain data that is written. */
export type JsonSchema = { readonly [keyword: string]: unknown };

const PLACEHOLDER: JsonSchema = { type: 'string', pattern: '%[^%]+%' };
const TEXT: JsonSchema = { type: ['string', 'number'] };

const SHAPES: Readonly<Record<KeyType, JsonSchema>> = {
  string: TEXT,
  boolean: { anyOf: [{ type: 'boolean' }, PLACEHOLDER] },
  integer: { anyOf: [{ type: 'integer' }, PLACEHOLDER] },
  number: { anyOf: [{ type: 'number' }, PLACEHOLDER] },
  strings: { anyOf: [{ type: 'array', items: TEXT }, { type: 'string' }] },
  names: { anyOf: [{ type: 'array', items: TEXT, uniqueItems: true }, { type: 'string' }] },
  path: { type: 'string', minLength: 1 },
  size: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'string' }] },
  template: { type: ['string', 'number', 'null'] },
  setting: { type: ['string', 'number', 'boolean', 'null'] },
  class: { type: 'string' },
  namespace: { type: 'string' },
  prefix: { type: 'string' },
  word: { type: 'string' },
};

/** The JSON Schema (draft 7, which every editor knows) of YAML and JSON configuration files, made from the key table. */
export function configSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of orm',
    description: 'The file orm.yaml or orm.json of a project.',
    type: 'object',
    properties: {
      $schema: { type: 'string', description: 'Where editors find this description.' },
      orm: schemaOf(KEY_TREE),
    },
    additionalProperties: false,
  };
}

function schemaOf(place: KeyPlace): JsonSchema {
  if (place.definition) return keySchema(place.definition);
  if (place.items) return { type: 'array', items: schemaOf(place.items) };
  const required = [...place.children].filter(([, child]) => child.definition?.required).map(([name]) => name);
  // Groups with free names may also be written as an empty list, which is what some tools and many hands make of them.
  const type =
    place.any && place.children.size === 0
      ? { type: ['object', 'array', 'null'], maxItems: 0 }
      : { type: ['object', 'null'] };
  return {
    ...type,
    properties: Object.fromEntries([...place.children].map(([name, child]) => [name, schemaOf(child)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: place.any ? schemaOf(place.any) : false,
  };
}

function keySchema(definition: KeyDefinition): JsonSchema {
  if (definition.replacedBy !== undefined) {
    return { description: `Has no effect here. ${definition.replacedBy}`, deprecated: true, not: {} };
  }
  const { values, minimum } = definition;
  const one = { anyOf: [{ enum: values }, PLACEHOLDER] };
  const shape = values
    ? definition.type === 'strings'
      ? { anyOf: [{ type: 'array', items: one }, ...one.anyOf] }
      : one
    : minimum === undefined
      ? SHAPES[definition.type]
      : { anyOf: [{ type: definition.type, minimum }, PLACEHOLDER] };
  return {
    description: describeKey(definition),
    ...shape,
    ...(definition.default === undefined ? {} : { default: definition.default }),
  };
}

/** The documentation of a key with a default that is no constant, and the command that reads it. */
function describeKey({ doc, defaultText, since, aliasOf }: KeyDefinition): string {
  return [
    aliasOf === undefined ? doc : `Propel's name of replicas. ${doc}`,
    ...(defaultText === undefined ? [] : [`Default: ${defaultText}.`]),
    ...(since === undefined ? [] : [`Takes effect with ${since}.`]),
  ].join(' ');
}
