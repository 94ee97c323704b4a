import type { Config } from '../../../config/config.js';
import { warnOfSecrets } from '../../../config/literal-secrets.js';
import { checkMysqlTls } from '../../../config/mysql-tls.js';
import { runtimeConnections } from '../../../config/runtime-connections.js';
import type { Reporter } from '../../../diagnostics/diagnostic.js';
import { quoted } from '../../../diagnostics/printable.js';
import { suggestion } from '../../../diagnostics/suggest.js';

/** The logger of everything that has none of its own. */
const DEFAULT_LOGGER = 'defaultLogger';

/** Reports what would not work, or not be wise, in a config.php made from this configuration. */
export function checkRuntime(config: Config, reporter: Reporter): void {
  const connections = runtimeConnections(config);
  for (const connection of connections) {
    if (connection.dsn === undefined) {
      reporter.error({
        code: 'config/not-connectable',
        message: `the connection ${quoted(connection.name)} has no dsn, so that PHP could not connect to its database`,
        span: connection.span,
        help: 'add dsn, or name the connections that PHP uses in runtime.connections',
      });
    }
    if (connection.adapter === 'mysql') {
      checkMysqlTls([...connection.options, ...connection.attributes], connection.span, 'warning', reporter);
    }
    warnOfSecrets([connection], 'config.php', 'PHP', reporter);
  }
  const used = [DEFAULT_LOGGER, ...connections.map(({ name }) => name)];
  for (const [name, { span }] of config.runtime.loggers) {
    if (used.includes(name)) continue;
    reporter.warning({
      code: 'config/unused-logger',
      message: `nothing logs to ${quoted(name)}`,
      span,
      help: `a logger has the name of a connection, or ${DEFAULT_LOGGER} for all that have none\n${suggestion(name, used)}`,
    });
  }
}
