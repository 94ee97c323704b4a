import type { EngineName } from './locate.mjs';

/** A certificate that a server can show. */
export type Certificate = 'right' | 'wrong-name' | 'wrong-authority' | 'name-only';

export interface TlsServer {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  show(certificate: Certificate): Promise<void>;
  stop(): Promise<boolean>;
}

/** Makes authorities, certificates and keys in an empty folder. */
export function makeCertificates(folder: string): void;

/** Whether the engine is on this machine. */
export function canStart(name: EngineName): boolean;

export function startTlsServer(name: EngineName, certificates: string): Promise<TlsServer>;
