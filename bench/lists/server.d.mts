/** A server of an engine that may be killed. */
export interface PrivateServer {
  readonly url: string;
  kill(): Promise<void>;
  restart(): Promise<unknown>;
  stop(): Promise<void>;
}

export function startPrivateServer(name: string): Promise<PrivateServer>;
