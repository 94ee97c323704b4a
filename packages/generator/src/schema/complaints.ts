import type { Reporter } from '../diagnostics/diagnostic.js';
import type { Complain } from '../model/complaint.js';
import { originSpan } from './build/context.js';

/** Takes complaints about the model and reports them with their places in the schema. */
export function complainTo(reporter: Reporter): Complain {
  return ({ origin, attribute, related, ...complaint }) =>
    reporter.add({
      ...complaint,
      span: originSpan(origin, attribute),
      related: related && { message: related.message, span: originSpan(related.origin, related.attribute) },
    });
}
