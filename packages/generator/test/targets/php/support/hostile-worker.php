<?php

// Judges generated PHP. Reads lines of JSON, each an object of sources by path, and answers each with a line of JSON: what is
// wrong, or an empty text. The sources are parsed and compiled, never run.

declare(strict_types=1);

/** May be in a text or a comment of a generated file, and never be a name in its code. */
const CANARY = 'canary';

function judge(string $path, string $source): string
{
    try {
        $tokens = PhpToken::tokenize($source, TOKEN_PARSE);
    } catch (Throwable $error) {
        return "$path:{$error->getLine()}: {$error->getMessage()}";
    }
    foreach ($tokens as $token) {
        $isCode = $token->is([T_STRING, T_VARIABLE, T_NAME_FULLY_QUALIFIED]);
        if ($isCode && ltrim($token->text, '$\\') === CANARY) {
            return "$path:$token->line: a text of the schema became code: $token->text";
        }
        if ($token->is([T_INLINE_HTML, T_CLOSE_TAG, T_EVAL, T_INCLUDE, T_REQUIRE, T_INCLUDE_ONCE, T_REQUIRE_ONCE, T_ENCAPSED_AND_WHITESPACE, T_DOLLAR_OPEN_CURLY_BRACES, T_CURLY_OPEN, '`'])) {
            return "$path:$token->line: the generator never writes $token->text";
        }
    }

    return '';
}

/** Compiles a file: finds methods, cases and constants that are there twice. Nothing of it runs: it begins with `return`. */
function compile(string $source): void
{
    $start = preg_match('/^namespace [^;]+;\n/m', $source, $match, PREG_OFFSET_CAPTURE) === 1
        ? $match[0][1] + strlen($match[0][0])
        : strpos($source, "declare(strict_types=1);\n") + strlen("declare(strict_types=1);\n");
    $open = strlen('<?php');
    eval(substr($source, $open, $start - $open) . 'return; ' . substr($source, $start));
}

while (($line = fgets(STDIN)) !== false) {
    $sources = json_decode($line, true, 512, JSON_THROW_ON_ERROR);
    $problem = '';
    foreach ($sources as $path => $source) {
        $problem = $problem === '' ? judge($path, $source) : $problem;
    }
    if ($problem === '') {
        // A class that is compiled may be declared with it, and a fatal error ends the process: so each schema has its own.
        [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, STREAM_IPPROTO_IP);
        $child = pcntl_fork();
        if ($child === 0) {
            $at = '';
            ini_set('display_errors', '0');
            ini_set('log_errors', '0');
            register_shutdown_function(static function () use (&$at, $theirs): void {
                $error = error_get_last();
                fwrite($theirs, $error === null ? '' : "$at: {$error['message']}");
                fclose($theirs);
                posix_kill(posix_getpid(), SIGKILL);
            });
            foreach ($sources as $at => $source) {
                compile($source);
            }
            exit;
        }
        fclose($theirs);
        $problem = stream_get_contents($ours);
        fclose($ours);
        pcntl_waitpid($child, $status);
    }
    echo json_encode($problem, JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
