import type { Change } from '../changes/change.js';
import type { CheckShape, ForeignKeyShape, IndexPartShape, IndexShape } from '../platforms/shape.js';
import type { SchemaDifference } from './differences.js';
import { shownName } from './draft.js';
import { labelsIn } from './labels.js';
import type { Speaker } from './speaker.js';

type Part = CheckShape | IndexShape | ForeignKeyShape;

/** What is different in the keys, indexes and checks of one table. */
export function partDifferences(changes: readonly Change[], speaker: Speaker): SchemaDifference[] {
  const words = new PartWords(speaker);
  return [
    ...words.parts(changes, 'index', (part) => words.index(part as IndexShape)),
    ...words.parts(changes, 'check', (part) => checkWords(part as CheckShape)),
    ...words.parts(changes, 'foreign key', (part) => words.foreignKey(part as ForeignKeyShape)),
  ];
}

const checkWords = ({ name, expression }: CheckShape): Named => ({ kind: 'check', name, text: expression });

/** Puts changes of keys, indexes and checks into words. */
class PartWords {
  constructor(private readonly speaker: Speaker) {}

  index(index: IndexShape): Named {
    const kind = index.kind === 'index' ? 'index' : 'unique';
    return { kind, name: this.speaker.compared.anyNames ? indexText(index) : index.name, text: indexText(index) };
  }

  foreignKey(key: ForeignKeyShape): Named {
    const { columns, foreignColumns, foreignTable, name } = key;
    const pairs = columns.map((column, at) => `${column} → ${foreignColumns[at] ?? ''}`).sort();
    const text = `${shownName(foreignTable.schema, foreignTable.name)}: ${pairs.join(', ')}`;
    return { kind: 'foreign key', name: this.speaker.compared.anyNames ? text : name, text, actions: actionsOf(key) };
  }

  /** Keys, indexes and checks: what is missing and what is there instead of it are one difference. */
  parts(changes: readonly Change[], kind: Change['kind'], named: (part: Part) => Named): SchemaDifference[] {
    const own = changes.filter((change) => change.kind === kind);
    const [change] = own;
    if (change === undefined) return [];
    const table = shownName(change.schema, change.table ?? '');
    const gone = own.flatMap(({ before }) => (before === undefined ? [] : [before as Part]));
    const found = own.flatMap(({ after }) => (after === undefined ? [] : [after as Part]));
    const differences: SchemaDifference[] = [];
    for (const part of gone) {
      const mine = named(part);
      const at = found.findIndex(
        (each) => (each.name === part.name || named(each).text === mine.text) && named(each).kind === mine.kind,
      );
      const [its] = at < 0 ? [] : found.splice(at, 1);
      differences.push(this.part(table, part, mine, its === undefined ? undefined : [its, named(its)]));
    }
    for (const part of found) {
      const { kind: word, name, text } = named(part);
      if (this.serves(changes[0], part)) continue;
      const what = kind === 'check' ? `${this.speaker.lacks}: ${text}` : this.speaker.lacks;
      differences.push({ kind: word, status: 'extra', table, name, what });
    }
    return differences;
  }

  private part(table: string, part: Part, mine: Named, twin: readonly [Part, Named] | undefined): SchemaDifference {
    const { kind, name, text } = mine;
    const { script } = this.speaker.compared;
    const labels = 'expression' in part ? labelsIn(part.expression, script) : undefined;
    if (twin === undefined) {
      const absent = 'the database does not have it';
      const what = kind === 'check' ? `${absent}: ${text}` : absent;
      if (labels === undefined) return { kind, status: 'missing', table, name, what };
      const free = `${this.speaker.says} ${this.speaker.has} labels ${labels.labels.join(', ')}; the database takes any value`;
      return { kind: 'labels', status: 'missing', table, name: labels.column, what: free };
    }
    const [other, its] = twin;
    const itsLabels = 'expression' in other ? labelsIn(other.expression, script) : undefined;
    if (labels !== undefined && itsLabels !== undefined && text !== its.text) {
      const what = `${this.speaker.says} ${this.speaker.has} labels ${labels.labels.join(', ')}; the database ${itsLabels.labels.join(', ')}`;
      return { kind: 'labels', status: 'different', table, name: labels.column, what };
    }
    const at = { kind, status: 'different', table, name: kind === 'foreign key' ? name : part.name } as const;
    if (text !== its.text) return { ...at, what: this.speaker.unlike(text, its.text) };
    if (mine.actions !== its.actions)
      return { ...at, what: this.speaker.unlike(mine.actions ?? '', its.actions ?? '') };
    if (part.name !== other.name) {
      return {
        ...at,
        what: this.speaker.unlike(part.name, other.name, this.speaker.has === 'has' ? 'names it' : 'name it'),
      };
    }
    if ('parts' in part && 'parts' in other && part.kind !== other.kind)
      return { ...at, what: this.speaker.unlike(FORMS[part.kind], FORMS[other.kind]) };
    return { ...at, what: this.speaker.unlike(optionsText(part), optionsText(other)) };
  }

  /** Vendors that need an index for a foreign key make one, in the order of the key that it points at. */
  private serves(change: Change | undefined, part: Part): boolean {
    if (!this.speaker.compared.anyNames || change === undefined || !('parts' in part) || part.kind !== 'index')
      return false;
    const table = this.speaker.compared.expected.tables.find(
      ({ schema, name }) => shownName(schema, name) === shownName(change.schema, change.table ?? ''),
    );
    const columns = part.parts
      .map(({ column }) => column ?? '')
      .sort()
      .join('\n');
    return table?.foreignKeys.some((key) => [...key.columns].sort().join('\n') === columns) === true;
  }
}

const FORMS: Readonly<Record<IndexShape['kind'], string>> = {
  unique: 'a constraint of the table',
  'unique index': 'an index',
  index: 'an index',
};

interface Named {
  readonly kind: SchemaDifference['kind'];
  readonly name: string;
  readonly text: string;
  readonly actions?: string;
}

const partText = ({ column, expression, size, collation, opclass, order, nulls }: IndexPartShape): string =>
  [
    (column ?? expression ?? '') + (size === undefined ? '' : `(${String(size)})`),
    ...(collation === undefined ? [] : [`COLLATE ${collation}`]),
    ...(opclass === undefined ? [] : [opclass]),
    ...(order === undefined ? [] : ['DESC']),
    ...(nulls === undefined ? [] : [`NULLS ${nulls.toUpperCase()}`]),
  ].join(' ');

/** `a, b` for columns alone, and otherwise as SQL: `(a DESC, lower(b)) USING gin WHERE …`. */
function indexText({ parts, using, include = [], nullsNotDistinct, where }: IndexShape): string {
  const list = parts.map(partText).join(', ');
  const rest = [
    ...(using === undefined ? [] : [`USING ${using.toLowerCase()}`]),
    ...(include.length === 0 ? [] : [`INCLUDE (${include.join(', ')})`]),
    ...(nullsNotDistinct ? ['NULLS NOT DISTINCT'] : []),
    ...(where === undefined ? [] : [`WHERE ${where}`]),
  ];
  const isColumn = ({ column: _, size: __, ...more }: IndexPartShape): boolean => Object.keys(more).length === 0;
  const isPlain = rest.length === 0 && parts.every(isColumn);
  return isPlain ? list : [`(${list})`, ...rest].join(' ');
}

const actionsOf = ({ onDelete, onUpdate, deferrable }: ForeignKeyShape): string =>
  [
    `ON DELETE ${onDelete ?? 'NO ACTION'} ON UPDATE ${onUpdate ?? 'NO ACTION'}`,
    ...(deferrable === undefined ? [] : [deferrable]),
  ].join(' ');

/** What is neither the condition nor the columns. */
function optionsText(part: Part): string {
  const { noInherit, notEnforced, deferrable } = part as Partial<CheckShape & IndexShape>;
  const words = [
    ...(noInherit ? ['NO INHERIT'] : []),
    ...(notEnforced ? ['NOT ENFORCED'] : []),
    ...(deferrable === undefined ? [] : [deferrable]),
  ];
  return `it with ${words.join(', ') || 'no option'}`;
}
