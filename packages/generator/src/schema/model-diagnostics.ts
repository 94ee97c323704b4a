import type { Diagnostic, Reporter } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/source.js';
import type { ModelDiagnostic, Report } from '../model/model-diagnostic.js';
import { originSpan } from './build/context.js';
import type { Doubts } from './build/doubts.js';
import { scanAttribute } from './element.js';

/** Reports errors of the model with their places in the schema. */
export function reportTo(reporter: Reporter): Report {
  return ({ origin, attribute, related, lacking: _, ...diagnostic }) =>
    reporter.add({
      ...diagnostic,
      span: placeIn({ origin, attribute }),
      related: related && { message: related.message, span: placeIn(related) },
    });
}

type Pointer = Pick<ModelDiagnostic, 'origin' | 'attribute'>;

const placeIn = (pointer: Pointer): Span => originSpan(pointer.origin, pointedAt(pointer));

/** Of several attributes, the first that is written and has a value. */
function pointedAt({ origin, attribute }: Pointer): string | undefined {
  if (typeof attribute !== 'object') return attribute;
  return attribute.find((name) => {
    const found = scanAttribute(origin.source, origin.offset, name, 'value');
    return found !== undefined && found.end > found.start;
  });
}

/** Names of classes and their members: a name that was refused has one error, whoever finds it. */
const NAMES: ReadonlySet<string> = new Set([
  'class-name',
  'class-twice',
  'code-name',
  'method-of-behavior',
  'method-taken',
  'method-twice',
  'name-twice',
  'namespace',
  'php-name',
  'relation-twice',
  'reserved-word',
  'taken-name',
]);

/** What an error is about, the same for every step that can find it. */
function subject(code: string): string {
  const kind = code.slice(code.indexOf('/') + 1);
  return NAMES.has(kind) ? 'name' : kind;
}

/**
 * Reports errors about a model of which not everything is known: none that may only follow from another. What was
 * reported before is looked at once, so there is one of these for each step.
 */
export function reportSound(reporter: Reporter, doubts: Doubts, isVendor: boolean): Report {
  if (!reporter.hasErrors) return reportTo(reporter);
  const report = reportCertain(reporter, doubts, isVendor);
  const said = new Said(reporter.diagnostics);
  return (diagnostic) => {
    if (!said.has(diagnostic)) report(diagnostic);
  };
}

/** The same for the first step, which nothing was said before. */
export function reportCertain(reporter: Reporter, doubts: Doubts, isVendor = false): Report {
  const report = reportTo(reporter);
  return (diagnostic) => {
    if (!isDoubtful(diagnostic, doubts, isVendor)) report(diagnostic);
  };
}

function isDoubtful(
  { code, origin, lacking, relation, related }: ModelDiagnostic,
  doubts: Doubts,
  isVendor: boolean,
): boolean {
  if (isVendor && doubts.isVague(origin)) return true;
  if (subject(code) === 'name' && doubts.isNamelessColumn(origin)) return true;
  if (lacking && doubts.hasGap(lacking.origin, 'columns', 'indexes')) return true;
  if (relation === 'own' || relation === 'reverse') {
    if (doubts.isNameless(origin, relation)) return true;
  } else if (relation !== undefined && doubts.hasNameless(origin)) return true;
  return related !== undefined && doubts.hasNameless(related.origin);
}

/** The errors of earlier steps, by the tags they are in. */
class Said {
  readonly #spans = new Set<string>();
  /** Where errors of a kind begin, in order. */
  readonly #starts = new Map<string, number[]>();

  constructor(diagnostics: readonly Diagnostic[]) {
    for (const { severity, span, code, relation } of diagnostics) {
      if (severity !== 'error' || !span) continue;
      this.#spans.add(placeOf(span));
      const kind = kindOf(span.source.path, code, relation);
      const starts = this.#starts.get(kind);
      if (starts) starts.push(span.start);
      else this.#starts.set(kind, [span.start]);
    }
  }

  has(diagnostic: ModelDiagnostic): boolean {
    const { origin, code, relation } = diagnostic;
    const attribute = pointedAt(diagnostic);
    // Many things are said at the name of a table or a column; a value elsewhere is wrong once.
    const isValue = attribute !== undefined && attribute !== 'name';
    const span = originSpan(origin, attribute);
    if (isValue && span.start !== origin.offset + 1 && this.#spans.has(placeOf(span))) return true;
    const starts = this.#starts.get(kindOf(origin.source.path, code, relation)) ?? [];
    const next = starts[firstAfter(starts, origin.offset)];
    return next !== undefined && next < tagEnd(origin.source.text, origin.offset);
  }
}

const kindOf = (path: string, code: string, relation = ''): string => `${subject(code)} ${relation} ${path}`;

/** Where the numbers, which are in order, begin to be greater. */
function firstAfter(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}

const placeOf = ({ source, start }: Span): string => `${source.path}:${start}`;

/** Where a start tag ends: a `>` in a value does not end it. */
function tagEnd(text: string, offset: number): number {
  const tag = /<(?:[^"'>]|"[^"]*"|'[^']*')*>?/y;
  tag.lastIndex = offset;
  tag.exec(text);
  return tag.lastIndex;
}
