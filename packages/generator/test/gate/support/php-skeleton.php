<?php

// Takes generated PHP apart. Reads lines of JSON, each a list of sources, and answers each with a line of JSON: for each source
// what it declares, or what is wrong with it. Nothing of it is run.

declare(strict_types=1);

/** What hostile values would like to be: a text or part of a comment, never a name in code. */
const CANARY = 'canary';

const NEVER_WRITTEN = [
    T_INLINE_HTML, T_CLOSE_TAG, T_OPEN_TAG_WITH_ECHO, T_HALT_COMPILER, T_EVAL, T_INCLUDE, T_REQUIRE, T_INCLUDE_ONCE,
    T_REQUIRE_ONCE, T_ENCAPSED_AND_WHITESPACE, T_DOLLAR_OPEN_CURLY_BRACES, T_CURLY_OPEN, T_GOTO, '`',
];

/** The names of everything that is declared, in order, and the words at the top level of the file: one line of each. */
function skeleton(string $source): string
{
    $tokens = array_values(array_filter(
        PhpToken::tokenize($source, TOKEN_PARSE),
        static fn (PhpToken $token): bool => !$token->is([T_WHITESPACE, T_COMMENT, T_DOC_COMMENT]),
    ));
    $lines = [];
    $top = [];
    $depth = 0;
    foreach ($tokens as $at => $token) {
        $isName = $token->is([T_STRING, T_VARIABLE, T_NAME_QUALIFIED, T_NAME_FULLY_QUALIFIED, T_NAME_RELATIVE]);
        if ($isName && preg_match('/(^|[$\\\\])' . CANARY . '$/', $token->text) === 1) {
            throw new Error("a text became code: $token->text");
        }
        if ($token->is(NEVER_WRITTEN)) {
            throw new Error("the generator never writes $token->text");
        }
        $depth -= $token->text === '}' ? 1 : 0;
        if ($depth === 0 && !$token->is(T_CONSTANT_ENCAPSED_STRING)) {
            $top[] = $isName ? 'name' : $token->text;
        }
        $depth += $token->text === '{' ? 1 : 0;
        $next = $tokens[$at + 1] ?? null;
        if ($token->is([T_CLASS, T_INTERFACE, T_TRAIT, T_ENUM]) && $next?->is(T_STRING)) {
            $lines[] = "$token->text $next->text";
        }
        if ($token->is(T_FUNCTION) && $next?->is(T_STRING)) {
            $lines[] = "function $next->text";
        }
    }

    return implode("\n", [implode(' ', $top), ...$lines]);
}

while (($line = fgets(STDIN)) !== false) {
    $answers = [];
    foreach (json_decode($line, true, 512, JSON_THROW_ON_ERROR) as $source) {
        try {
            $answers[] = skeleton($source);
        } catch (Throwable $error) {
            $answers[] = "wrong: {$error->getMessage()}";
        }
    }
    echo json_encode($answers, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
