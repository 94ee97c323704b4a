import fc from 'fast-check';
import { printXml, type XmlNode, xmlNode } from '../support/xml-tree.js';
import { mutate } from './mutation.js';
import { randomSortable } from './random-behavior.js';
import {
  isLarge,
  type RandomType,
  randomDefault,
  randomKeyType,
  randomTrimmings,
  randomType,
  randomVendor,
  typeAttributes,
} from './random-column.js';
import { randomChecks, randomGenerated, randomPrimaryKey } from './random-rules.js';
import { NASTY_TEXTS, Names } from './random-words.js';
import { type Tape, tapes } from './tape.js';

/** A schema made at random, as the tree and as text. */
export interface RandomSchema {
  readonly tree: XmlNode;
  /** How many things were done to it after it was whole: without any it is meant to be valid. */
  readonly mutations: number;
  readonly text: string;
  /** False where SQL in it may name what a mutation took away: only a database can tell. */
  readonly canRun: boolean;
  toString(): string;
}

/** A column on its way into a table. */
interface RandomColumn {
  readonly name: string;
  readonly type: RandomType;
  readonly node: XmlNode;
}

interface RandomTable {
  readonly name: string;
  readonly schema: string | undefined;
  readonly node: XmlNode;
  readonly names: Names;
  readonly columns: RandomColumn[];
  readonly key: readonly RandomColumn[];
}

/** Random schemas over the whole vocabulary: more than half are meant to be valid, the others have something wrong. */
export const randomSchemas: fc.Arbitrary<RandomSchema> = tapes.map(randomSchema);

const AT_ONCE = 50;

/** As many random schemas as somebody takes, up to a number; the same ones for the same seed. */
export function* schemasFrom(seed: number, most: number): Generator<RandomSchema> {
  for (let made = 0; made < most; made += AT_ONCE) {
    yield* fc.sample(randomSchemas, { seed: seed + made, numRuns: Math.min(AT_ONCE, most - made) });
  }
}

export function randomSchema(tape: Tape): RandomSchema {
  const mutations = tape.chance(45) ? 1 + tape.below(4) : 0;
  const tree = new SchemaMaker(tape).database();
  for (let i = 0; i < mutations; i++) mutate(tape, tree);
  const text = printXml(tree);
  const canRun = mutations === 0 || !/ (?:expression|generatedExpr)="/.test(text);
  return { tree, mutations, text, canRun, toString: () => text };
}

class SchemaMaker {
  readonly #nasty: number;
  readonly #domains: { readonly name: string; readonly type: RandomType }[] = [];
  #relations = 0;
  #rulesMade = 0;

  constructor(private readonly tape: Tape) {
    this.#nasty = tape.pick([0, 30, 80]);
  }

  database(): XmlNode {
    const { tape } = this;
    const domains = tape.times(0, 2, (index) => this.#domain(index));
    const names = new Names(tape, this.#nasty);
    const schemas = tape.chance(15) ? ['orm_rnd_a', undefined, 'orm_rnd_b'] : [undefined];
    const tables = tape.times(1, 6, () => this.#table(names, tape.pick(schemas)));
    // Each table may refer to any other, also to one that refers to it, and to itself.
    for (const table of tables) {
      this.#rules(table);
      const keys = tape.below(3);
      for (let i = 0; i < keys; i++) this.#foreignKey(table, tape.pick(tables));
      if (keys === 2 && tape.chance(15)) table.node.attributes['isCrossRef'] = 'true';
      this.#indexes(table);
      this.#inheritance(table);
      if (table.key.length > 0) table.node.children.push(...randomSortable(tape, table.node, table.columns));
    }
    const root = xmlNode(
      'database',
      {
        name: 'app',
        defaultIdMethod: tape.maybe(30, () => 'native'),
        namespace: tape.maybe(20, () => tape.pick(['App', 'App\\Model', '\\App\\Ünï'])),
        package: tape.maybe(10, () => tape.pick(['app.model', 'app/x', 'a-b'])),
        heavyIndexing: tape.maybe(10, () => 'true'),
        identifierQuoting: tape.maybe(10, () => tape.pick(['true', 'false'])),
        tablePrefix: tape.maybe(10, () => tape.pick(['app_', 'x"y', "it's_"])),
        defaultStringFormat: tape.maybe(5, () => tape.pick(['XML', 'YAML', 'JSON', 'CSV'])),
        defaultAccessorVisibility: tape.maybe(5, () => 'protected'),
        defaultPhpNamingMethod: tape.maybe(10, () => tape.pick(['underscore', 'phpname'])),
        baseClass: tape.maybe(5, () => '\\App\\Base'),
        enumStorage: tape.maybe(40, () => tape.pick(['label', 'index'])),
      },
      [...domains, ...tables.map((table) => table.node)],
    );
    return root;
  }

  #domain(index: number): XmlNode {
    const { tape } = this;
    const type = randomType(tape);
    const name = `domain ${index}`;
    this.#domains.push({ name, type });
    const description = tape.maybe(20, () => tape.pick(NASTY_TEXTS));
    return xmlNode('domain', { name, ...typeAttributes(tape, type), ...randomDefault(tape, type), description });
  }

  #table(names: Names, schema: string | undefined): RandomTable {
    const { tape } = this;
    const own = new Names(tape, this.#nasty);
    const { name, phpName } = names.next();
    const key = this.#key(own);
    const columns = [...key, ...tape.times(0, 7, () => this.#column(own))];
    const numbered = key.some(({ node }) => node.attributes['autoIncrement'] === 'true');
    const node = xmlNode(
      'table',
      {
        name,
        phpName: phpName ?? tape.maybe(10, () => `Named${name.replace(/\W/g, '')}`),
        schema,
        description: tape.maybe(25, () => tape.pick(NASTY_TEXTS)),
        namespace: tape.maybe(5, () => tape.pick(['Sub', '\\Other'])),
        skipSql: tape.maybe(4, () => 'true'),
        readOnly: tape.maybe(4, () => 'yes'),
        abstract: tape.maybe(4, () => 'true'),
        allowPkInsert: tape.maybe(4, () => 'true'),
        heavyIndexing: tape.maybe(5, () => tape.pick(['true', 'false'])),
        reloadOnInsert: tape.maybe(4, () => 'true'),
        alias: tape.maybe(4, () => 'other'),
        interface: tape.maybe(4, () => 'App\\Thing'),
        columnPrefix: tape.maybe(4, () => 'item_'),
        enumStorage: tape.maybe(10, () => tape.pick(['label', 'index'])),
      },
      [
        ...columns.map((column) => column.node),
        ...(numbered && tape.chance(10)
          ? [xmlNode('id-method-parameter', { value: `seq of ${name}`.slice(0, 60) })]
          : []),
        ...randomVendor(tape, 'table'),
      ],
    );
    return { name, schema, node, names: own, columns, key };
  }

  /** The primary key: an auto-increment column, one or several others, or none. */
  #key(names: Names): RandomColumn[] {
    const { tape } = this;
    const kind = tape.below(10);
    if (kind < 6) {
      const type: RandomType = {
        type: tape.pick(['INTEGER', 'BIGINT']),
        size: undefined,
        scale: undefined,
        labels: [],
      };
      return [this.#make(names.next('id'), type, { primaryKey: 'true', autoIncrement: 'true' })];
    }
    if (kind === 6) return [];
    return tape.times(1, 3, () => this.#make(names.next(), randomKeyType(tape), { primaryKey: 'true' }));
  }

  #column(names: Names): RandomColumn {
    const { tape } = this;
    const domain = this.#domains.length > 0 && tape.chance(15) ? tape.pick(this.#domains) : undefined;
    if (domain) {
      const { name, phpName } = names.next();
      const node = xmlNode('column', { name, phpName, domain: domain.name, ...randomTrimmings(tape) });
      return { name, type: domain.type, node };
    }
    const type = randomType(tape);
    const sqlType =
      type.type === 'VARCHAR' ? tape.maybe(10, () => tape.pick(['VARCHAR(200)', 'varchar (120)'])) : undefined;
    return this.#make(names.next(), type, { ...randomDefault(tape, type), ...randomTrimmings(tape), sqlType });
  }

  #make(
    { name, phpName }: { name: string; phpName: string | undefined },
    type: RandomType,
    more: Readonly<Record<string, string | undefined>>,
  ): RandomColumn {
    const { tape } = this;
    const attributes = { name, phpName, ...typeAttributes(tape, type), ...more };
    return { name, type, node: xmlNode('column', attributes, randomVendor(tape, 'column')) };
  }

  /** New columns of the types of the other table's key, and a foreign key over them. */
  #foreignKey(from: RandomTable, to: RandomTable): void {
    const { tape } = this;
    const target = to.key.length > 0 ? to.key : to.columns.filter(({ type }) => !isLarge(type)).slice(0, 1);
    if (target.length === 0) return;
    const storedOtherwise = from.node.attributes['enumStorage'] !== to.node.attributes['enumStorage'];
    if (storedOtherwise && target.some(({ type }) => type.type === 'ENUM')) return;
    const local = target.map(({ type, node }) => {
      const nullable = { required: tape.maybe(20, () => 'true') };
      const domain = node.attributes['domain'];
      if (domain === undefined) return this.#make(from.names.next(), type, nullable);
      const { name, phpName } = from.names.next();
      return { name, type, node: xmlNode('column', { name, phpName, domain, ...nullable }) };
    });
    const fixed = local.some(({ node }) => node.attributes['required'] !== undefined);
    const actions = fixed
      ? ['cascade', 'restrict', 'noaction', 'none', '']
      : ['setnull', 'set null', 'CASCADE', 'none'];
    const number = ++this.#relations;
    const references = local.map(({ name }, i) =>
      xmlNode('reference', { local: name, foreign: target[i]?.name ?? '' }),
    );
    // A polymorphic relation: one more column of this table has a constant.
    const [constant] = from.columns;
    if (constant && tape.chance(6)) references.push(xmlNode('reference', { local: constant.name, value: "it's" }));
    const key = xmlNode(
      'foreign-key',
      {
        foreignTable: to.name,
        foreignSchema: to.schema === from.schema ? undefined : to.schema,
        name: tape.maybe(30, () =>
          tape.pick([`key ${number}`, `k"${number}`, 'same_name', 'n'.repeat(70) + String(number)]),
        ),
        phpName: tape.chance(15) ? undefined : `Rel${number}`,
        refPhpName: tape.chance(15) ? undefined : `Ref${number}`,
        onDelete: tape.maybe(40, () => tape.pick(actions)),
        onUpdate: tape.maybe(20, () => tape.pick(actions)),
        defaultJoin: tape.maybe(5, () => 'LEFT JOIN'),
        skipSql: tape.maybe(8, () => 'true'),
      },
      [...references, ...randomVendor(tape, 'foreign-key')],
    );
    from.node.children.push(...local.map(({ node }) => node), key);
    from.columns.push(...local);
  }

  /** Checks, generated columns and the order of the key: over columns that belong to no relation. */
  #rules({ node, columns, key }: RandomTable): void {
    const number = (): number => ++this.#rulesMade;
    node.children.push(
      ...randomChecks(this.tape, columns, number),
      ...randomGenerated(this.tape, columns, number),
      ...randomPrimaryKey(this.tape, key, number),
    );
  }

  #indexes(table: RandomTable): void {
    const { tape } = this;
    const usable = table.columns.filter(({ type }) => !isLarge(type));
    if (usable.length === 0) return;
    for (let i = tape.below(3); i > 0; i--) {
      const kind = tape.pick(['index', 'unique'] as const);
      const columns = new Set(tape.times(1, 3, () => tape.pick(usable)));
      const name = tape.maybe(30, () =>
        tape.pick(['same_name', `${table.name}_pkey`, `i ${table.name}`, 'I'.repeat(80)]),
      );
      const parts = [...columns].map(({ name: column, type }) => {
        const prefix = type.type === 'VARCHAR' && (type.size ?? 255) > 10;
        return xmlNode(`${kind}-column`, {
          name: column,
          size: prefix ? tape.maybe(20, () => '10') : undefined,
          order: kind === 'index' ? tape.maybe(20, () => tape.pick(['desc', 'asc'])) : undefined,
        });
      });
      table.node.children.push(xmlNode(kind, { name }, parts));
    }
  }

  #inheritance(table: RandomTable): void {
    const { tape } = this;
    const column = table.columns.find(
      ({ type, node }) => type.type === 'VARCHAR' && node.attributes['domain'] === undefined,
    );
    if (!column || !tape.chance(10)) return;
    column.node.attributes['inheritance'] = 'single';
    const classes = tape.times(1, 3, (index) =>
      xmlNode('inheritance', { key: String(index), class: `Class${table.name.replace(/\W/g, '')}${index}Of` }),
    );
    column.node.children.push(...classes);
  }
}
