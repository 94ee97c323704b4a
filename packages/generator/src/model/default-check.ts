import { BOOLEAN_WORDS } from './boolean-words.js';
import type { Column } from './model.js';
import { splitList } from './value-list.js';

/** What is wrong with a default value and how to fix it. */
export interface DefaultProblem {
  readonly message: string;
  readonly help: string;
}

type Typed = Pick<Column, 'type' | 'family' | 'size' | 'scale' | 'valueSet'>;

const RANGES: Readonly<Record<string, readonly [bigint, bigint]>> = {
  TINYINT: [-128n, 127n],
  SMALLINT: [-32768n, 32767n],
  INTEGER: [-2147483648n, 2147483647n],
  BIGINT: [-9223372036854775808n, 9223372036854775807n],
};

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NOW_WORDS = /^(now(\(\))?|current_(timestamp|date|time)(\(\d?\))?|sysdate|localtimestamp)$/i;

/** The default value in its one spelling (booleans as `true` or `false`, numbers without a plus), or what is wrong. */
export function checkDefault(column: Typed, given: string): string | DefaultProblem {
  switch (column.family) {
    case 'integer':
      return integer(column, given);
    case 'decimal':
      return decimal(column, given);
    case 'float':
      return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(given)
        ? given.replace(/^\+/, '')
        : wrong(given, column, 'write a number such as 1.5');
    case 'boolean': {
      const key = given.toLowerCase();
      const word = Object.hasOwn(BOOLEAN_WORDS, key) ? BOOLEAN_WORDS[key] : undefined;
      return word === undefined ? wrong(given, column, 'write true or false') : String(word);
    }
    case 'date':
    case 'time':
    case 'datetime':
      return temporal(column, given);
    case 'text':
      return column.size !== undefined && Array.from(given).length > column.size
        ? { message: `the default value is longer than the column (${column.size})`, help: 'shorten it or raise size' }
        : given;
    case 'enum':
      return column.valueSet.includes(given)
        ? given
        : wrong(given, column, `write one of its labels: ${column.valueSet.join(', ')}`);
    case 'set':
      return splitList(given).every((label) => column.valueSet.includes(label))
        ? given
        : wrong(given, column, `write labels of it with commas between: ${column.valueSet.join(', ')}`);
    case 'json':
      return isJson(given) ? given : wrong(given, column, 'write a JSON document such as {} or []');
    case 'uuid':
      return UUID.test(given) ? given : wrong(given, column, 'write 8-4-4-4-12 hexadecimal digits, or use defaultExpr');
    case 'array':
      return given;
    case 'binary':
      return column.size !== undefined && Buffer.byteLength(given) > column.size
        ? {
            message: `the default value has more bytes than the column (${column.size})`,
            help: 'shorten it or raise size',
          }
        : given;
    case 'object':
    case 'geometry':
      return {
        message: `a column of type ${column.type} cannot have a default value`,
        help: 'use defaultExpr, or set it in code',
      };
  }
}

function wrong(given: string, column: Typed, help: string): DefaultProblem {
  return { message: `the default value "${given}" is not of type ${column.type}`, help };
}

function integer(column: Typed, given: string): string | DefaultProblem {
  if (!/^[+-]?\d{1,30}$/.test(given)) return wrong(given, column, 'write a whole number');
  const [low, high] = RANGES[column.type] ?? [0n, 0n];
  const value = BigInt(given);
  return value < low || value > high
    ? { message: `the default value ${given} does not fit ${column.type}`, help: `it holds ${low} to ${high}` }
    : String(value);
}

function decimal(column: Typed, given: string): string | DefaultProblem {
  const match = /^[+-]?(?:(\d+)(?:\.(\d*))?|\.(\d+))$/.exec(given);
  if (!match) return wrong(given, column, 'write a number such as 1.50');
  const whole = (match[1] ?? '').replace(/^0+/, '');
  const room = column.size === undefined ? undefined : column.size - (column.scale ?? 0);
  const fraction = (match[2] ?? match[3] ?? '').replace(/0+$/, '');
  if (column.size !== undefined && fraction.length > (column.scale ?? 0)) {
    return {
      message: `the default value ${given} has more digits after the point than the column`,
      help: `it holds ${column.scale ?? 0} there: raise scale, or shorten the value`,
    };
  }
  return room !== undefined && whole.length > room
    ? {
        message: `the default value ${given} has more digits than the column`,
        help: `it holds ${room} digit${room === 1 ? '' : 's'} before the point`,
      }
    : given.replace(/^\+/, '');
}

function temporal(column: Typed, given: string): string | DefaultProblem {
  if (NOW_WORDS.test(given)) {
    return {
      message: `"${given}" is an expression, not a value`,
      help: `write defaultExpr="${given}" instead of defaultValue`,
    };
  }
  const shapes = { date: '2024-12-31', time: '23:59:59', datetime: '2024-12-31 23:59:59' };
  const family = column.family as keyof typeof shapes;
  const problem = wrong(given, column, `write it as ${shapes[family]}`);
  if (/^\d{4}-\d{2}-\d{2}/.test(given) && family !== 'time' && !isDate(given.slice(0, 10))) {
    return { message: `there is no day ${given.slice(0, 10)}`, help: 'write a day of the calendar' };
  }
  if (family === 'date') return isDate(given) ? given : problem;
  if (family === 'time') return TIME.test(given) ? withSeconds(given) : problem;
  const [day = '', time, ...rest] = given.replace('T', ' ').split(' ');
  if (rest.length > 0 || !isDate(day)) return problem;
  if (time === undefined) return `${day} 00:00:00`;
  return TIME.test(time) ? `${day} ${withSeconds(time)}` : problem;
}

/** SQLite keeps the text as it is and compares it as text, so there is one spelling. */
function withSeconds(time: string): string {
  return time.length === 5 ? `${time}:00` : time;
}

function isDate(text: string): boolean {
  const match = DATE.exec(text);
  if (!match) return false;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
