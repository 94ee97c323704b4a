/** `1.5` with the digits after the point that the column has: the one spelling in which texts are equal when numbers are. */
export function canonicalDecimal(value: string, scale: number | undefined): string {
  const match = /^(-?)0*(\d*)(?:\.(\d*))?$/.exec(value);
  if (!match) return value;
  const [, sign = '', whole = '', given = ''] = match;
  const digits = given.replace(/0+$/, '');
  const fraction = scale === undefined ? digits : digits.padEnd(scale, '0').slice(0, scale);
  const number = `${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
  return /[1-9]/.test(number) ? sign + number : number;
}

/** A list of texts as one text, `| a | b |`: a form that can be searched. Backslashes keep bars apart from bars. */
export function listText(items: readonly string[]): string {
  if (items.length === 0) return '| |';
  return `| ${items.map((item) => (item === '' ? '\\e' : item.replace(/[\\|]/g, '\\$&'))).join(' | ')} |`;
}

/** The text of an array of PostgreSQL: `{a,"b c"}`. */
export function arrayText(items: readonly string[]): string {
  const quoted = (item: string): string =>
    /^(null)?$/i.test(item) || /[{}",\\\s]/.test(item) ? `"${item.replace(/["\\]/g, '\\$&')}"` : item;
  return `{${items.map(quoted).join(',')}}`;
}

/** A time or a day and time with the digits of a second that the column has. */
export function canonicalFraction(
  value: string,
  fraction: { readonly digits: number; readonly trimmed: boolean },
): string {
  const [time = '', given = ''] = value.split('.');
  const padded = given.padEnd(fraction.digits, '0').slice(0, fraction.digits);
  const digits = fraction.trimmed ? padded.replace(/0+$/, '') : padded;
  return digits === '' ? time : `${time}.${digits}`;
}
