<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Support;

use PDOException;

/** A database session in a process of its own: `send` does not wait for the answer, `receive` does. */
final class OtherSession
{
    private const SCRIPT = <<<'PHP'
        [$dsn, $user, $password] = json_decode((string) fgets(STDIN), true);
        $pdo = new PDO($dsn, $user, $password, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
        while (($line = fgets(STDIN)) !== false) {
            try {
                $statement = $pdo->query(json_decode($line));
                $answer = ['rows' => $statement->columnCount() > 0 ? $statement->fetchAll(PDO::FETCH_NUM) : []];
            } catch (PDOException $error) {
                $answer = ['error' => $error->getMessage(), 'info' => $error->errorInfo];
            }
            fwrite(STDOUT, json_encode($answer) . "\n");
        }
        PHP;

    /** @var resource */
    private $process;

    /** @var array<int, resource> */
    private array $pipes;

    public function __construct(string $dsn, string $user, string $password)
    {
        $pipes = [];
        $process = \proc_open([\PHP_BINARY, '-r', self::SCRIPT], [['pipe', 'r'], ['pipe', 'w'], \STDERR], $pipes);
        if ($process === false) {
            throw new \RuntimeException('cannot start a second PHP process');
        }
        $this->process = $process;
        /** @var array<int, resource> $pipes */
        $this->pipes = $pipes;
        $this->write([$dsn, $user, $password]);
    }

    public function __destruct()
    {
        \fclose($this->pipes[0]);
        \fclose($this->pipes[1]);
        \proc_terminate($this->process); // it may wait for a lock that the test has
        \proc_close($this->process);
    }

    public function send(string $sql): void
    {
        $this->write($sql);
    }

    /** @return PDOException|list<list<mixed>> rows, or what the statement failed with */
    public function receive(): PDOException|array
    {
        $line = \fgets($this->pipes[1]);
        $answer = \is_string($line) ? \json_decode($line, true) : null;
        if (!\is_array($answer)) {
            throw new \RuntimeException('the second PHP process has ended');
        }
        if (isset($answer['error'])) {
            $error = new PDOException(\is_string($answer['error']) ? $answer['error'] : '');
            $error->errorInfo = \is_array($answer['info']) ? $answer['info'] : null;

            return $error;
        }
        /** @var array{rows: list<list<mixed>>} $answer */
        return $answer['rows'];
    }

    /** @return list<list<mixed>> */
    public function run(string $sql): array
    {
        $this->send($sql);
        $answer = $this->receive();
        if ($answer instanceof PDOException) {
            throw $answer;
        }

        return $answer;
    }

    private function write(mixed $message): void
    {
        \fwrite($this->pipes[0], \json_encode($message) . "\n");
    }
}
