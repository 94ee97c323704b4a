import { printable } from '../../diagnostics/printable.js';
import type { Finding } from '../../reverse/finding.js';
import type { ReadableName } from '../../reverse/readable-names.js';
import type { Terminal } from '../terminal.js';

/** More of a detail than this nobody reads in a terminal; `--json` has it whole. */
const MOST_DETAIL = 160;

/** Of a kind that has more findings than MOST_LINES, only the first FIRST_LINES are shown. */
const MOST_LINES = 5;
const FIRST_LINES = 3;

/**
 * What the schema does not hold: what the rest file makes as one line for each kind, everything else as a line of its own.
 * They are part of the result; where stdout is for the schema or for nobody, what is lost must still be seen.
 */
export function showFindings(
  terminal: Terminal,
  findings: readonly Finding[],
  { isPreview = false, rest }: { readonly isPreview?: boolean; readonly rest?: RestFiles } = {},
): void {
  const isAside = isPreview || terminal.quiet;
  const made = findings.filter((finding) => rest?.holds(finding) === true);
  const talk = (line: string): void => (isAside ? terminal.talk(line) : terminal.result(line));
  if (rest !== undefined && made.length > 0) talk(`in ${rest.shown}:`);
  for (const line of kindLines(made)) talk(`  ${line}`);
  const lost = findings.filter((finding) => finding.lost && !made.includes(finding));
  showList('not in the schema:', lost, (line) => (isAside ? terminal.warn(line) : terminal.result(line)));
  const different = findings.filter((finding) => !finding.lost && !made.includes(finding));
  showList('represented differently:', different, talk);
}

/** The files that make what the schema does not hold. */
export interface RestFiles {
  /** As a person writes them. */
  readonly shown: string;
  holds(finding: Finding): boolean;
}

/** `trigger (12): film.film_check, film.film_log, city.city_check …`. */
function kindLines(findings: readonly Finding[]): string[] {
  const kinds = new Map<string, Finding[]>();
  for (const finding of findings) kinds.set(finding.kind, [...(kinds.get(finding.kind) ?? []), finding]);
  return [...kinds].map(([kind, all]) => {
    const first = all.slice(0, all.length > MOST_LINES ? FIRST_LINES : MOST_LINES).map(wholeName);
    return printable(`${kind} (${all.length}): ${first.join(', ')}${first.length < all.length ? ' …' : ''}`);
  });
}

function showList(title: string, findings: readonly Finding[], say: (line: string) => void): void {
  if (findings.length > 0) say(title);
  const counts = new Map<string, number>();
  for (const { kind } of findings) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const shown = new Map<string, number>();
  for (const finding of findings) {
    const already = shown.get(finding.kind) ?? 0;
    if ((counts.get(finding.kind) ?? 0) > MOST_LINES && already >= FIRST_LINES) continue;
    shown.set(finding.kind, already + 1);
    say(`  ${findingLine(finding)}`);
  }
  const more = [...counts].flatMap(([kind, all]) => {
    const hidden = all - (shown.get(kind) ?? 0);
    return hidden === 0 ? [] : [`${kind} (${hidden})`];
  });
  if (more.length > 0) say(printable(`  … and more, which --json lists: ${more.join(', ')}`));
}

const wholeName = ({ table, name }: Finding): string =>
  table === undefined || table === name ? name : `${table}.${name}`;

/** `trigger film.film_check: BEFORE INSERT …`. */
export function findingLine(finding: Finding): string {
  const { kind, detail } = finding;
  const line = (detail ?? '').replaceAll(/\s+/g, ' ').trim();
  const cut = line.length > MOST_DETAIL ? `${line.slice(0, MOST_DETAIL)}…` : line;
  return printable(`${kind} ${wholeName(finding)}${cut === '' ? '' : `: ${cut}`}`);
}

/** A finding as `--json` prints it. */
export function findingDocument({ kind, table, name, detail, lost, sql }: Finding): Readonly<Record<string, unknown>> {
  return {
    kind,
    table: table ?? null,
    name,
    detail: detail ?? null,
    inSchema: !lost,
    sql: sql === undefined ? null : { drop: sql.drop, create: sql.create },
  };
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
