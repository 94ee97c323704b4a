/** A value in a DSN of PostgreSQL, in quotes where it needs them. */
export const conninfoValue = (value: string): string =>
  /^[^\s'\\]+$/.test(value) ? value : `'${value.replaceAll(/[\\']/g, '\\$&')}'`;

/** A value in a DSN of MySQL and others, whose separator is doubled. */
export const doubled = (value: string): string => value.replaceAll(';', ';;');

/** A DSN of these parameters in this order; nothing where the driver cannot take a value. */
export function writtenDsn(
  driver: 'pgsql' | 'mysql',
  parameters: readonly (readonly [string, string])[],
): string | undefined {
  if (driver === 'pgsql' && parameters.some(([, value]) => value.includes(';'))) return undefined;
  const written = driver === 'pgsql' ? conninfoValue : doubled;
  return `${driver}:${parameters.map(([name, value]) => `${name}=${written(value)}`).join(';')}`;
}
