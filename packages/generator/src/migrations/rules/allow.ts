import { MIGRATION_RULES, type RuleName } from '../../config/keys/migration-rules.js';
import { quoted } from '../../diagnostics/printable.js';
import { suggestion } from '../../diagnostics/suggest.js';
import { type AnnotatedScript, type Directive, isAllow } from './annotated.js';
import type { Finding } from './rule.js';

/** A line `-- orm: allow <rule>: reason`. */
export interface Allowance {
  readonly rule: RuleName;
  readonly reason: string;
  readonly directive: Directive;
}

/** What is wrong with such a line. */
export interface AllowProblem {
  readonly code: 'migration/unknown-rule' | 'migration/no-reason' | 'migration/idle-allow';
  readonly message: string;
  readonly help?: string | undefined;
  readonly directive: Directive;
}

const RULES: readonly string[] = MIGRATION_RULES.map(({ name }) => name);
/** What no line in a file can make right. */
const NEVER: readonly string[] = ['never-migrated'];
const ALLOW = /^allow\s+([^\s:]*)\s*(?::\s*(.*))?$/s;

/** Reads a line; the problem where it says nothing that counts. */
export function readAllow(directive: Directive): Allowance | AllowProblem {
  const [, rule = '', reason = ''] = ALLOW.exec(directive.words) ?? [];
  const form = 'write -- orm: allow <rule>: <reason>';
  if (!RULES.includes(rule) || NEVER.includes(rule)) {
    const known = RULES.filter((name) => !NEVER.includes(name));
    const isKnown = RULES.includes(rule);
    return {
      code: 'migration/unknown-rule',
      message: isKnown ? `${quoted(rule)} cannot be allowed in a file` : `there is no rule ${quoted(rule)}`,
      help: isKnown
        ? 'remove the line, and run "orm migration:diff"'
        : (suggestion(rule.replace(/^migration\//, ''), known) ?? form),
      directive,
    };
  }
  if (reason === '') {
    return {
      code: 'migration/no-reason',
      message: `${quoted(rule)} is allowed without a reason`,
      help: `say why it is safe: -- orm: allow ${rule}: <reason>`,
      directive,
    };
  }
  return { rule: rule as RuleName, reason, directive };
}

export interface Allowed {
  /** What nobody has allowed. */
  readonly findings: readonly Finding[];
  readonly allowed: readonly { readonly finding: Finding; readonly reason: string }[];
  readonly problems: readonly AllowProblem[];
}

/** Takes away what the lines of a file allow: of a statement what is above it, of a whole migration what is anywhere. */
export function applyAllows(findings: readonly Finding[], { statements, loose }: AnnotatedScript): Allowed {
  // Where there is no statement, a line can only be about the whole.
  const whole = statements.length === 0 ? loose.filter(({ words }) => isAllow(words)) : [];
  const read = [
    ...statements.flatMap((statement) =>
      statement.allows.map((directive) => ({ statement, line: readAllow(directive) })),
    ),
    ...whole.map((directive) => ({ statement: undefined, line: readAllow(directive) })),
  ];
  const good = read.flatMap(({ statement, line }) => ('code' in line ? [] : [{ statement, line }]));
  const used = new Set<Allowance>();
  const allowed: { finding: Finding; reason: string }[] = [];
  const left = findings.filter((finding) => {
    const lines = good.filter(
      ({ statement, line }) =>
        line.rule === finding.rule && (finding.statement === undefined || statement === finding.statement),
    );
    for (const { line } of lines) used.add(line);
    const [first] = lines;
    if (first !== undefined) allowed.push({ finding, reason: first.line.reason });
    return first === undefined;
  });
  const idle = good.filter(({ line }) => !used.has(line));
  return {
    findings: left,
    allowed,
    problems: [
      ...read.flatMap(({ line }) => ('code' in line ? [line] : [])),
      ...[
        ...idle.map(({ line }) => line.directive),
        ...loose.filter((each) => isAllow(each.words) && !whole.includes(each)),
      ].map(idleAllow),
    ],
  };
}

const idleAllow = (directive: Directive): AllowProblem => ({
  code: 'migration/idle-allow',
  message: `nothing here needs ${quoted(directive.words)}`,
  help: 'it counts for the statement right below it; remove it, if that one does nothing of the kind',
  directive,
});
