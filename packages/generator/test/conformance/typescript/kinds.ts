import * as errors from '@ormgen/runtime';
import { HookError } from './hooks.js';

type ErrorClass = abstract new (...args: never) => Error;

/** What errors are called in every language, and here. */
const KINDS: Readonly<Record<string, readonly ErrorClass[]>> = {
  RankOutOfRange: [errors.RankOutOfRangeError],
  NotInList: [errors.NotInListError],
  AlreadyInList: [errors.AlreadyInListError],
  SaveFirst: [errors.UnsavedPositionError],
  Conflict: [errors.ConflictError],
  IsolationLevel: [errors.IsolationLevelError],
  RowGone: [errors.RowGoneError],
  Invalid: [errors.InvalidQueryError, errors.InvalidValueError],
  Refused: [errors.OrmError],
  TypeError: [TypeError, errors.InvalidValueError],
  Hook: [HookError],
};

export const isOfKind = (kind: string, error: unknown): boolean =>
  KINDS[kind]?.some((known) => error instanceof known) === true;
