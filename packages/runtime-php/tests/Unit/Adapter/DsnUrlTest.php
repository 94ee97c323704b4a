<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Adapter;

use Orm\Runtime\Adapter\DsnUrl;
use Orm\Runtime\Exception\ConfigurationException;
use PHPUnit\Framework\TestCase;

/** URLs mean in PHP what they mean to the commands: the same table of cases. */
final class DsnUrlTest extends TestCase
{
    public function testCases(): void
    {
        $cases = self::table()['cases'];
        self::assertGreaterThan(50, \count($cases));
        foreach ($cases as $case) {
            $url = $case['url'] ?? '';
            $problem = null;
            $read = null;
            try {
                $read = DsnUrl::read($url);
            } catch (ConfigurationException $error) {
                $problem = $error->getMessage();
                self::assertStringNotContainsString('hunter', $problem);
            }
            self::assertSame($case['problem'] ?? null, $problem, $url);
            self::assertSame(
                [$case['dsn'] ?? null, $case['user'] ?? null, $case['password'] ?? null],
                [$read?->dsn, $read?->user, $read?->password],
                $url,
            );
        }
    }

    public function testParameters(): void
    {
        self::assertSame(self::table()['parameters'], DsnUrl::PARAMETERS);
    }

    /** @return array{parameters: array<string, list<string>>, cases: list<array<string, string>>} */
    private static function table(): array
    {
        $file = \dirname(__DIR__, 5) . '/conformance/dsn-urls.json';
        /** @var array{parameters: array<string, list<string>>, cases: list<array<string, string>>} */
        return \json_decode((string) \file_get_contents($file), true, 512, \JSON_THROW_ON_ERROR);
    }
}
