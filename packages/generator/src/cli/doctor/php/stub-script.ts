/**
 * Loads stub classes one after another and says which one PHP refuses, and why. A fatal error ends PHP, so that this is run
 * again, with the refused method under another name, until all classes were loaded.
 */
export const STUB_SCRIPT = String.raw`
$job = json_decode((string) stream_get_contents(STDIN), true);
$now = null;
register_shutdown_function(static function () use (&$now): void {
    $error = error_get_last();
    $fatal = $error !== null && ($error['type'] & (E_ERROR | E_PARSE | E_CORE_ERROR | E_COMPILE_ERROR)) !== 0;
    echo "\n@orm@", json_encode(['class' => $now, 'message' => $fatal ? $error['message'] : null, 'line' => $fatal ? $error['line'] : 0]);
});
if (is_file($job['autoload'])) {
    require $job['autoload'];
}
spl_autoload_register(static function (string $class) use ($job): void {
    $file = $job['folder'] . '/' . strtr($class, '\\', '/') . '.php';
    if (!is_file($file)) {
        return;
    }
    $renamed = $job['renamed'][$class] ?? [];
    if ($renamed === []) {
        require $file;

        return;
    }
    $code = '';
    $before = null;
    foreach (token_get_all((string) file_get_contents($file)) as $token) {
        [$kind, $text] = is_array($token) ? $token : [null, $token];
        $code .= $kind === T_STRING && $before === T_FUNCTION && in_array($text, $renamed, true) ? 'orm_' . $text : $text;
        if (!in_array($kind, [T_WHITESPACE, T_COMMENT, T_DOC_COMMENT], true) && $text !== '&') {
            $before = $kind;
        }
    }
    eval(preg_replace('/^<\?php/', '', $code)); // declare(strict_types=1) has to stay the first statement
}, true, true);
foreach ($job['stubs'] as $class) {
    $now = $class;
    class_exists($class);
}
$now = null;
`;
