import { printable } from '../../diagnostics/printable.js';
import type { Finding } from '../../reverse/finding.js';
import type { Terminal } from '../terminal.js';

/** More of a detail than this nobody reads in a terminal; `--json` has it whole. */
const MOST_DETAIL = 160;

/** Every finding on a line of its own: what is lost even with `--quiet`, what is only different as talk. */
export function showFindings(terminal: Terminal, findings: readonly Finding[]): void {
  const lost = findings.filter((finding) => finding.lost);
  if (lost.length > 0) terminal.complain('not in the schema:');
  for (const finding of lost) terminal.complain(`  ${findingLine(finding)}`);
  const different = findings.filter((finding) => !finding.lost);
  if (different.length > 0) terminal.talk('in the schema in other words:');
  for (const finding of different) terminal.talk(`  ${findingLine(finding)}`);
}

/** `trigger film.film_check: BEFORE INSERT …`. */
export function findingLine({ kind, table, name, detail }: Finding): string {
  const whole = table === undefined || table === name ? name : `${table}.${name}`;
  const line = (detail ?? '').replaceAll(/\s+/g, ' ').trim();
  const cut = line.length > MOST_DETAIL ? `${line.slice(0, MOST_DETAIL)}…` : line;
  return printable(`${kind} ${whole}${cut === '' ? '' : `: ${cut}`}`);
}

/** A finding as `--json` prints it. */
export function findingDocument({ kind, table, name, detail, lost }: Finding): Readonly<Record<string, unknown>> {
  return { kind, table: table ?? null, name, detail: detail ?? null, inSchema: !lost };
}
