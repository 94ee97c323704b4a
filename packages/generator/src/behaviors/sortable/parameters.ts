import type { BehaviorUse } from '../behavior.js';

/** What can be said of a list in a schema. */
export const PARAMETERS = {
  rank_column: 'Column of the rank, an integer: `sortable_rank` if it is not given. Added unless the table has it.',
  use_scope: '`true`: the rows are parted into several lists. Without it the whole table is one list.',
  scope_column:
    'Columns whose values tell the lists apart, with commas between them or as several parameters; their order is that of the parameters of methods. `sortable_scope` if none is given. Each is added as INTEGER unless the table has it.',
  index: '`true`: adds an index over scope and rank.',
  unique: '`true`: adds a unique over scope and rank, so that the database itself refuses a rank twice.',
  header_table:
    '`true`: adds a table `<name>_list` with one row for each list, which every operation writes: for clusters with several primaries, sharded tables, and callers at REPEATABLE READ or SERIALIZABLE.',
} as const;

type Parameter = keyof typeof PARAMETERS;

/** The parameters of one use, read. */
export interface SortableParameters {
  readonly rank: string;
  /** Whether `use_scope` says so; scope columns that are named without it are a mistake. */
  readonly useScope: boolean;
  /** Names as written, without blanks around them. */
  readonly scope: readonly string[];
  readonly index: boolean;
  readonly unique: boolean;
  readonly header: boolean;
}

const DEFAULT_RANK = 'sortable_rank';
const DEFAULT_SCOPE = 'sortable_scope';

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 't', 'yes', 'y', '1'].map((word) => [word, true] as const),
  ...['false', 'f', 'no', 'n', '0'].map((word) => [word, false] as const),
]);

/** A parameter that cannot be what it is. */
export interface WrongParameter {
  readonly parameter: Parameter;
  readonly message: string;
  readonly help: string;
}

export function readParameters(
  { parameters }: BehaviorUse,
  report: (wrong: WrongParameter) => void = () => undefined,
): SortableParameters {
  const last = (name: Parameter): string | undefined => parameters.get(name)?.at(-1)?.trim();
  const flag = (name: Parameter): boolean => {
    const word = last(name);
    const value = word === undefined ? false : WORDS.get(word.toLowerCase());
    if (value !== undefined) return value;
    report({ parameter: name, message: `"${name}" is true or false`, help: 'write "true", or remove it' });
    return false;
  };
  const rank = last('rank_column');
  if (rank === '') {
    report({
      parameter: 'rank_column',
      message: 'the name of the rank column is empty',
      help: `write a name, or remove the parameter: the column is then "${DEFAULT_RANK}"`,
    });
  }
  const given = (parameters.get('scope_column') ?? []).flatMap((names) => names.split(',')).map((name) => name.trim());
  if (given.includes('')) {
    report({
      parameter: 'scope_column',
      message: 'a name in the list of scope columns is empty',
      help: 'write names with one comma between them, such as "user_id, group_id"',
    });
  }
  const named = given.filter((name) => name !== '');
  const useScope = flag('use_scope');
  return {
    rank: rank === undefined || rank === '' ? DEFAULT_RANK : rank,
    useScope,
    scope: useScope && given.length === 0 ? [DEFAULT_SCOPE] : named,
    index: flag('index'),
    unique: flag('unique'),
    header: flag('header_table'),
  };
}
