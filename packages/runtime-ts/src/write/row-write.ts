import type { Cell } from '../drivers/session.js';
import type { Lockable } from '../lock/lockable.js';
import { runLocked, runUnlocked, type UnderLocks } from '../lock/locked-work.js';
import { OtherLocks } from '../lock/other-locks.js';
import type { LockProtocol } from '../lock/protocol.js';
import type { Connection } from '../transactions/connection.js';
import type { Filled, RowPart, Turn } from './turn.js';

/** Writes the row, with what behaviors have filled in; `taken` is what it has without that. */
export type WriteRow<R> = (con: Connection, filled: Filled, taken: Filled) => Promise<R>;

/**
 * One row that is written, with the behaviors that take part: the locks of all of them, what each does before, the row, and what
 * each does after it. Whole or not at all.
 */
export async function writeRow<R>(
  con: Connection,
  protocol: LockProtocol,
  turns: readonly Turn[],
  row: WriteRow<R>,
): Promise<R> {
  if (turns.every((turn) => !('locks' in turn))) {
    const filled = joined(turns.filter((turn) => 'fill' in turn));
    return runUnlocked(con, () => row(con, filled, new Map()));
  }
  let wanted = turns.map((turn) => ('locks' in turn ? turn.locks : []));
  return runLocked(con, {
    protocol,
    locks: wanted.flat(),
    work: async (under) => {
      const parts: RowPart[] = [];
      for (const [index, turn] of turns.entries()) {
        try {
          parts.push(await partOf(turn, under, wanted[index] ?? []));
        } catch (error) {
          if (!(error instanceof OtherLocks)) throw error;
          wanted = wanted.map((locks, at) => (at === index ? error.locks : locks));
          throw new LocksOfAll(error, wanted.flat());
        }
      }
      const taken = joined(parts.map((part) => (part.taken === undefined ? {} : { fill: part.taken })));
      const result = await row(under.con, joined(parts), taken);
      for (const { after } of parts) await after?.();
      return result;
    },
  });
}

async function partOf(turn: Turn, under: UnderLocks<Lockable>, locks: readonly Lockable[]): Promise<RowPart> {
  return 'locks' in turn ? turn.before(under, locks) : turn;
}

function joined(parts: readonly { readonly fill?: Filled }[]): Filled {
  return new Map<number, Cell>(parts.flatMap(({ fill }) => [...(fill ?? [])]));
}

/** One behavior needs other locks: the work starts over with those of all. */
class LocksOfAll extends OtherLocks {
  readonly #reason: OtherLocks;

  constructor(reason: OtherLocks, locks: readonly Lockable[]) {
    super(locks);
    this.#reason = reason;
  }

  meanwhile(): string {
    return this.#reason.meanwhile();
  }

  again(): string {
    return this.#reason.again();
  }
}
