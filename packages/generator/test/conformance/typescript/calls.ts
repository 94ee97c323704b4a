import type { Connection } from '@ormgen/runtime';

/** Calls a method, with the connection where it takes one. */
export async function call(target: object, name: string, args: readonly unknown[], con?: Connection): Promise<unknown> {
  const method = methodOf(target, name);
  if (method === undefined) throw new NoSuchMethod(`${describe(target)} has no method ${name}`);
  return await method.apply(target, withConnection(method, args, con));
}

export class NoSuchMethod extends Error {
  override name = 'NoSuchMethod';
}

type Method = (...args: unknown[]) => unknown;

export function methodOf(target: object, name: string): Method | undefined {
  const found: unknown = Reflect.get(target, name);
  return typeof found === 'function' ? (found as Method) : undefined;
}

const describe = (target: object): string =>
  typeof target === 'function' ? target.name : `an object of ${target.constructor.name}`;

/** Where a method has a rest, the connection is the last of it. Behind it there may be options. */
function withConnection(method: Method, args: readonly unknown[], con: Connection | undefined): unknown[] {
  const parameters = parametersOf(method);
  const place = parameters.findIndex((parameter) => /^con\b/.test(parameter));
  if (con === undefined && args.length <= place) return [...args];
  if (place >= 0) {
    const missing = Array.from({ length: place - args.length }, () => undefined);
    return [...args.slice(0, place), ...missing, con, ...args.slice(place)];
  }
  if (con === undefined) return [...args];
  return parameters.at(-1)?.startsWith('...args') === true ? [...args, con] : [...args];
}

/** How many arguments a call must have: those before the first that has a default, is a rest or is the connection. */
export function requiredOf(method: Method): number {
  const parameters = parametersOf(method);
  const optional = parameters.findIndex((parameter) => /^(?:con\b|\.\.\.)|=/.test(parameter));
  return optional < 0 ? parameters.length : optional;
}

/** The parameters of a method as its source has them. */
function parametersOf(method: Method): readonly string[] {
  const source = String(method);
  const found: string[] = [];
  let depth = 0;
  let current = '';
  for (const character of source.slice(source.indexOf('(') + 1)) {
    if (depth === 0 && /[,)]/.test(character)) {
      found.push(current.trim());
      current = '';
      if (character === ')') break;
      continue;
    }
    if (/[([{]/.test(character)) depth++;
    if (/[)\]}]/.test(character)) depth--;
    current += character;
  }
  return found.filter((parameter) => parameter !== '');
}

/** The property that `getUserId` and `setUserId` mean. */
export function accessorOf(name: string): { readonly isSetter: boolean; readonly property: string } | undefined {
  const [, kind, first = '', rest = ''] = /^([gs]et)([A-Z])(.*)$/.exec(name) ?? [];
  return kind === undefined ? undefined : { isSetter: kind === 'set', property: first.toLowerCase() + rest };
}
