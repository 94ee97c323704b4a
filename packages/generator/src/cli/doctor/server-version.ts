import type { Adapter } from '../../model/adapter.js';
import type { DatabaseConnection } from '../../platforms/connection.js';
import { inRange } from './version-range.js';

interface Product {
  readonly name: string;
  /** Oldest and newest version that this project is tested with; none where it could not be. */
  readonly tested?: readonly [string, string];
}

interface Server {
  readonly query: string;
  readonly product: (answer: string) => Product;
}

const always = (product: Product) => (): Product => product;

const SERVERS: Readonly<Record<Adapter, Server>> = {
  pgsql: { query: 'SHOW server_version', product: always({ name: 'PostgreSQL', tested: ['15', '18'] }) },
  mysql: {
    query: 'SELECT VERSION()',
    product: (answer) =>
      /mariadb/i.test(answer) ? { name: 'MariaDB', tested: ['10.11', '11.8'] } : { name: 'MySQL', tested: ['9', '9'] },
  },
  sqlite: { query: 'SELECT sqlite_version()', product: always({ name: 'SQLite', tested: ['3.35', '3'] }) },
  mssql: { query: "SELECT SERVERPROPERTY('ProductVersion')", product: always({ name: 'SQL Server' }) },
  oracle: { query: 'SELECT version FROM product_component_version', product: always({ name: 'Oracle' }) },
};

/** The server's own name for itself, and how it stands to the versions that this project is tested with. */
export async function serverVersion(adapter: Adapter, database: DatabaseConnection): Promise<string> {
  const { query, product } = SERVERS[adapter];
  const [[value] = []] = await database.query(query);
  const answer = String(value);
  return describeServer(product(answer), /\d+(\.\d+)*/.exec(answer)?.[0] ?? '');
}

function describeServer({ name, tested }: Product, version: string): string {
  const shown = `${name} ${version}`;
  if (tested === undefined) return `${shown}, which this project could not be tested with`;
  const [oldest, newest] = tested;
  if (!inRange(version, `>=${oldest}`)) return `${shown}, older than what this project is tested with (${oldest})`;
  const isNewer = inRange(version, `>=${newest}`) && !version.startsWith(newest);
  return isNewer ? `${shown}, newer than what this project is tested with (${newest})` : shown;
}
