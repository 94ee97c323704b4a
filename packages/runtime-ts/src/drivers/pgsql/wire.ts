import type { EventEmitter } from 'node:events';
import { InvalidQueryError } from '../../errors/orm-error.js';
import type { Parameter } from '../session.js';

/** The part of `pg`'s Connection that is used: it writes messages of the protocol, and tells of those that arrive. */
export interface Wire extends EventEmitter {
  readonly stream: { cork(): void; uncork(): void; destroy(): void };
  query(text: string): void;
  parse(message: { readonly name: string; readonly text: string }): void;
  bind(message: { readonly portal: string; readonly statement: string; readonly values: readonly Bound[] }): void;
  execute(message: { readonly portal: string; readonly rows: number }): void;
  close(message: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
  flush(): void;
  sendCopyFail(reason: string): void;
}

/** Everything goes as text, from which the server reads the type it expects; bytes go as they are. */
export type Bound = string | Buffer | null;

/** The protocol counts values with two bytes. */
const MOST_VALUES = 65_535;

export function bound(values: readonly Parameter[]): readonly Bound[] {
  if (values.length > MOST_VALUES) {
    throw new InvalidQueryError(
      `A statement of PostgreSQL takes ${String(MOST_VALUES)} values, and this one has ${String(values.length)}.`,
    );
  }
  return values.map(asBound);
}

function asBound(value: Parameter): Bound {
  if (value === null || typeof value === 'string') return value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return String(value);
}

/** Sends messages in one piece. */
export function corked(wire: Wire, write: () => void): void {
  wire.stream.cork();
  try {
    write();
  } finally {
    wire.stream.uncork();
  }
}
