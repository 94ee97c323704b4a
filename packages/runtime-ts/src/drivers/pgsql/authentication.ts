import type { EventEmitter } from 'node:events';
import type { ClientConfig } from 'pg';

import type { PgsqlSettings } from './settings.js';

/** What the driver calls a question of the server, and what libpq calls the method. */
const QUESTIONS = {
  authenticationCleartextPassword: 'password',
  authenticationMD5Password: 'md5',
  authenticationSASL: 'scram-sha-256',
} as const;

/**
 * `require_auth`: gives the password only to a server that asks for it in a way that is allowed. The driver itself answers
 * whatever a server asks, also for the password in the clear. Where nothing was heard of a question, nothing is given.
 */
export class AuthenticationGuard {
  #asked: string = 'none';

  readonly #settings: PgsqlSettings;

  constructor(settings: PgsqlSettings) {
    this.#settings = settings;
  }

  /** The password for the driver: a function is called after the server has asked. */
  get password(): Pick<ClientConfig, 'password'> {
    const { password, authentication } = this.#settings;
    if (authentication !== undefined) return { password: () => this.#give() };
    return password === undefined ? {} : { password };
  }

  watch(connection: EventEmitter): void {
    for (const [event, method] of Object.entries(QUESTIONS)) {
      connection.prependListener(event, () => {
        this.#asked = method;
      });
    }
  }

  /** A server that asks for nothing proves nothing either. */
  async check(client: { end(): Promise<void> }): Promise<void> {
    const { authentication } = this.#settings;
    if (authentication === undefined || authentication.allows(this.#asked)) return;
    await client.end();
    throw this.#refusal();
  }

  #give(): string {
    if (this.#settings.authentication?.allows(this.#asked) !== true || this.#asked === 'none') throw this.#refusal();
    return this.#settings.password ?? '';
  }

  #refusal(): Error {
    const asked = this.#asked === 'none' ? 'for no authentication' : `for authentication by ${this.#asked}`;
    return new Error(
      `the server asked ${asked}, and require_auth=${this.#settings.authentication?.text ?? ''} forbids that`,
    );
  }
}
