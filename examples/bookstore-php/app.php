<?php

declare(strict_types=1);

use App\Model\Author;
use App\Model\AuthorQuery;
use App\Model\Book;
use App\Model\BookQuery;
use App\Model\Enum\BookState;
use App\Model\Publisher;
use Orm\Runtime\Query\Criteria;

require __DIR__ . '/vendor/autoload.php';
require __DIR__ . '/generated-conf/config.php';

// Save rows, the first time this runs.
if (!BookQuery::create()->exists()) {
    $publisher = (new Publisher())->setName('Victor Gollancz');
    $author = (new Author())->setName('Ursula K. Le Guin');
    (new Book())
        ->setTitle('The Dispossessed')
        ->setIsbn('9780575016781')
        ->setState(BookState::OutOfPrint)
        ->setPrice('12.50')
        ->setPublishedOn('1974-05-01')
        ->setAuthor($author)
        ->setPublisher($publisher)
        ->save(); // saves author and publisher first
    (new Book())
        ->setTitle('Always Coming Home')
        ->setIsbn('9780060155452')
        ->setPrice('30')
        ->setAuthor($author)
        ->save();
}

// Find a row by its key, and what belongs to it.
$book = BookQuery::create()->requirePk(1);
echo "{$book->getTitle()}, by {$book->getAuthor()}\n";
echo "  first published in {$book->getPublishedOn()?->format('F Y')} by {$book->getPublisher()}\n";
echo "  {$book->getState()->value}\n";

// Find rows by what is in them.
$books = BookQuery::create()
    ->filterByPrice(['max' => 20])
    ->filterByTitle('The %', Criteria::LIKE)
    ->orderByTitle()
    ->find();
foreach ($books as $found) {
    echo "{$found->getPrice()} {$found->getTitle()}\n";
}

// The other way round: the books of an author.
$author = AuthorQuery::create()->findOneByName('Ursula K. Le Guin');
echo "{$author} has {$author?->countBooks()} books\n";

// Change a row; only the columns that changed are written.
$book->setState(BookState::Published)->save();
echo 'published: ', BookQuery::create()->filterByState(BookState::Published)->count(), "\n";

// And change it back, so that the next run shows the same.
$book->setState(BookState::OutOfPrint)->save();
