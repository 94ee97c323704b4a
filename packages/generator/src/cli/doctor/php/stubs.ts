import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printable } from '../../../diagnostics/printable.js';
import { phpStubs } from '../../../targets/php/build.js';
import { classNaming } from '../../../targets/php/naming.js';
import { shownFolder } from '../../build-report.js';
import { vendorDir } from '../../installed.js';
import { plannedDatabases } from '../../planned-databases.js';
import { type Finding, notChecked, ok, problem, warning } from '../finding.js';
import type { Check, Subject } from '../subject.js';
import { STUB_SCRIPT } from './stub-script.js';

/** Classes of the user that PHP will refuse to load beside what is generated now. */
export const stubsCheck: Check = { title: 'Your classes', target: 'php', find: stubFindings };

interface Verdict {
  readonly class: string | null;
  readonly message: string | null;
  readonly line: number;
}

interface Stub {
  readonly className: string;
  readonly path: string;
}

async function stubFindings(subject: Subject): Promise<readonly Finding[]> {
  const { config, project, root } = subject;
  if (config.value === undefined || project.value === undefined) return [];
  const { phpDir } = config.value.paths;
  const autoload = join(vendorDir(root), 'autoload.php');
  // Without the runtime no class can be loaded, as the part about PHP says.
  if (!existsSync(autoload) || !existsSync(phpDir)) return [];
  const stubs = stubsOf(subject).filter(({ path }) => existsSync(join(phpDir, path)));
  if (stubs.length === 0) return [];
  const folder = shownFolder(subject.context.cwd, phpDir);
  const refused = await refusals(subject, stubs, autoload, phpDir, folder);
  if (typeof refused === 'string') return [notChecked(`your classes: ${refused}`)];
  const findings = [...refused, ...stubs.flatMap((stub) => unknownProperties(subject, stub, phpDir, folder))];
  return findings.length === 0
    ? [ok(stubs.length === 1 ? 'your class loads in PHP' : `your ${String(stubs.length)} classes load in PHP`)]
    : findings;
}

/** The stubs of every table, by the names that they would be written under. */
function stubsOf({ config, project }: Subject): readonly Stub[] {
  if (config.value === undefined || project.value === undefined) return [];
  const naming = classNaming(config.value);
  return plannedDatabases(project.value)
    .flatMap(({ database, statementsOf }) => phpStubs(database, statementsOf, naming))
    .map(({ path }) => ({ path, className: path.replace(/\.php$/, '').replaceAll('/', '\\') }));
}

async function refusals(
  subject: Subject,
  stubs: readonly Stub[],
  autoload: string,
  phpDir: string,
  folder: string,
): Promise<readonly Finding[] | string> {
  const findings: Finding[] = [];
  const renamed: Record<string, string[]> = {};
  let left = stubs.map(({ className }) => className);
  while (left.length > 0) {
    const verdict = await askPhp(subject, { autoload, folder: phpDir, stubs: left, renamed });
    if (typeof verdict === 'string') return verdict;
    if (verdict.class === null) return findings;
    const at = left.indexOf(verdict.class);
    const refused = refusedMethod(verdict.message ?? '');
    const owner = refused === undefined ? verdict.class : refused.className;
    const place = `${folder}/${owner.replaceAll('\\', '/')}.php:${String(verdict.line)}`;
    findings.push(refusalFinding(verdict, refused, place));
    // The same class again, without that method; what is wrong in another way cannot be loaded at all.
    const known = renamed[owner] ?? [];
    if (refused === undefined || known.includes(refused.method)) left = left.slice(at + 1);
    else {
      renamed[owner] = [...known, refused.method];
      left = left.slice(at);
    }
  }
  return findings;
}

interface RefusedMethod {
  readonly className: string;
  readonly method: string;
  /** As PHP wants it: `setTitle(string $title): static`. */
  readonly signature: string | undefined;
}

/** The method that PHP's error is about: it names both declarations, or one of them. */
function refusedMethod(message: string): RefusedMethod | undefined {
  const declared = /^Declaration of ([\w\\]+)::(\w+)\(.* compatible with [\w\\]+::(?:& )?(.+)$/.exec(message);
  if (declared) {
    // PHP writes class names without the backslash that they need in a file with a namespace.
    const signature = declared[3]?.replaceAll(/(?<![\w\\$])[A-Z]\w*(?:\\\w+)*(?!\w*\()/g, String.raw`\$&`);
    return { className: declared[1] ?? '', method: declared[2] ?? '', signature };
  }
  const access = /^Access level to ([\w\\]+)::(\w+)\(\)/.exec(message);
  if (access) return { className: access[1] ?? '', method: access[2] ?? '', signature: undefined };
  return undefined;
}

function refusalFinding({ class: name, message }: Verdict, refused: RefusedMethod | undefined, place: string): Finding {
  if (refused === undefined)
    return problem(`PHP cannot load ${printable(name ?? '')} (${place}): ${printable(message ?? '')}`);
  const { className, method, signature } = refused;
  return problem(
    `PHP refuses ${printable(className)}::${printable(method)}() (${place})`,
    signature === undefined ? printable(message ?? '') : `write: function ${printable(signature)}`,
  );
}

/** `$this->publisher_id` is no property here: PHP reads null, and writes what nothing saves. */
function unknownProperties({ project }: Subject, { className, path }: Stub, phpDir: string, folder: string): Finding[] {
  const source = readFileSync(join(phpDir, path), 'utf8');
  const name = className.slice(className.lastIndexOf('\\') + 1);
  const table = project.value?.models
    .flatMap(({ database }) => database.tables)
    .find(
      (each) =>
        each.className === name && className === (each.php.namespace === '' ? name : `${each.php.namespace}\\${name}`),
    );
  return (table?.columns ?? []).flatMap((column) => {
    // Only what can be written behind an arrow, and is not the name of a property already.
    const at = /^\w*_\w*$/.test(column.name)
      ? source.search(new RegExp(String.raw`\$this->${column.name}\b(?!\s*\()`))
      : -1;
    if (at === -1) return [];
    const place = `${folder}/${path}:${String(source.slice(0, at).split('\n').length)}`;
    return [
      warning(
        `${className} reads or sets $this->${column.name}, which is no property (${place})`,
        `write: $this->get${column.memberName}() or $this->set${column.memberName}(…)`,
      ),
    ];
  });
}

interface Job {
  readonly autoload: string;
  readonly folder: string;
  readonly stubs: readonly string[];
  readonly renamed: Readonly<Record<string, readonly string[]>>;
}

/** What PHP says to the classes, or why it says nothing. */
function askPhp({ context, patience }: Subject, job: Job): Promise<Verdict | string> {
  return new Promise((resolve) => {
    const php = spawn('php', ['-d', 'display_errors=0', '-d', 'log_errors=0', '-r', STUB_SCRIPT], {
      env: { ...context.env },
      timeout: patience.milliseconds,
      killSignal: 'SIGKILL',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    let said = '';
    php.stdout.setEncoding('utf8').on('data', (part: string) => {
      said += part;
    });
    php.once('error', () => resolve('PHP is not in PATH'));
    php.once('close', () => {
      const answer = said.split('\n@orm@').at(-1);
      if (!said.includes('\n@orm@') || answer === undefined) resolve('PHP said nothing');
      else resolve(JSON.parse(answer) as Verdict);
    });
    php.stdin.on('error', () => undefined);
    php.stdin.end(JSON.stringify(job));
  });
}
