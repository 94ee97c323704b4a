import { join } from 'node:path';
import { runtimeFolder } from '../../../../scripts/php/tools.mjs';

/** The beginning of a script in the folder of a project that was built: it finds the runtime, the classes and the database. */
export const PHP_HEAD = `<?php
declare(strict_types=1);
require ${JSON.stringify(join(runtimeFolder, 'vendor/autoload.php'))};
spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/generated-classes/' . strtr($class, '\\\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});
require __DIR__ . '/generated-conf/config.php';
`;
