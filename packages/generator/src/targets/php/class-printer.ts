import type { ClassPrinter } from '../target.js';
import { phpClasses } from './build.js';
import { GENERATED_MARK } from './file.js';
import { classNaming } from './naming.js';

export const phpClassPrinter: ClassPrinter = {
  print(databases, config) {
    const naming = classNaming(config);
    const classes = databases.map(({ database, statementsOf }) => phpClasses(database, statementsOf, naming));
    return { owned: classes.flatMap(({ owned }) => owned), stubs: classes.flatMap(({ stubs }) => stubs) };
  },
  layout(config) {
    const maps = escapeRegExp(classNaming(config).mapNamespace.replaceAll('\\', '/'));
    const ours = new RegExp(`(^|/)(Base|Enum|${maps})/[^/]+$`);
    return { ending: '.php', mark: GENERATED_MARK, isOurs: (path) => ours.test(path), stubOf };
  },
  afterwards: 'classes were added or removed: if a Composer classmap loads them, run "composer dump-autoload"',
};

/** `App/Base/Book.php` → `App/Book.php`. */
function stubOf(path: string): string | undefined {
  const match = /^(.*\/)?Base\/([^/]+)$/.exec(path);
  return match ? `${match[1] ?? ''}${match[2] ?? ''}` : undefined;
}

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
