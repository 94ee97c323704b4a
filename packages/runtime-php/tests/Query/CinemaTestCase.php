<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query;

use Cinema\Director;
use Cinema\Enum\FilmStyle;
use Cinema\Film;
use Cinema\FilmQuery;
use Cinema\Opinion;
use Cinema\Studio;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** Five films of two directors (a third has none), and what people think of them. */
abstract class CinemaTestCase extends ModelTestCase
{
    /** @var array<string, Director> */
    protected array $directors = [];

    /** @var array<string, Studio> */
    protected array $studios = [];

    /** @var array<string, Film> */
    protected array $films = [];

    protected function setUp(): void
    {
        parent::setUp();
        foreach (['Ann', 'Bob', 'Cid'] as $name) {
            $director = (new Director())->setName($name);
            if ($name !== 'Ann') {
                $director->setMentorId($this->directors['Ann']->getId());
            }
            $director->save();
            $this->directors[$name] = $director;
        }
        foreach (['Pan', 'Quo'] as $name) {
            $this->studios[$name] = (new Studio())->setName($name);
            $this->studios[$name]->save();
        }
        $this->film('Alpha', 'Ann', 'Pan', 10, FilmStyle::Drama, ['red']);
        $this->film('Beta', 'Ann', 'Quo', 20, FilmStyle::Comedy, ['red', 'blue']);
        $this->film('Gamma', 'Bob', 'Pan', 30, null, []);
        $this->film('Delta', 'Bob', null, 40, FilmStyle::Drama, null);
        $this->film('50%_off', 'Bob', null, 50, null, ['green', 'blue']);
        foreach (['Alpha' => [5, 3, 1], 'Beta' => [4], 'Gamma' => [2, 2]] as $title => $ratings) {
            foreach ($ratings as $rating) {
                (new Opinion())->setFilmId($this->idOf($title))->setRating($rating)->save();
            }
        }
        self::con()->getPool()?->clear();
    }

    /**
     * @param list<string>|null $colors
     */
    private function film(string $title, string $by, ?string $studio, int $number, ?FilmStyle $style, ?array $colors): void
    {
        $film = (new Film())
            ->setTitle($title)
            ->setCode("code-$title")
            ->setPrice("$number.50")
            ->setWeight("12345678901234567890.$number")
            ->setRatio($number / 7)
            ->setCopies($number)
            ->setBig(9007199254740992 + $number)
            ->setShownAt('2024-0' . $number / 10 . '-01 10:00:00')
            ->setAvailable($number !== 30)
            ->setStyle($style)
            ->setColors($colors)
            ->setWords([$title, 'x|y', 'a_b'])
            ->setDocument(['l' => [1, 2], 'n' => $number])
            ->setToken("00000000-0000-4000-8000-0000000000$number")
            ->setPoster("\0bin\xff$number")
            ->setSummary("sum $title")
            ->setDirectorId((int) $this->directors[$by]->getId())
            ->setStudioId($studio === null ? null : $this->studios[$studio]->getId());
        $film->save();
        $this->films[$title] = $film;
    }

    protected function idOf(string $title): int
    {
        return (int) $this->films[$title]->getId();
    }

    /** All films in the order in which they were made. */
    protected static function films(): FilmQuery
    {
        return FilmQuery::create()->orderById();
    }

    /**
     * @param list<string> $expected
     */
    protected static function assertTitles(array $expected, FilmQuery $query, string $message = ''): void
    {
        self::assertSame($expected, self::titles($query->find()), $message);
        self::assertSame(\count($expected), $query->count(), 'count: ' . $message);
    }

    /**
     * @param ObjectCollection<Film> $films
     *
     * @return list<string|null>
     */
    protected static function titles(ObjectCollection $films): array
    {
        return $films->map(static fn (Film $film): ?string => $film->getTitle());
    }
}
