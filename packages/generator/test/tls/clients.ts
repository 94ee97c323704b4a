import { spawn } from 'node:child_process';
import { runtimeFolder } from '../../../../scripts/php/tools.mjs';
import { pgsqlSettings } from '../../../runtime-ts/src/config/pgsql.js';
import { mysql, pgsql } from '../../../runtime-ts/src/drivers/index.js';
import { OrmError } from '../../../runtime-ts/src/errors/index.js';
import { type ConnectionSettings, connectionSettings } from '../../src/config/connection-settings.js';
import { plainConnection } from '../../src/config/dsn-connection.js';
import { literal } from '../../src/config/template.js';
import { DiagnosticError, Reporter } from '../../src/diagnostics/diagnostic.js';
import { loadAccess } from '../../src/platforms/access.js';
import { DatabaseError } from '../../src/platforms/connection.js';
import { driverLoader } from '../../src/platforms/driver.js';

/** How somebody is told to connect. */
export interface Attempt {
  readonly adapter: 'pgsql' | 'mysql';
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** What the DSN says besides where the server is. */
  readonly dsn: string;
  readonly attributes: Readonly<Record<string, string | boolean>>;
  readonly environment: Readonly<Record<string, string>>;
}

/** What came of it, by what the server says of the connection. */
export type Outcome = 'encrypted' | 'plain' | 'refused';

/** Connects and says what the server calls the connection; a reason goes with a refusal. */
export type Client = (attempts: readonly Attempt[]) => Promise<readonly { outcome: Outcome; reason: string }[]>;

/** What a server says of the connection it is asked on: the last column is empty, or 0, without encryption. */
const QUESTION = {
  pgsql: 'SELECT CASE WHEN ssl THEN 1 ELSE 0 END FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
  mysql: "SHOW SESSION STATUS LIKE 'Ssl_cipher'",
} as const;

const isNothing = (value: unknown): boolean => value === '' || value === 0 || value === '0';

const dsnOf = ({ adapter, port, database, dsn }: Attempt): string =>
  `${adapter}:host=127.0.0.1;port=${port};dbname=${database}${dsn}`;

type Answer = { outcome: Outcome; reason: string };
/** Asks one question over a connection of its own. */
type Ask = (attempt: Attempt) => Promise<readonly (readonly unknown[])[]>;

const inTurn =
  (ask: Ask): Client =>
  async (attempts) => {
    const results = [];
    for (const attempt of attempts) results.push(await answerTo(attempt, ask));
    return results;
  };

async function answerTo(attempt: Attempt, ask: Ask): Promise<Answer> {
  try {
    const rows = await ask(attempt);
    return { outcome: isNothing(rows[0]?.at(-1)) ? 'plain' : 'encrypted', reason: '' };
  } catch (error) {
    const isExpected = [DiagnosticError, DatabaseError, OrmError].some((type) => error instanceof type);
    if (!isExpected || !(error instanceof Error)) throw error;
    return { outcome: 'refused', reason: error.message };
  }
}

/** What the commands make of it. */
function settingsOf(attempt: Attempt): ConnectionSettings {
  const reporter = new Reporter();
  const connection = plainConnection({
    name: 'tls',
    root: '/',
    adapter: attempt.adapter,
    dsn: literal(dsnOf(attempt)),
    user: literal(attempt.user),
    password: literal(attempt.password),
    attributes: new Map(
      Object.entries(attempt.attributes).map(([name, value]) => [
        name,
        typeof value === 'string' ? literal(value) : value,
      ]),
    ),
  });
  const settings = connectionSettings(connection, attempt.environment, reporter);
  reporter.throwIfErrors();
  if (settings === undefined) throw new Error('no settings, and no reason');
  return settings;
}

/** The commands, through the drivers of Node. */
export const node: Client = inTurn(async (attempt) => {
  const { adapter } = attempt;
  const database = await (await loadAccess(adapter)).connect(settingsOf(attempt), driverLoader('/'));
  try {
    return await database.query(QUESTION[adapter]);
  } finally {
    await database.close();
  }
});

/** Applications in TypeScript. config.ts has nothing of the attributes of PDO yet, so that those come as the commands read them. */
export const runtime: Client = inTurn(async (attempt) => {
  const { adapter, user, password, environment } = attempt;
  const driver =
    adapter === 'pgsql'
      ? pgsql(pgsqlSettings({ dsn: dsnOf(attempt), user, password }, environment))
      : mysql(settingsOf(attempt));
  const session = await driver.connect();
  try {
    return (await session.run({ sql: QUESTION[adapter], values: [] })).rows;
  } finally {
    await session.close();
  }
});

const SCRIPT = `
require $argv[1] . '/vendor/autoload.php';
foreach (json_decode(stream_get_contents(STDIN), true) as $attempt) {
    foreach ($attempt['environment'] as $name => $value) {
        putenv("$name=$value");
    }
    try {
        $settings = \\Orm\\Runtime\\Connection\\ConnectionSettings::fromArray('tls', [
            'dsn' => $attempt['dsn'],
            'user' => $attempt['user'],
            'password' => $attempt['password'],
            'attributes' => $attempt['attributes'] + ['ATTR_TIMEOUT' => 10],
        ]);
        $adapter = $attempt['adapter'] === 'pgsql'
            ? new \\Orm\\Runtime\\Adapter\\PgsqlAdapter() : new \\Orm\\Runtime\\Adapter\\MysqlAdapter();
        $pdo = @$adapter->connect($settings);
        $row = $pdo->query($attempt['question'])->fetch(PDO::FETCH_NUM);
        $result = ['outcome' => in_array((string) end($row), ['', '0'], true) ? 'plain' : 'encrypted', 'reason' => ''];
    } catch (\\Orm\\Runtime\\Exception\\OrmException $error) {
        $result = ['outcome' => 'refused', 'reason' => $error->getMessage()];
    }
    foreach ($attempt['environment'] as $name => $value) {
        putenv($name);
    }
    echo json_encode($result, JSON_THROW_ON_ERROR), "\\n";
}`;

/** Generated classes, through PDO. The servers may live in this process: it must not wait for PHP in its sleep. */
export const php: Client = (attempts) =>
  new Promise((resolve, reject) => {
    const clean = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
    const child = spawn('php', ['-d', 'display_errors=stderr', '-r', SCRIPT, '--', runtimeFolder], {
      env: Object.fromEntries(clean),
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code) => {
      const lines = stdout.split('\n').filter((line) => line !== '');
      if (code !== 0 || lines.length !== attempts.length)
        reject(new Error(`php ended with ${code}\n${stdout}${stderr}`));
      else resolve(lines.map((line) => JSON.parse(line) as { outcome: Outcome; reason: string }));
    });
    child.stdin.end(
      JSON.stringify(
        attempts.map((attempt) => ({
          ...attempt,
          dsn: dsnOf(attempt),
          question: QUESTION[attempt.adapter],
        })),
      ),
    );
  });
