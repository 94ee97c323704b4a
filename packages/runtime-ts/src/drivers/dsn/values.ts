/** A value in a DSN of PostgreSQL, in quotes where it needs them. */
export const conninfoValue = (value: string): string =>
  /^[^\s'\\]+$/.test(value) ? value : `'${value.replaceAll(/[\\']/g, '\\$&')}'`;

/** A value in a DSN of MySQL and others, whose separator is doubled. */
export const doubled = (value: string): string => value.replaceAll(';', ';;');
