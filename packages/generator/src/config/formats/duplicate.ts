import type { Reporter } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import type { MapEntry } from '../node.js';

/** The entries with each key once, the first; a key written twice is an error at the second. */
export function withoutDuplicates(entries: readonly MapEntry[], reporter: Reporter): readonly MapEntry[] {
  const seen = new Map<string, MapEntry>();
  for (const entry of entries) {
    const first = seen.get(entry.key);
    if (first === undefined) {
      seen.set(entry.key, entry);
      continue;
    }
    reporter.error({
      code: 'config/duplicate-key',
      message: `the key ${quoted(entry.key)} is written twice`,
      span: entry.keySpan,
      related: { message: 'the first is here', span: first.keySpan },
      help: 'keep one of them',
    });
  }
  return [...seen.values()];
}
