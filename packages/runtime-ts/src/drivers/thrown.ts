/** The message of anything that was thrown; a failed dial of several addresses has it only in its parts. */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(errorMessage).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** A property of an error, or of anything else, that its type does not declare. */
export function errorProperty(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
}

/** A property that is a text with something in it. */
export function errorText(error: unknown, name: string): string | undefined {
  const value = errorProperty(error, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
