import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { positionAt } from '../../diagnostics/source.js';
import { counted } from '../summary.js';

/** How a check came out. What could not be looked at is said, with the reason. */
export type State = 'ok' | 'warning' | 'problem' | 'not checked';

/** One thing that was looked at. */
export interface Finding {
  readonly state: State;
  /** What was found, safe to print. */
  readonly what: string;
  /** What to do about it, one entry for each thing: the command to run where there is one. */
  readonly advice: readonly string[];
}

const finding =
  (state: State) =>
  (what: string, ...advice: readonly string[]): Finding => ({ state, what, advice });

export const ok = finding('ok');
export const warning = finding('warning');
export const problem = finding('problem');
export const notChecked = finding('not checked');

/** More of a kind nobody reads at once. */
const MOST = 5;

/** Diagnostics as findings, notes left out; `command` shows those that are too many for here. */
export function findingsOf(diagnostics: readonly Diagnostic[], command: string): readonly Finding[] {
  const shown = diagnostics.filter(({ severity }) => severity !== 'note');
  const found = shown.slice(0, MOST).map((diagnostic) => {
    const { message, severity, span, help } = diagnostic;
    const place =
      span === undefined ? '' : ` (${span.source.path}:${String(positionAt(span.source, span.start).line)})`;
    const make = severity === 'error' ? problem : warning;
    return make(message + place, ...(help === undefined ? [] : [help]));
  });
  const left = shown.slice(MOST);
  if (left.length === 0) return found;
  const make = left.some(({ severity }) => severity === 'error') ? problem : warning;
  return [...found, make(`… and ${counted(left.length, 'diagnostic')} more`, `orm ${command}`)];
}
