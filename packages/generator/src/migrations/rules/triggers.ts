import type { Change } from '../../changes/change.js';
import { quoted } from '../../diagnostics/printable.js';
import type { ScriptDialect } from '../../platforms/sql-tokens.js';
import { createdTrigger, droppedTrigger } from '../trigger-statements.js';
import type { AnnotatedScript, AnnotatedStatement } from './annotated.js';
import { changeWords } from './annotated.js';
import { shownName } from './places.js';
import type { Rule, Trigger } from './rule.js';

/** Triggers that are gone when SQLite makes their table anew, and that the migration does not create again. */
export const losesTrigger: Rule = ({ form, triggers, up, dialect }) =>
  form.operations.flatMap((operation) => {
    if (operation.do !== 'rebuild table') return [];
    const words = `rebuild table ${shownName(operation.after)}`;
    const isPart = ({ changes }: AnnotatedStatement): boolean => changes.some((each) => changeWords(each) === words);
    const statement = up.statements.find(isPart);
    const behind = up.statements.slice(up.statements.findLastIndex(isPart) + 1);
    const again = new Set(behind.flatMap(({ text }) => createdTrigger(text, dialect)?.name ?? []));
    const names = [operation.before.name, operation.after.name].map((name) => name.toLowerCase());
    return triggers
      .filter(({ name, table }) => names.includes(table) && !again.has(name))
      .map(({ name }) => ({
        rule: 'loses-trigger' as const,
        message: `table ${quoted(operation.after.name)} is made anew, and its trigger ${quoted(name)} is lost`,
        help: 'create the trigger again at the end of up.sql',
        statement,
      }));
  });

/** The triggers that there are after a migration, as far as the SQL of migrations says. */
export function triggersAfter(
  known: readonly Trigger[],
  { statements }: AnnotatedScript,
  changes: readonly Change[],
  dialect: ScriptDialect,
): readonly Trigger[] {
  const renamed = (table: string): string =>
    changes.find(({ kind, from }) => kind === 'table' && from?.toLowerCase() === table)?.name.toLowerCase() ?? table;
  let triggers: readonly Trigger[] = known.map(({ name, table }) => ({ name, table: renamed(table) }));
  for (const { text } of statements) {
    const made = createdTrigger(text, dialect);
    const gone = droppedTrigger(text, dialect);
    triggers = triggers.filter(({ name }) => name !== made?.name && name !== gone);
    if (made !== undefined) triggers = [...triggers, made];
  }
  return triggers;
}
