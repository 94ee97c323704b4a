<?php

// php stories.php PROJECT AUTOLOAD: the same calls with Propel's classes or ours, over an empty database; prints JSON: what each
// call gave, by what it is. An exception counts by its class.

declare(strict_types=1);

use Shop\Author;
use Shop\Book;
use Shop\BookQuery;
use Shop\Edition;
use Shop\Map\BookTableMap;
use Shop\Map\NoteTableMap;
use Shop\Note;
use Shop\NoteQuery;

[, $project, $autoload] = $argv;
require __DIR__ . '/../php/project.php';
loadProject($project, $autoload);
$isPropel = class_exists('Propel\Runtime\Propel');
if ($isPropel && is_file($maps = $project . '/generated-conf/loadDatabase.php')) {
    require $maps;
}

/** @var array<string, mixed> $told */
$told = [];
$tell = static function (string $what, callable $call) use (&$told): void {
    try {
        $told[$what] = $call();
    } catch (Throwable $error) {
        $told[$what] = 'throws ' . (new ReflectionClass($error))->getShortName();
    }
};
$forget = static function () use ($isPropel): void {
    if ($isPropel) {
        NoteTableMap::clearInstancePool();
        BookTableMap::clearInstancePool();
    } else {
        Orm\Runtime\Orm::getConnection('bookstore')->getPool()?->clear();
    }
};
$note = static function (string $text) use ($forget): Note {
    $forget();

    return NoteQuery::create()->findOneByText($text);
};
$notes = static function () use ($forget): array {
    $forget();

    return NoteQuery::create()->orderByText()->find()->toKeyValue('Text', 'SortableRank');
};
$book = static function (string $title) use ($forget): Book {
    $forget();

    return BookQuery::create()->findOneByTitle($title);
};
$books = static function () use ($forget): array {
    $forget();
    $places = [];
    foreach (BookQuery::create()->orderByTitle()->find() as $each) {
        $places[$each->getTitle()] = [$each->getAuthorId(), $each->getSortableRank()];
    }

    return $places;
};

// One list
foreach (['a', 'b', 'c', 'd'] as $text) {
    $each = new Note();
    $each->setText($text);
    $each->save();
}
$tell('neighbours at the ends', static fn () => [$note('a')->getPrevious(), $note('d')->getNext(), $note('b')->getNext()->getText()]);
$tell('first and last', static fn () => [$note('a')->isFirst(), $note('b')->isFirst(), $note('d')->isLast()]);
foreach ([0, -1, 9] as $rank) {
    $tell("moveToRank($rank)", static fn () => $note('b')->moveToRank($rank)->getRank());
    $tell("insertAtRank($rank)", static function () use ($rank) {
        $new = new Note();
        $new->setText('x');
        $new->insertAtRank($rank);
        $new->save();
    });
}
$tell('moves', static function () use ($note, $notes) {
    $note('a')->moveToRank(3);
    $note('b')->moveUp();
    $note('d')->moveDown();
    $note('d')->moveToTop();
    $note('a')->moveToBottom();

    return $notes();
});
$tell('rank after insertAtRank(2), before and after save()', static function () {
    $new = new Note();
    $new->setText('e');
    $new->insertAtRank(2);
    $before = $new->getRank();
    $new->save();

    return [$before, $new->getRank()];
});
$tell('insertAtRank() behind the last', static function () use ($notes) {
    $new = new Note();
    $new->setText('f');
    $new->insertAtRank(6);
    $new->save();

    return $notes();
});
$tell('insertAtRank() of a member', static function () use ($note) {
    $member = $note('c');
    $member->insertAtRank(1);
    $member->save();

    return 'done';
});
foreach (['a', 'b', 'c', 'd', 'e', 'f'] as $index => $text) {
    // Wherever the call before has left them.
    $pdo = new PDO(getenv('STORY_DSN'));
    $pdo->prepare('UPDATE note SET sortable_rank = ? WHERE text = ?')->execute([$index + 1, $text]);
}
$tell('rank after removeFromList(), before and after save()', static function () use ($note) {
    $gone = $note('b');
    $gone->removeFromList();
    $before = $gone->getRank();
    $gone->save();

    return [$before, $gone->getRank()];
});
$tell('the list after removeFromList()', static fn () => $notes());
$tell('saving a removed row', static function () use ($note, $notes) {
    $gone = $note('b');
    $gone->setText('bb');
    $gone->save();

    return $notes();
});
$tell('getNext() of a removed row', static fn () => $note('bb')->getNext()?->getText() === null ? null : 'a row');
$tell('moveToRank() of a removed row', static fn () => $note('bb')->moveToRank(1)->getRank());
$tell('insertAtRank() of a removed row', static function () use ($note, $notes) {
    $gone = $note('bb');
    $gone->insertAtRank(2);
    $gone->save();

    return $notes();
});
$tell('delete()', static function () use ($note, $notes) {
    $note('e')->delete();

    return $notes();
});
$tell('rank of copy()', static fn () => $note('a')->copy()->getRank());

// Lists by author
foreach ([1, 2] as $id) {
    $author = new Author();
    $author->setName("author $id");
    $author->save();
}
foreach ([['p', 1], ['q', 1], ['r', 1], ['s', 2], ['t', null], ['u', null], ['v', null]] as [$title, $authorId]) {
    $each = new Book();
    $each->setTitle($title);
    $each->setAuthorId($authorId);
    $each->save();
}
$tell('lists of authors and of NULL', static fn () => $books());
$tell('neighbours in the list of NULL', static fn () => [$book('t')->getNext()->getTitle(), $book('u')->getPrevious()->getTitle(), $book('v')->isLast()]);
$tell('moveToRank() in the list of NULL', static function () use ($book, $books) {
    $book('t')->moveToRank(3);

    return $books();
});
$tell('a changed scope', static function () use ($book, $books) {
    $moved = $book('p');
    $moved->setAuthorId(2);
    $moved->save();

    return $books();
});
$tell('a scope that becomes NULL', static function () use ($book, $books) {
    $moved = $book('p');
    $moved->setAuthorId(null);
    $moved->save();

    return $books();
});
$tell('retrieveList()', static fn () => get_debug_type(BookQuery::retrieveList(2)) === 'array' ? 'an array' : 'a collection');
$tell('removeFromList() with a scope: scope and rank', static function () use ($book) {
    $gone = $book('q');
    $gone->removeFromList();
    $gone->save();

    return [$gone->getScopeValue(), $gone->getRank()];
});
$tell('removeFromList() in the list of NULL', static function () use ($book) {
    $gone = $book('v');
    $gone->removeFromList();
    $gone->save();

    return [$gone->getScopeValue(), $gone->getRank()];
});

// Objects and collections
$tell('NULL of an ARRAY and a SET', static fn () => [$book('r')->getKeywords(), $book('r')->getFormats()]);
$tell('an object without primaryString as a text', static function () {
    $edition = new Edition();
    $edition->setBookId(1);
    $edition->setNumber(2);

    return (string) $edition;
});
$all = static fn () => BookQuery::create()->filterByTitle(['r', 's'])->orderByTitle()->find();
$tell('getPrimaryKeys()', static fn () => array_keys($all()->getPrimaryKeys()));
$tell('getArrayCopy()', static fn () => [array_keys($all()->getArrayCopy('Title')), array_keys($all()->getArrayCopy('Title', true))]);
$tell('where() of named conditions', static fn () => BookQuery::create()
    ->condition('one', 'Book.Title = ?', 'r')->condition('other', 'Book.Title = ?', 's')->where(['one', 'other'], 'or')->count());
$tell('findByTitle() of a list', static fn () => count(BookQuery::create()->findByTitle(['r', 's', 'none'])));
$tell('the iterator', static function () use ($all) {
    $seen = [];
    $loop = $all()->getIterator();
    foreach ($loop as $_) {
        $seen[] = [$loop->getPosition(), $loop->isFirst(), $loop->isLast(), $loop->isOdd(), $loop->isEven()];
    }

    return $seen;
});
$tell('getValueSets()', static fn () => BookTableMap::getValueSets());
$tell('copyInto() a new object', static function () use ($book) {
    $book('r')->copyInto($copy = new Book());

    return [$copy->getId(), $copy->getTitle(), $copy->isNew()];
});
$tell('copyInto() a row', static function () use ($book) {
    $other = $book('s');
    $id = $other->getId();
    $book('r')->copyInto($other, false, false);

    return [$other->getId() === $id, $other->getTitle(), $other->isNew()];
});
$tell('fromArray() of a collection', static function () {
    $made = new (get_class(BookQuery::create()->find()))();
    $made->setModel(Book::class);
    $made->fromArray([['Title' => 'new']]);

    return [$made->count(), $made->getFirst()->getTitle(), $made->getFirst()->isNew()];
});
$tell('a day with a format', static function () {
    $dated = new Book();
    $dated->setPublishedOn('2024-02-03');

    return is_string($dated->getPublishedOn('Y')) ? 'a text' : 'an object';
});

echo json_encode($told, JSON_THROW_ON_ERROR);
