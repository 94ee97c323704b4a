import { AsyncLocalStorage } from 'node:async_hooks';
import type { Frame } from './frame.js';
import { IdentityMap } from './identity-map.js';

/** What code runs in without having been handed it. */
export interface Scope {
  /** The database whose transaction it is, if it is one. */
  readonly database: object | undefined;
  readonly frame: Frame | undefined;
  readonly identities: IdentityMap;
  readonly outer: Scope | undefined;
}

const storage = new AsyncLocalStorage<Scope>();

/** The innermost transaction on a database. */
export function ambientFrame(database: object): Frame | undefined {
  let scope = storage.getStore();
  while (scope !== undefined && scope.database !== database) scope = scope.outer;
  return scope?.frame;
}

export const ambientIdentities = (): IdentityMap | undefined => storage.getStore()?.identities;

/** Runs `work` with a transaction that statements on the database become part of. */
export function inFrame<T>(database: object, frame: Frame, work: () => Promise<T>): Promise<T> {
  return storage.run({ database, frame, identities: frame.identities, outer: storage.getStore() }, work);
}

/** Runs `work` with an identity map and without a transaction: in it a row is one object. */
export async function session<T>(work: () => Promise<T>): Promise<T> {
  const identities = new IdentityMap();
  try {
    return await storage.run({ database: undefined, frame: undefined, identities, outer: storage.getStore() }, work);
  } finally {
    identities.end();
  }
}
