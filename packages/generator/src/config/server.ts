import { pgsqlServer } from '../../../runtime-ts/src/drivers/pgsql/dsn.js';
import type { Reporter } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/source.js';
import type { ConnectionSettings } from './connection-settings.js';
import type { Dsn } from './dsn.js';

export type Server = Pick<ConnectionSettings, 'host' | 'port' | 'socket' | 'instance' | 'database' | 'connectString'>;

const NONE: Server = {
  host: undefined,
  port: undefined,
  socket: undefined,
  instance: undefined,
  database: undefined,
  connectString: undefined,
};

/** Where the server of a DSN is, and which database on it. */
export function serverOf(dsn: Dsn, span: Span | undefined, reporter: Reporter): Server {
  switch (dsn.driver) {
    case 'pgsql':
      return pgsql(dsn.parameters, span, reporter);
    case 'mysql':
      return mysql(dsn.parameters);
    case 'sqlsrv':
      return sqlsrv(dsn.parameters);
    case 'dblib':
      return dblib(dsn.parameters);
    case 'oci':
      return oci(dsn.parameters, span, reporter);
    default:
      return NONE;
  }
}

type Parameters = Dsn['parameters'];

const number = (text: string | undefined): number | undefined =>
  text === undefined || !/^\d+$/.test(text) ? undefined : Number(text);

function pgsql(parameters: Parameters, span: Span | undefined, reporter: Reporter): Server {
  return {
    ...NONE,
    ...pgsqlServer(parameters, (message, help) =>
      reporter.error({ code: 'config/dsn-parameter', message, span, help }),
    ),
  };
}

function mysql(parameters: Parameters): Server {
  return {
    ...NONE,
    host: parameters.get('host'),
    port: number(parameters.get('port')),
    socket: parameters.get('unix_socket'),
    database: parameters.get('dbname'),
  };
}

/** `Server=[tcp:]host[\instance][,port]`; `.` and `(local)` are this machine. */
function sqlsrv(parameters: Parameters): Server {
  const server = (parameters.get('server') ?? '').replace(/^tcp:/i, '');
  const [, host = '', instance, port] = /^([^\\,]*)(?:\\([^,]*))?(?:,\s*(\d+))?/.exec(server) ?? [];
  return {
    ...NONE,
    host: host === '.' || host.toLowerCase() === '(local)' ? 'localhost' : host || undefined,
    instance,
    port: number(port),
    database: parameters.get('database'),
  };
}

function dblib(parameters: Parameters): Server {
  const [, host = '', instance, port] =
    /^([^\\,:]*)(?:\\([^,:]*))?(?:[,:]\s*(\d+))?/.exec(parameters.get('host') ?? '') ?? [];
  return { ...NONE, host: host || undefined, instance, port: number(port), database: parameters.get('dbname') };
}

function oci(parameters: Parameters, span: Span | undefined, reporter: Reporter): Server {
  const connectString = parameters.get('dbname');
  if (connectString === undefined || connectString === '') {
    reporter.error({
      code: 'config/dsn-parameter',
      message: 'the DSN of Oracle has no dbname',
      span,
      help: 'write oci:dbname=//host:port/service, or a name from tnsnames.ora',
    });
    return NONE;
  }
  const easy = /^(?:\/\/)?([\w.-]+)(?::(\d+))?\/([\w.$#-]+)/.exec(connectString);
  return { ...NONE, connectString, host: easy?.[1], port: number(easy?.[2]), database: easy?.[3] };
}
