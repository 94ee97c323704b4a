import type { FileResult, FileStatus } from '../output/file-plan.js';

/** `1 table`, `3 tables`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `15 files (2 changed, 13 unchanged)`. */
export function fileSummary(results: readonly FileResult[]): string {
  const statuses: readonly FileStatus[] = ['created', 'changed', 'unchanged', 'removed'];
  const parts = statuses.flatMap((status) => {
    const count = results.filter((result) => result.status === status).length;
    return count === 0 ? [] : [`${count} ${status}`];
  });
  return `${counted(results.length, 'file')} (${parts.join(', ')})`;
}

/** Time since `performance.now()` gave `started`, for people. */
export function elapsed(started: number): string {
  const ms = performance.now() - started;
  return ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
