import { printable } from '../../diagnostics/printable.js';
import type { Finding } from '../../reverse/finding.js';
import type { ReadableName } from '../../reverse/readable-names.js';
import type { Terminal } from '../terminal.js';

/** More of a detail than this nobody reads in a terminal; `--json` has it whole. */
const MOST_DETAIL = 160;

/**
 * Every finding on a line of its own. They are part of the result; where stdout is for the schema or for nobody, what is
 * lost must still be seen.
 */
export function showFindings(terminal: Terminal, findings: readonly Finding[], isPreview = false): void {
  const isAside = isPreview || terminal.quiet;
  const lost = findings.filter((finding) => finding.lost);
  showList('not in the schema:', lost, (line) => (isAside ? terminal.warn(line) : terminal.result(line)));
  const different = findings.filter((finding) => !finding.lost);
  showList('represented differently:', different, (line) => (isAside ? terminal.talk(line) : terminal.result(line)));
}

function showList(title: string, findings: readonly Finding[], say: (line: string) => void): void {
  if (findings.length > 0) say(title);
  for (const finding of findings) say(`  ${findingLine(finding)}`);
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

/** What was named how, one name on a line; where stdout is for the schema, beside it. */
export function showNames(terminal: Terminal, names: readonly ReadableName[], isPreview = false): void {
  const say = (line: string): void => (isPreview || terminal.quiet ? terminal.talk(line) : terminal.result(line));
  if (names.length > 0) say('names in PHP (--keep-names leaves the usual ones):');
  for (const name of names) say(`  ${nameLine(name)}`);
}

/** `orders → Order`, `orders.billing_address_id → BillingAddress, and BillingOrders of Address`. */
function nameLine({ table, column, name, reverse }: ReadableName): string {
  const of = column === undefined ? table : `${table}.${column}`;
  const back = reverse === undefined ? [] : [`${reverse.name} of ${reverse.className}`];
  return printable(`${of} → ${[...(name === undefined ? [] : [name]), ...back].join(', and ')}`);
}

/** A name as `--json` prints it. */
export function nameDocument({ table, column, name, reverse }: ReadableName): Readonly<Record<string, unknown>> {
  return { table, column: column ?? null, name: name ?? null, reverse: reverse ?? null };
}
