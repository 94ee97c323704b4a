<?php

// Compiles files without running them, those that a list names: php scripts/php/compile.php LIST. It says of each what
// php -l says, from one process for all, and in the end how many it has seen.

declare(strict_types=1);

$files = file($argv[1], FILE_IGNORE_NEW_LINES);
foreach ($files as $file) {
    try {
        opcache_compile_file($file);
    } catch (ParseError $error) {
        echo "Parse error: {$error->getMessage()} in {$error->getFile()} on line {$error->getLine()}\n";
    }
}
echo count($files), " files compiled\n";
