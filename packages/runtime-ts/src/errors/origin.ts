/**
 * What a driver has thrown, by the error that was made of it. It is no property, because whatever logs an error shows those: the
 * driver's own message may repeat values of rows.
 */
const ORIGINS = new WeakMap<Error, unknown>();

export function withOrigin<T extends Error>(error: T, origin: unknown): T {
  ORIGINS.set(error, origin);
  return error;
}

/** For programs that show a statement's error to whoever wrote the statement. Nothing where no driver was involved. */
export const originOf = (error: unknown): unknown => (error instanceof Error ? ORIGINS.get(error) : undefined);
