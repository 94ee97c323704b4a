import type { Reporter } from '../diagnostics/diagnostic.js';
import { printable } from '../diagnostics/printable.js';
import type { Span } from '../diagnostics/source.js';

/** The variables of the environment, as `process.env` gives them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** An environment variable that is read when the value is used, not when the file is. */
interface EnvironmentLookup {
  readonly env: string;
  readonly span: Span;
}

export type TemplatePart = string | EnvironmentLookup;

/** A text that may depend on environment variables: `pgsql:host=%env.DB_HOST%` is a literal part and a lookup. */
export interface Template {
  readonly parts: readonly TemplatePart[];
  /** The value in the configuration file; absent for a default of ours. */
  readonly span?: Span | undefined;
}

export function literal(text: string, span?: Span): Template {
  return Object.freeze({ parts: Object.freeze([text]), span });
}

/** Neighbouring literals joined and empty ones left out, so that equal templates have equal parts. */
export function joinParts(parts: readonly TemplatePart[]): readonly TemplatePart[] {
  const joined: TemplatePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part === '') continue;
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  return joined.length === 0 ? [''] : joined;
}

/** The text of a template without lookups; nothing when it has any. */
export function literalText(template: Template): string | undefined {
  return template.parts.every((part) => typeof part === 'string') ? template.parts.join('') : undefined;
}

/** The text of a template in an environment; a missing variable is reported and gives nothing. */
export function resolveTemplate(template: Template, env: Environment, reporter: Reporter): string | undefined {
  let text = '';
  let whole = true;
  for (const part of template.parts) {
    const value = typeof part === 'string' ? part : env[part.env];
    if (value !== undefined) {
      text += value;
    } else if (typeof part !== 'string') {
      whole = false;
      reportMissingVariable(part, reporter);
    }
  }
  return whole ? text : undefined;
}

function reportMissingVariable(lookup: EnvironmentLookup, reporter: Reporter): void {
  reporter.error({
    code: 'config/missing-variable',
    message: `the environment variable ${printable(lookup.env)} is not set`,
    span: lookup.span,
    help: `set it before the command, for example: ${printable(lookup.env)}=... orm sql:build`,
  });
}
