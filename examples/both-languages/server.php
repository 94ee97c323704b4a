<?php

declare(strict_types=1);

use App\Model\Song;
use App\Model\SongQuery;
use Orm\Runtime\Exception\ConflictException;
use Orm\Runtime\Exception\LockTimeoutException;
use Orm\Runtime\Exception\NotInListException;

require __DIR__ . '/vendor/autoload.php';
require __DIR__ . '/generated-conf/config.php';

/** The list as it is now, and what went wrong. */
function answer(int $status = 200, ?string $error = null): never
{
    $songs = array_map(
        fn (Song $song): array => ['id' => $song->getId(), 'title' => $song->getTitle(), 'artist' => $song->getArtist()],
        SongQuery::create()->orderByRank()->find()->getData(),
    );
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode(['server' => 'PHP', 'error' => $error, 'songs' => $songs], JSON_THROW_ON_ERROR);
    exit;
}

function song(mixed $id): Song
{
    return (is_int($id) ? SongQuery::create()->findPk($id) : null) ?? answer(404, 'This song is not there any more.');
}

if (parse_url((string) $_SERVER['REQUEST_URI'], PHP_URL_PATH) !== '/songs') {
    header('Content-Type: text/html; charset=utf-8');
    readfile(__DIR__ . '/page.html');
    exit;
}
if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    answer();
}
// A form of another site cannot send this type.
if (($_SERVER['CONTENT_TYPE'] ?? '') !== 'application/json') {
    answer(415, 'Send application/json.');
}
$move = json_decode((string) file_get_contents('php://input'), true);
if (!is_array($move)) {
    answer(400, 'Send the id of a song, and before or after with the id of another.');
}
try {
    $song = song($move['id'] ?? null);
    if (isset($move['before'])) {
        $song->moveBefore(song($move['before']));
    } else {
        $song->moveAfter(song($move['after'] ?? null));
    }
} catch (NotInListException | ConflictException) {
    answer(409, 'Somebody else was faster. This is how the list looks now.');
} catch (LockTimeoutException) {
    answer(503, 'Many people are moving songs. Please try again.');
}
answer();
