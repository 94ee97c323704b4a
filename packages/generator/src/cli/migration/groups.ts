import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config, Connection } from '../../config/config.js';
import { type DiagnosticDetails, failure } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { suggestion } from '../../diagnostics/suggest.js';
import { fileFailure } from '../../output/file-failure.js';

/** A folder of migrations, and every database that they run on. */
interface Group {
  readonly owner: Connection;
  readonly members: readonly Connection[];
}

export const noDatabases = (config: Config, { name }: Connection): DiagnosticDetails => ({
  code: 'migration/no-databases',
  message: `there are no databases for the migrations of ${quoted(name)}: migrations.connections.${printable(name)} names none`,
  span: config.spans.get(`migrations.connections.${name}`),
  help: 'look at the variable or the file that the names come from; without the entry, they run on the database of the connection itself',
});

/** A member of a group has no migrations of its own. */
export const noOwner = (config: Config): DiagnosticDetails => ({
  code: 'migration/no-databases',
  message: 'there are no databases: no connection of generator.connections has migrations of its own',
  span: config.spans.get('generator.connections'),
  help: 'migrations.connections has them under the migrations of another connection: add that one, or name it with --connection',
});

export function wantedGroups(config: Config, names: readonly string[]): readonly Group[] {
  const groups = groupsOf(config);
  if (names.length === 0) return groups.filter(({ owner }) => config.generator.connections.includes(owner.name));
  // A connection without a list is the only member of its own group.
  const known = new Set(groups.flatMap(({ owner, members }) => [owner.name, ...members.map(({ name }) => name)]));
  for (const name of names) {
    if (known.has(name)) continue;
    throw failure({
      code: 'cli/unknown-connection',
      message: `there is no connection ${quoted(name)}`,
      help: suggestion(name, known),
    });
  }
  return groups.flatMap(({ owner, members }) => {
    if (names.includes(owner.name)) return [{ owner, members }];
    const own = members.filter(({ name }) => names.includes(name));
    return own.length === 0 ? [] : [{ owner, members: own }];
  });
}

/** The connections whose folders have the migrations of those that are named, or of all. */
export function ownersOf(config: Config, names: readonly string[]): readonly string[] {
  const wanted = names.length > 0 ? names : config.generator.connections;
  // A file with names may be in production only: it is not read where nobody can be in it.
  if (wanted.every((name) => config.migrations.connections.has(name))) return wanted;
  const groups = groupsOf(config);
  const isOwner = (name: string): boolean => groups.some(({ owner }) => owner.name === name);
  const ownerOf = (name: string): string | undefined =>
    groups.find(({ members }) => members.some((each) => each.name === name))?.owner.name;
  if (names.length > 0) return [...new Set(names.map((name) => (isOwner(name) ? name : (ownerOf(name) ?? name))))];
  const owners = wanted.filter(isOwner);
  if (owners.length === 0) throw failure(noOwner(config));
  return owners;
}

/** The one database to look at, of those that the migrations of a connection run on. */
export function oneDatabase(config: Config, owner: Connection, names: readonly string[]): Connection {
  const members = groupsOf(config).find((group) => group.owner.name === owner.name)?.members ?? [owner];
  if (members.length === 0) throw failure(noDatabases(config, owner));
  const named = members.filter(({ name }) => names.includes(name));
  const [one, ...others] = named.length > 0 ? named : members;
  if (one !== undefined && others.length === 0) return one;
  const shown = members.slice(0, MOST_NAMED).map(({ name }) => quoted(name));
  const more = members.length - shown.length;
  throw failure({
    code: 'cli/value',
    message: `the migrations of ${quoted(owner.name)} run on ${String(members.length)} databases, and one of them is read`,
    span: config.spans.get(`migrations.connections.${owner.name}`),
    help: `name one of them with --connection: ${shown.join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}`,
  });
}

const MOST_NAMED = 10;

function groupsOf(config: Config): readonly Group[] {
  const lists = new Map<string, readonly string[]>();
  for (const [name, items] of config.migrations.connections) lists.set(name, namesIn(items, config.root));
  const listed = new Set([...lists].flatMap(([owner, names]) => names.filter((name) => name !== owner)));
  return [...config.connections.values()].flatMap((owner): Group[] => {
    const names = lists.get(owner.name);
    if (names !== undefined) return [{ owner, members: names.map((name) => member(config, owner, name)) }];
    return listed.has(owner.name) ? [] : [{ owner, members: [owner] }];
  });
}

/** What a list says: names, several of them in a text, or `@` and a file with them. */
function namesIn(items: readonly string[], root: string): readonly string[] {
  const names = items.flatMap((item) => (item.startsWith('@') ? linesOf(resolve(root, item.slice(1))) : words(item)));
  return [...new Set(names)];
}

const words = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '');

function linesOf(path: string): string[] {
  try {
    return words(readFileSync(path, 'utf8').replaceAll(/#.*$/gm, ''));
  } catch (error) {
    throw fileFailure(error, 'read', path);
  }
}

/** A name goes into a DSN. */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_-]{0,63}$/u;

/** A connection of the configuration, or that of the group with the name in its DSN. */
function member(config: Config, owner: Connection, name: string): Connection {
  const own = config.connections.get(name);
  if (own !== undefined) return own;
  const span = config.spans.get(`migrations.connections.${owner.name}`);
  if (!NAME.test(name)) {
    throw failure({
      code: 'config/connection-name',
      message: `${quoted(printable(name))} cannot be the name of a database in migrations.connections`,
      span,
      help: 'a name has letters, digits, underscores and hyphens',
    });
  }
  const text = owner.dsn?.parts.length === 1 ? owner.dsn.parts[0] : undefined;
  if (owner.dsn === undefined || (typeof text === 'string' && !text.includes('@DB@'))) {
    throw failure({
      code: 'config/undefined-connection',
      message: `the connection ${quoted(name)} in migrations.connections.${printable(owner.name)} is not defined`,
      span,
      help: `define it under database.connections, or write @DB@ into the DSN of ${quoted(owner.name)} where the name of the database goes`,
    });
  }
  return { ...owner, name };
}
