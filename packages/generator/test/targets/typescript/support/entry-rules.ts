import type { Attempt, Given } from './attempts.js';

/** What is expected of the entries that a pattern of `method.parameter` names. Without an attempt, `why` says who gives the text. */
interface Rule {
  readonly entry: RegExp;
  readonly attempt?: Attempt;
  readonly why?: string;
}

/** A text column of each class. */
const COLUMNS: Readonly<Record<string, string>> = { Author: 'name', Book: 'title', Chapter: 'code' };

const columnOf = ({ model }: Given): string => COLUMNS[model] ?? '';

const initOf = (given: Given): object => ({ [columnOf(given)]: given.text });

const at = (position: number, value: unknown): unknown[] => [...Array<null>(position).fill(null), value];

const developers = (entry: RegExp, why: string): Rule => ({ entry, why });

const refused = (entry: RegExp, args?: Attempt['args']): Rule => ({
  entry,
  attempt: { expected: 'refused', ...(args === undefined ? {} : { args }) },
});

const bound = (entry: RegExp, args?: Attempt['args']): Rule => ({
  entry,
  attempt: { expected: 'bound', ...(args === undefined ? {} : { args }) },
});

/** What is an identifier may be an alias. */
const alias = (entry: RegExp, args?: Attempt['args']): Rule => ({
  entry,
  attempt: { expected: 'refused', allows: /^\w+$/, ...(args === undefined ? {} : { args }) },
});

const unchanged = (query: unknown): unknown => query;

const harmless = (entry: RegExp, attempt: Omit<Attempt, 'expected'> = {}): Rule => ({
  entry,
  attempt: { expected: 'harmless', ...attempt },
});

const stored = (entry: RegExp, attempt: Omit<Attempt, 'expected'>): Rule => ({
  entry,
  attempt: { expected: 'stored', ...attempt },
});

/** The first that fits counts. */
export const RULES: readonly Rule[] = [
  // Queries
  bound(/^(filterBy|findBy|findOneBy|requireOneBy)\w+\.(value|item)$/),
  refused(/^filterBy\w+\.comparison$/, ({ text }) => [null, text]),
  bound(/^(filterByRank|findOneByRank|retrieveByRank)\.args$/, ({ text }) => [1, text]),
  bound(/^(orderByRank|doSelectOrderByRank)\.args$/, ({ text }) => ['asc', text]),
  refused(/^(orderBy\w+|doSelectOrderByRank)\.order$/),
  bound(/^(findPk|requirePk|filterByPrimaryKey)\.\w+$/),
  bound(/^(findPks|filterByPrimaryKeys)\.keys$/, ({ text }) => [[text]]),
  refused(/^(select\.columns|with\.names)$/),
  alias(/^(join|leftJoin|innerJoin)\w+\.alias$/),
  refused(/^join\w+\.type$/, ({ text }) => [undefined, text]),
  alias(/^with\w+Query\.alias$/, ({ text }) => [unchanged, text]),
  refused(/^with\w+Query\.type$/, ({ text }) => [unchanged, undefined, text]),
  refused(/^mergeWith\.operator$/, ({ text, fresh }) => [fresh(), text]),
  bound(/^where\.values$/, (given) => [`${given.model}.${columnOf(given)} = ?`, given.text]),
  harmless(/^comment\.comment$/),
  // Rows
  stored(/^create\.init$/, { args: (given) => [initOf(given)] }),
  stored(/^findOneOrCreate\.init$/, { args: (given) => [initOf(given)], findsNone: true }),
  stored(/^draft\.init$/, { args: (given) => [initOf(given)], next: 'save' }),
  stored(/^copy\.changes$/, { args: (given) => [initOf(given)], next: 'save' }),
  harmless(/^update\.values$/, { args: (given) => [initOf(given)] }),
  harmless(/^setScopeValue\.scope$/, { next: 'save' }),
  // Lists
  bound(/^(inList|retrieveList|countList|deleteList)\.scope$/),
  bound(/^(findList|getMaxRank)\.args$/),
  harmless(/^(checkList|repairList)\.scope$/),
  harmless(/^lockLists\.scopes$/, { args: ({ text }) => [[[text]]] }),
  harmless(/^reorder\.\w+$/, { args: ({ text }) => [new Map([[text, 1]])] }),
  // The runtime's own functions
  refused(/^connection\.name$/),
  harmless(/^env\.name$/),
  refused(/^(begin|transaction)\.options$/, ({ text, position }) => at(position, { isolation: text })),
  bound(/^escapeLike\.text$/),
  stored(/^sql\.values$/, {}),
  refused(/^load\.names$/),
  bound(/^(run\.statement|together\.statements|stream\.statement)$/),
  harmless(/^isDatabaseError\.error$/),
  // Not for texts from outside
  developers(/^(where\.sql|sql\.text)$/, "SQL of the developer's own"),
  developers(/^(configure\.settings|pgsql\.settings|mysql\.settings|sqlite\.__0|projectRoot\.\w+)$/, 'configuration'),
  developers(/^(preSave|preInsert)\.values$/, 'what the runtime hands to hooks'),
  developers(/^new\.\w+$/, 'errors, and objects that the runtime makes of rows'),
  developers(/^set\w+s\.objects$/, 'objects of a class, which have gone in by other entries'),
  developers(/^(missingValue\.\w+|load\.objects)$/, 'what was read or made before'),
  developers(
    /^(copyOf\.changes|deepCopy\.changes|createModel\.init|createInList\.\w+|(add|remove|set|get|read|require)(Child|Children|Target|Targets|Parent|Many|One|Combinations)\.\w+)$/,
    'generated classes call them, by which they are tried above',
  ),
  developers(
    /^(placed|numbered|quoted|nullsLast|asText|caselessLike|documentForm|containing|rowLock|inMany|keysInMany)\.\w+$/,
    'the runtime calls the dialect, with names of the schema and values that stay values',
  ),
  developers(/^(read|write|isSame)\.\w+$/, 'values of columns, by which they are tried above'),
  developers(/^(label|labelIndex|labelSet|bigInteger|integerText)\.\w+$/, 'facts of the schema'),
];

export const ruleOf = (entry: string): Rule | undefined => {
  const parameter = entry.split('.').slice(-2).join('.');
  return RULES.find((rule) => rule.entry.test(parameter));
};
