import {
  type AlterKind,
  again,
  COMMON,
  dropIndex,
  otherAction,
  otherDefault,
  otherType,
  type Place,
  quotedText,
} from './alter.js';

/** The line of CREATE TABLE that a column or a constraint has, made into another; none takes it out. */
function rebuilt(
  kind: string,
  name: string,
  change: (line: string, place: Place) => string | undefined,
  says: readonly string[],
  where?: (place: Place) => boolean,
): AlterKind {
  return (place) => {
    if (where !== undefined && !where(place)) return undefined;
    const table = name === 'pair_key' ? 'pair' : place.table.name;
    const wanted = name.replace('$column', place.column.name).replace('$table', place.table.name);
    return {
      kind,
      sql: [],
      table,
      says: says.map((word) => word.replace('$column', place.column.name)),
      rebuild: (text) => changedLine(text, wanted, (line) => change(line, place)),
    };
  };
}

/** Parts of CREATE TABLE stand on lines of their own, under their comments; a foreign key has two. */
function changedLine(text: string, name: string, change: (line: string) => string | undefined): string {
  const open = /\((?: --[^\n]*)?\n/.exec(text);
  const close = text.lastIndexOf('\n)');
  if (open === null) throw new Error(`no lines in\n${text}`);
  const begin = open.index + open[0].length;
  const parts = text.slice(begin, close).split(/,\n(?= {2,4}\S)/);
  const at = parts.findIndex((part) => new RegExp(`^\\s*(?:--[^\\n]*\\n\\s*)*(?:CONSTRAINT )?"${name}" `).test(part));
  const part = parts[at];
  if (part === undefined) throw new Error(`no line for ${name} in\n${text}`);
  const start = /^\s*(?:--[^\n]*\n\s*)*/.exec(part)?.[0] ?? '';
  const changed = change(part.slice(start.length));
  parts.splice(at, 1, ...(changed === undefined ? [] : [start + changed]));
  return text.slice(0, begin) + parts.join(',\n') + text.slice(close);
}

export const SQLITE: readonly AlterKind[] = [
  // SQLite drops no column that an index or a foreign key has; these are plain.
  ...COMMON,
  (place) => {
    const type = otherType(place);
    return rebuilt(
      'change type',
      '$column',
      (line) =>
        line
          .replace(/^("\w+") [A-Z]+(?: PRECISION)?(?:\([\d,\s]+\))?/, `$1 ${type.sql.sqlite}`)
          .replace(/ DEFAULT (?:'[^']*(?:''[^']*)*'|\S+)/, ''),
      ['type different', '$column'],
    )(place);
  },
  rebuilt(
    'change nullability',
    '$column',
    (line, { column }) =>
      column.required ? line.replace(' NOT NULL', '') : line.replace(/( DEFAULT|$)/, ' NOT NULL$1'),
    ['nullability different', '$column'],
  ),
  (place) => {
    const value = otherDefault(place);
    if (value === undefined) return undefined;
    return rebuilt(
      'change default',
      '$column',
      (line) => `${line.replace(/ DEFAULT (?:'[^']*(?:''[^']*)*'|\S+)/, '')} DEFAULT ${value[1]}`,
      ['default different', '$column'],
    )(place);
  },
  rebuilt(
    'drop default',
    '$column',
    (line) => line.replace(/ DEFAULT (?:'[^']*(?:''[^']*)*'|\S+)/, ''),
    ['default different', '$column'],
    ({ column }) => column.default !== undefined,
  ),
  rebuilt('collation of a column', 's', (line) => `${line} COLLATE NOCASE`, ['collation different', 's']),
  rebuilt('drop check', '$table_check', () => undefined, ['check missing']),
  rebuilt('change check', '$table_check', (line, { random }) => line.replace('> 0', `> ${1 + random.below(99)}`), [
    'check',
  ]),
  rebuilt(
    'add check',
    '$table_check',
    (line, { random }) => `${line},\n    CONSTRAINT "stray_check" CHECK (m < ${100 + random.below(900)})`,
    ['check extra'],
  ),
  ({ table, base, random }) => ({
    kind: 'labels in a check',
    sql: [],
    table: table.name,
    says: ['e', 'new'],
    rebuild: (text) =>
      text.replace(
        /"e" IN \([^)]*\)/,
        `"e" IN (${[...base.labels, `new${random.below(9)}`].map(quotedText).join(', ')})`,
      ),
  }),
  rebuilt(
    'change a generated expression',
    'g',
    (line, { random }) => line.replace('n * 2', `n * ${3 + random.below(9)}`),
    ['generated', 'g'],
  ),
  rebuilt('storage of a generated column', 'g', (line) => line.replace('STORED', 'VIRTUAL'), ['generated', 'g']),
  rebuilt('drop a generated expression', 'g', () => '"g" INTEGER', ['generated', 'g']),
  dropIndex('plain', 'drop index'),
  dropIndex('desc', 'drop a descending index'),
  dropIndex('where', 'drop a partial index'),
  dropIndex('expr', 'drop an index of an expression'),
  dropIndex('some', 'drop a partial unique index'),
  again('desc', (table) => `INDEX ${table}_desc ON ${table} (n, m)`, 'order of an index'),
  again('where', (table) => `INDEX ${table}_where ON ${table} (s) WHERE m > 6`, 'condition of an index'),
  again('where', (table) => `INDEX ${table}_where ON ${table} (s)`, 'condition taken off an index'),
  again(
    'some',
    (table) => `UNIQUE INDEX ${table}_some ON ${table} (s, m)`,
    'condition taken off a unique index',
    'unique',
  ),
  again('expr', (table) => `INDEX ${table}_expr ON ${table} (upper(s))`, 'expression of an index'),
  again('plain', (table) => `INDEX ${table}_plain ON ${table} (m COLLATE NOCASE)`, 'collation in an index'),
  dropIndex('unique', 'drop unique'),
  rebuilt('drop primary key', 'pair_key', () => undefined, ['primary key missing']),
  rebuilt('order of a primary key', 'pair_key', () => 'CONSTRAINT "pair_key" PRIMARY KEY ("x", "y")', [
    'primary key different',
  ]),
  rebuilt(
    'drop foreign key',
    '$table_fk',
    () => undefined,
    ['foreign key missing'],
    ({ table }) => table.name !== 'ta',
  ),
  rebuilt(
    'action of a foreign key',
    '$table_fk',
    (line, place) => `${line.replace(/ ON DELETE (?:CASCADE|SET NULL|NO ACTION)/, '')} ON DELETE ${otherAction(place)}`,
    ['foreign key different'],
    ({ table }) => table.name !== 'ta',
  ),
  rebuilt(
    'add foreign key',
    '$table_check',
    (line) => `${line},\n    CONSTRAINT "stray_fk" FOREIGN KEY (m) REFERENCES ta (id)`,
    ['foreign key extra'],
  ),
];
