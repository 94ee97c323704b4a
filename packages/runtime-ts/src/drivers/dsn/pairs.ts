/** One `name=value` of a DSN, with offsets behind the colon of the driver. */
export interface DsnPair {
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly nameEnd: number;
  readonly valueStart: number;
  readonly end: number;
}

export interface DsnPairs {
  readonly pairs: readonly DsnPair[];
  readonly problem?: { readonly message: string; readonly start: number; readonly end: number };
}

/** One of the two ways a value can be written. */
export interface ReadValue {
  readonly value: string;
  readonly end: number;
  readonly problem?: string;
}

/** `a=b;c=d` as PDO reads it for mysql, dblib and oci: a doubled semicolon stands for one in a value. */
export const readPairs = (text: string): DsnPairs => readSeparated(text, plainValue);

/** Pairs between semicolons, whose values are read as a driver wants them. */
export function readSeparated(text: string, readValue: (text: string, start: number) => ReadValue): DsnPairs {
  const pairs: DsnPair[] = [];
  let at = 0;
  while (true) {
    while (/[\s;]/.test(text[at] ?? '')) at++;
    if (at >= text.length) return { pairs };
    const name = /^[^=;]*/.exec(text.slice(at))?.[0] ?? '';
    const nameEnd = at + name.trimEnd().length;
    if (name.trim() === '' || text[at + name.length] !== '=')
      return missingEquals(pairs, at, Math.max(nameEnd, at + 1));
    const valueStart = at + name.length + 1;
    const { value, end, problem } = readValue(text, valueStart);
    if (problem !== undefined) return { pairs, problem: { message: problem, start: valueStart, end } };
    pairs.push({ name: name.trim().toLowerCase(), value, start: at, nameEnd, valueStart, end });
    at = end;
  }
}

function plainValue(text: string, start: number): ReadValue {
  let value = '';
  let at = start;
  for (; at < text.length; at++) {
    if (text[at] !== ';') value += text[at] ?? '';
    else if (text[at + 1] === ';') value += text[at++] ?? '';
    else break;
  }
  return { value, end: at };
}

function missingEquals(pairs: readonly DsnPair[], start: number, end: number): DsnPairs {
  return { pairs, problem: { message: 'here is no name=value', start, end } };
}

/** libpq's connection string, with semicolons for spaces as PDO has it. */
export function readConninfo(text: string): DsnPairs {
  const pairs: DsnPair[] = [];
  let at = 0;
  while (true) {
    while (/[\s;]/.test(text[at] ?? '')) at++;
    if (at >= text.length) return { pairs };
    const name = /^[^\s;=]*/.exec(text.slice(at))?.[0] ?? '';
    const nameEnd = at + name.length;
    const equals = /^\s*=\s*/.exec(text.slice(nameEnd));
    if (name === '' || !equals) return missingEquals(pairs, at, Math.max(nameEnd, at + 1));
    const valueStart = nameEnd + equals[0].length;
    const { value, end, problem } =
      text[valueStart] === "'" ? quotedValue(text, valueStart) : bareValue(text, valueStart);
    if (problem !== undefined) return { pairs, problem: { message: problem, start: valueStart, end } };
    pairs.push({ name: name.toLowerCase(), value, start: at, nameEnd, valueStart, end });
    at = end;
  }
}

function bareValue(text: string, start: number): ReadValue {
  let value = '';
  let at = start;
  for (; at < text.length && !/[\s;]/.test(text[at] ?? ''); at++) {
    if (text[at] === '\\' && at + 1 < text.length) at++;
    value += text[at] ?? '';
  }
  return { value, end: at };
}

function quotedValue(text: string, start: number): ReadValue {
  let value = '';
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "'") return { value, end: at + 1 };
    if (text[at] === ';') {
      return {
        value,
        end: at + 1,
        problem: 'PDO reads a semicolon in quotes as a space; give user and password as keys of their own',
      };
    }
    if (text[at] === '\\' && at + 1 < text.length) at++;
    value += text[at] ?? '';
  }
  return { value, end: text.length, problem: 'a quoted value has no closing quote' };
}
