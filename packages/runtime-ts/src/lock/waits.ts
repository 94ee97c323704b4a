// The numbers that programs in every language have in common: conformance/protocol.json.

/** Milliseconds to wait for a lock while rows or other locks are held. */
export const HOLDING = 200;

/** Milliseconds that a transaction of the library's own waits for a second lock, which it takes in order. */
export const NEXT = 1000;

/** Milliseconds to wait for a row under a lock: in a transaction of the library's own, which is retried, and in a caller's. */
export const PGSQL_ROW_WAITS = { own: 100, callers: 300 };

/** The minimum of InnoDB. MariaDB takes 0, too, but then fails on rows of other lists that do not even match. */
export const MYSQL_ROW_WAITS = { own: 1000, callers: 1000 };

/** How often work in a caller's transaction goes back to its savepoint because somebody holds a row. */
export const SAVEPOINT_RETRIES = 3;

/** How often other locks may turn out to be needed after the time is over, most of which is spent on waiting. */
export const MOVES = 5;

/** What servers answer when a statement took longer than their own limit for statements. */
export const PGSQL_STATEMENT_TIMEOUTS = ['57014'] as const;
export const MYSQL_STATEMENT_TIMEOUTS = ['3024', '1969'] as const;
