import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What the runtime for PHP makes of an error. */
export interface PhpError {
  readonly name: string;
  readonly message: string;
  readonly constraint: string | null;
  readonly table: string | null;
  readonly columns: readonly string[];
}

export interface PhpAttempt {
  readonly dsn: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly statements: readonly { readonly sql: string; readonly values: readonly unknown[] }[];
}

const SCRIPT = `
spl_autoload_register(static function (string $class) use ($argv): void {
    require $argv[1] . '/src/' . str_replace('\\\\', '/', substr($class, strlen('Orm\\\\Runtime\\\\'))) . '.php';
});
$attempt = json_decode(stream_get_contents(STDIN), true);
$adapter = match (strtok($attempt['dsn'], ':')) {
    'pgsql' => new Orm\\Runtime\\Adapter\\PgsqlAdapter(),
    'mysql' => new Orm\\Runtime\\Adapter\\MysqlAdapter(),
    'sqlite' => new Orm\\Runtime\\Adapter\\SqliteAdapter(),
};
$pdo = $adapter->connect(Orm\\Runtime\\Connection\\ConnectionSettings::fromArray('test', array_diff_key($attempt, ['statements' => 0])));
$errors = [];
foreach ($attempt['statements'] as ['sql' => $sql, 'values' => $values]) {
    try {
        $pdo->prepare($sql)->execute($values);
        $errors[] = null;
    } catch (PDOException $error) {
        $made = Orm\\Runtime\\Exception\\ErrorTranslator::translate($adapter, $error, $sql);
        $errors[] = [
            'name' => preg_replace('/^.*\\\\\\\\(\\w+)Exception$/', '$1Error', $made::class),
            'message' => $made->getMessage(),
            'constraint' => method_exists($made, 'getConstraint') ? $made->getConstraint() : null,
            'table' => method_exists($made, 'getTable') ? $made->getTable() : null,
            'columns' => method_exists($made, 'getColumns') ? $made->getColumns() : [],
        ];
    }
}
echo json_encode($errors, JSON_THROW_ON_ERROR);`;

export function errorsOfPhp(attempt: PhpAttempt): readonly (PhpError | null)[] {
  const folder = fileURLToPath(new URL('../../../runtime-php', import.meta.url));
  const { stdout, stderr } = spawnSync('php', ['-r', SCRIPT, '--', folder], {
    input: JSON.stringify(attempt),
    encoding: 'utf8',
  });
  if (!stdout.startsWith('[')) throw new Error(stdout + stderr);
  return JSON.parse(stdout) as readonly (PhpError | null)[];
}
