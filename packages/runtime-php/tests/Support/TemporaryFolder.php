<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Support;

/** A folder of its own for a test. */
final class TemporaryFolder
{
    public readonly string $path;

    public function __construct()
    {
        $this->path = \sys_get_temp_dir() . '/orm-' . \bin2hex(\random_bytes(8));
        \mkdir($this->path);
    }

    public function remove(): void
    {
        $entries = new \RecursiveIteratorIterator(
            new \RecursiveDirectoryIterator($this->path, \FilesystemIterator::SKIP_DOTS),
            \RecursiveIteratorIterator::CHILD_FIRST,
        );
        foreach ($entries as $entry) {
            if ($entry instanceof \SplFileInfo) {
                $entry->isDir() ? \rmdir($entry->getPathname()) : \unlink($entry->getPathname());
            }
        }
        \rmdir($this->path);
    }
}
