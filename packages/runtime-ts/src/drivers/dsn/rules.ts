import type { Vendor } from '../session.js';
import type { DsnPairs } from './pairs.js';

/** How the DSNs of a vendor are written, in the form of PDO and as URLs. */
export interface DsnRules {
  readonly name: Vendor;
  readonly title: string;
  /** What URLs of it begin with. */
  readonly schemes: readonly string[];
  /** Parameters that connections of Node follow, all in lower case. */
  readonly used: readonly string[];
  /** Those that only PDO knows. */
  readonly pdoOnly: readonly string[];
  /** Names in a URL that are the same thing as a parameter of the DSN. */
  readonly synonyms: ReadonlyMap<string, string>;
  /** Those of a server; without it the DSN names a file. */
  readonly server?: ServerRules;
}

interface ServerRules {
  readonly read: (text: string) => DsnPairs;
  /** A value as a DSN holds it, or why it cannot. */
  readonly write: (value: string) => string | { readonly problem: string };
  readonly hasSeveralHosts: boolean;
  /** Why a parameter may not be in a URL. */
  readonly refusal?: (name: string) => string | undefined;
}

export type ServerDsnRules = DsnRules & Required<Pick<DsnRules, 'server'>>;
