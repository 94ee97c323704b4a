import type { Change } from '../changes/change.js';
import type { ColumnShape } from '../platforms/shape.js';
import type { SchemaDifference } from './differences.js';
import { shownName } from './draft.js';
import { withoutCollation } from './settled.js';
import type { Speaker } from './speaker.js';

/** What is different in a column. */
export function columnDifferences(change: Extract<Change, { kind: 'column' }>, speaker: Speaker): SchemaDifference[] {
  const { name, before, after } = change;
  const at = { table: shownName(change.schema, change.table ?? ''), name };
  if (after === undefined || before === undefined) {
    return after === undefined
      ? [{ kind: 'column', status: 'missing', ...at, what: 'the database does not have it' }]
      : [{ kind: 'column', status: 'extra', ...at, what: speaker.lacks }];
  }
  const different = (kind: SchemaDifference['kind'], what: string): SchemaDifference[] => [
    { kind, status: 'different', ...at, what },
  ];
  const setting = speaker.settings(change).find(({ column }) => column === name);
  const { usualCollation: usual = 'none' } = speaker.compared.introspection;
  const isRetyped =
    before.type !== after.type && !(setting && withoutCollation(before.type) === withoutCollation(after.type));
  return [
    ...(isRetyped ? different('type', speaker.makes(before.type, after.type)) : []),
    ...(setting === undefined ? [] : different('collation', speaker.makes(setting.mine, setting.its))),
    ...(before.collation === after.collation
      ? []
      : different('collation', speaker.makes(before.collation ?? usual, after.collation ?? usual))),
    ...((before.notNull === true) === (after.notNull === true)
      ? []
      : different('nullability', speaker.nullability(before.notNull === true))),
    ...(JSON.stringify(before.generated) === JSON.stringify(after.generated)
      ? []
      : different('generated', generatedWords(speaker, before.generated, after.generated))),
    ...(defaultOf(before) === defaultOf(after)
      ? []
      : different('default', speaker.unlike(defaultOf(before), defaultOf(after)))),
    ...(numberingOf(before) === numberingOf(after)
      ? []
      : different('numbering', numberingWords(speaker, before, after))),
    ...(before.comment === after.comment ? [] : different('comment', speaker.comments(before.comment, after.comment))),
  ];
}

function generatedWords(speaker: Speaker, mine: ColumnShape['generated'], its: ColumnShape['generated']): string {
  const [generates, does] = speaker.has === 'has' ? ['generates', 'does'] : ['generate', 'do'];
  if (mine === undefined) return `${speaker.says} ${does} not generate it, the database does by ${its?.sql ?? ''}`;
  const by = `${speaker.says} ${generates} it by ${mine.sql}`;
  if (its === undefined) return `${by}, the database does not generate it`;
  const kind = (stored: boolean): string => (stored ? 'stored' : 'virtual');
  if (mine.stored === its.stored) return `${by}, the database by ${its.sql}`;
  const who = speaker.has === 'has' ? 'in the schema' : 'by the migrations';
  return `${kind(mine.stored)} ${who}, ${kind(its.stored)} in the database`;
}

function numberingWords(speaker: Speaker, mine: ColumnShape, its: ColumnShape): string {
  if (numberingOf(its) === '') return 'the database does not number it';
  if (numberingOf(mine) === '') return 'the database numbers it';
  const give = speaker.has === 'has' ? ['gives', 'gives'] : ['give', 'gives'];
  const word = (column: ColumnShape, verb = ''): string =>
    column.identity === 'reused' ? `may give the number of a deleted row again` : `never ${verb} a number twice`;
  if (mine.identity === 'reused' || its.identity === 'reused') {
    return `${speaker.says} ${word(mine, give[0])}, the database ${word(its, give[1])}`;
  }
  return `${speaker.says} ${speaker.has === 'has' ? 'numbers' : 'number'} it ${numberingOf(mine)}, the database ${numberingOf(its)}`;
}

const defaultOf = ({ default: sql, onUpdate }: ColumnShape): string =>
  [sql ?? 'none', ...(onUpdate === undefined ? [] : [`ON UPDATE ${onUpdate}`])].join(' ');

const numberingOf = ({ identity, sequence }: ColumnShape): string =>
  sequence === undefined ? (identity ?? '') : `by ${shownName(sequence.schema, sequence.name)}`;
