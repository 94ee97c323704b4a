import { type FSWatcher, watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { differences, type Snapshot, type WatchedFiles } from './snapshot.js';

/** A save is over when nothing moved for so long: editors write, rename and touch in several steps. */
const QUIET_MS = 60;
/** But somebody who never stops writing is not waited for longer than this. */
const LONGEST_MS = 1000;
/** How often files are looked at where the system tells of changes, and where it does not. */
const LOOK_MS = 1000;
const POLL_MS = 200;

/**
 * Waits for changes. What the system tells is only a hint that it is time to look: the truth is what two snapshots say,
 * and where nothing is told (a network drive, no more watches to be had) looking every now and then is enough.
 */
export class Changes {
  readonly #watchers = new Map<string, FSWatcher>();
  #polling: boolean;
  #hint: (() => void) | undefined;
  #hintedAt = 0;

  constructor(
    private readonly files: WatchedFiles,
    polling: boolean,
  ) {
    this.#polling = polling;
  }

  /** The paths that changed since a snapshot, once they are; nothing when the signal came first. */
  async since(before: Snapshot, signal: AbortSignal): Promise<readonly string[]> {
    let pause = 0;
    while (!signal.aborted) {
      this.#renew();
      await this.#hintOr(pause, signal);
      await this.#quiet(signal);
      const started = performance.now();
      let now = await this.files.snapshot();
      let changed = differences(before, now);
      // A big folder is looked at less often, so that waiting costs next to nothing.
      pause = Math.max(this.#polling ? POLL_MS : LOOK_MS, (performance.now() - started) * 20);
      if (changed.length === 0) continue;
      for (const deadline = performance.now() + LONGEST_MS; performance.now() < deadline; ) {
        await sleep(QUIET_MS, undefined, { signal }).catch(() => undefined);
        const later = await this.files.snapshot();
        if (differences(now, later).length === 0) break;
        now = later;
      }
      changed = differences(before, now);
      // A file that was written and written back is as it was.
      if (changed.length > 0) return changed;
    }
    return [];
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** Watches the folders that matter now. One that vanished and came back is another, so all are asked for anew. */
  #renew(): void {
    if (this.#polling) return;
    this.close();
    for (const folder of this.files.folders()) {
      try {
        const watcher = watch(folder, { persistent: false }, () => this.#tell());
        watcher.on('error', () => watcher.close());
        this.#watchers.set(folder, watcher);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        // A folder that is not there is seen from the one above, or when we look.
        if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES') continue;
        this.#polling = true;
        this.close();
        return;
      }
    }
  }

  #tell(): void {
    this.#hintedAt = performance.now();
    this.#hint?.();
  }

  async #hintOr(ms: number, signal: AbortSignal): Promise<void> {
    const hint = new AbortController();
    this.#hint = () => hint.abort();
    await sleep(ms, undefined, { signal: AbortSignal.any([signal, hint.signal]) }).catch(() => undefined);
    this.#hint = undefined;
  }

  /** Until the hints stop coming. */
  async #quiet(signal: AbortSignal): Promise<void> {
    const deadline = performance.now() + LONGEST_MS;
    for (;;) {
      const now = performance.now();
      const rest = Math.min(this.#hintedAt + QUIET_MS, deadline) - now;
      if (rest <= 0 || signal.aborted) return;
      await sleep(rest, undefined, { signal }).catch(() => undefined);
    }
  }
}
