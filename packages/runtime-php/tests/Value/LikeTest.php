<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Value;

use Bookstore\TextValues;
use Bookstore\TextValuesQuery;
use Orm\Runtime\Query\Criteria;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** Patterns mean the same on every engine: a backslash takes the meaning from what stands behind it. */
final class LikeTest extends ModelTestCase
{
    private const TEXTS = ['abc', 'a%c', 'a_c', 'a\\c', 'ab\\', '!', 'a!c', 'a!%c', '100%', 'aä%', '[a]c', 'x0y', ''];

    protected function setUp(): void
    {
        parent::setUp();
        foreach (self::TEXTS as $text) {
            (new TextValues())->setFixed($text)->setShort($text)->setLong($text)->setNeeded('n')->save();
        }
    }

    public function testPatterns(): void
    {
        $patterns = [
            'a_c' => ['abc', 'a%c', 'a_c', 'a\\c', 'a!c'],
            'a\\_c' => ['a_c'],
            'a\\%c' => ['a%c'],
            'a\\\\c' => ['a\\c'],
            'ab\\' => ['ab\\'],
            'ab\\\\' => ['ab\\'],
            'a\\bc' => ['abc'],
            '%\\%' => ['100%', 'aä%'],
            '%\\ä\\%' => ['aä%'],
            'a!c' => ['a!c'],
            'a\\!c' => ['a!c'],
            'a!\\%c' => ['a!%c'],
            '\\!' => ['!'],
            '[a]c' => ['[a]c'],
            'x\\0y' => ['x0y'],
            '' => [''],
            '\\\\\\' => [],
        ];
        foreach ($patterns as $pattern => $expected) {
            $others = \array_values(\array_diff(self::TEXTS, $expected));
            foreach (['Fixed', 'Short', 'Long'] as $column) {
                $query = static fn (): TextValuesQuery => TextValuesQuery::create()->orderById();
                self::assertTexts($expected, $query()->filterBy($column, $pattern, Criteria::LIKE), "$column LIKE $pattern");
                self::assertTexts($others, $query()->filterBy($column, $pattern, Criteria::NOT_LIKE), "$column NOT LIKE $pattern");
                $upper = \strtoupper($pattern);
                self::assertTexts($expected, $query()->filterBy($column, $upper, Criteria::ILIKE), "$column ILIKE $upper");
                self::assertTexts($others, $query()->filterBy($column, $upper, Criteria::NOT_ILIKE), "$column NOT ILIKE $upper");
                self::assertTexts($expected, $query()->filterBy($column, ['nothing\\%', $pattern], Criteria::LIKE), 'a list');
                self::assertTexts($expected, $query()->where("TextValues.$column LIKE ?", $pattern), "where $pattern");
                self::assertTexts($others, $query()->where("TextValues.$column NOT LIKE ?", $pattern), "where not $pattern");
            }
        }
    }

    public function testTextsThatStandForThemselves(): void
    {
        foreach (self::TEXTS as $text) {
            $query = TextValuesQuery::create()->filterByShort(Criteria::escapeLike($text), Criteria::LIKE);
            self::assertTexts([$text], $query, $text);
            self::assertTexts([$text], TextValuesQuery::create()->where('TextValues.Long LIKE ?', Criteria::escapeLike($text)), $text);
        }
        self::assertSame('50\\%\\_\\\\off', Criteria::escapeLike('50%_\\off'));
    }

    public function testAnEscapeOfTheDevelopersOwn(): void
    {
        $query = TextValuesQuery::create()->where("TextValues.Short LIKE ? ESCAPE '#'", 'a#%c');
        self::assertTexts(['a%c'], $query);
        self::assertTexts(['a\\c'], TextValuesQuery::create()->where("TextValues.Short LIKE ? ESCAPE '#'", 'a\\c'));
    }

    public function testBlanksAtTheEndOfAChar(): void
    {
        self::assertSame(1, TextValuesQuery::create()->filterByFixed('abc', Criteria::LIKE)->count());
        self::assertSame(1, TextValuesQuery::create()->filterByFixed('%bc', Criteria::LIKE)->count());
        self::assertSame(1, TextValuesQuery::create()->filterByFixed('ABC', Criteria::ILIKE)->count());
        self::assertSame(1, TextValuesQuery::create()->setIgnoreCase()->filterByFixed('ABC', Criteria::LIKE)->count());
        self::assertSame(0, TextValuesQuery::create()->filterByFixed('abc ', Criteria::LIKE)->count());
    }

    /**
     * @param list<string> $expected
     */
    private static function assertTexts(array $expected, TextValuesQuery $query, string $message = ''): void
    {
        self::assertSame($expected, $query->find()->getColumnValues('Short'), $message);
    }
}
