import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { printable } from '../../../diagnostics/printable.js';
import { packageFolder } from '../../../platforms/packages.js';
import { installLine } from '../../install-line.js';
import { installedVersion } from '../../installed.js';
import { type Finding, notChecked, ok, problem, warning } from '../finding.js';
import type { Check, Subject } from '../subject.js';
import { inRange } from '../version-range.js';

/** The settings of the compiler that generated classes do not work with, or not as they could. */
export const compilerCheck: Check = { title: 'TypeScript', target: 'typescript', find: compilerFindings };

/** As `tsc --showConfig` prints them: what files that are extended say is in it, defaults are not. */
interface CompilerOptions {
  readonly module?: string;
  readonly moduleResolution?: string;
  readonly strict?: boolean;
  readonly strictNullChecks?: boolean;
  readonly allowImportingTsExtensions?: boolean;
  readonly rewriteRelativeImportExtensions?: boolean;
}

/** From this version on `strict` is the default. */
const STRICT_BY_DEFAULT = '>=6';

async function compilerFindings(subject: Subject): Promise<readonly Finding[]> {
  const { root, config } = subject;
  if (config.value === undefined) return [];
  const file = join(root, 'tsconfig.json');
  if (!existsSync(file)) return [notChecked('compiler settings: there is no tsconfig.json in the project folder')];
  const version = installedVersion('typescript', root);
  if (version === undefined) {
    return [notChecked('tsconfig.json: TypeScript is not installed', installLine(root, 'typescript'))];
  }
  const options = await shownConfig(subject, file);
  if (typeof options === 'string') return [notChecked(`tsconfig.json: ${options}`)];
  const { importExtension } = config.value.generator.typescript;
  const findings = [
    ...moduleFindings(options),
    ...strictFindings(options, version),
    ...extensionFindings(options, importExtension),
  ];
  return findings.length === 0 ? [ok(`TypeScript ${printable(version)} with tsconfig.json`)] : findings;
}

function moduleFindings({ module = '', moduleResolution = '' }: CompilerOptions): readonly Finding[] {
  if (/^(commonjs|amd|umd|system|none)$/i.test(module)) {
    return [
      problem(
        `tsconfig.json: module is ${printable(module)}, and generated files are ES modules`,
        '"module": "nodenext"',
      ),
    ];
  }
  if (/^(node|node10|classic)$/i.test(moduleResolution)) {
    return [
      problem(
        `tsconfig.json: moduleResolution is ${printable(moduleResolution)}, which does not find @ormgen/runtime/pgsql and its like`,
        '"moduleResolution": "nodenext", or "bundler" for bundlers',
      ),
    ];
  }
  return [];
}

function strictFindings({ strict, strictNullChecks }: CompilerOptions, version: string): readonly Finding[] {
  const isStrict = strictNullChecks ?? strict ?? inRange(version, STRICT_BY_DEFAULT);
  return isStrict
    ? []
    : [
        warning(
          'tsconfig.json: strict is off, so that null and missing required columns are not found by the compiler',
          '"strict": true',
        ),
      ];
}

function extensionFindings(options: CompilerOptions, importExtension: string): readonly Finding[] {
  const takesTs = options.allowImportingTsExtensions === true || options.rewriteRelativeImportExtensions === true;
  if (importExtension === '.ts' && !takesTs) {
    return [
      problem(
        'tsconfig.json does not take imports that end in .ts, which generated files have',
        '"rewriteRelativeImportExtensions": true, or generator.typescript.importExtension: js and then: orm model:build',
      ),
    ];
  }
  if (importExtension === '' && /^node/i.test(options.module ?? '')) {
    return [
      problem(
        `tsconfig.json: module is ${printable(options.module ?? '')}, which needs extensions in imports, and generated files have none`,
        'generator.typescript.importExtension: js, and then: orm model:build',
      ),
    ];
  }
  return [];
}

/** The settings as the compiler of the project reads them, or why it does not. */
function shownConfig({ root, patience }: Subject, file: string): Promise<CompilerOptions | string> {
  const compiler = join(packageFolder('typescript', root) ?? '', 'bin/tsc');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [compiler, '--showConfig', '--project', file],
      { cwd: root, timeout: patience.milliseconds, killSignal: 'SIGKILL' },
      (error, stdout) => {
        if (error?.killed === true) resolve(`TypeScript did not answer within ${patience.shown}`);
        else resolve(optionsIn(stdout));
      },
    );
  });
}

function optionsIn(stdout: string): CompilerOptions | string {
  try {
    return (JSON.parse(stdout) as { readonly compilerOptions?: CompilerOptions }).compilerOptions ?? {};
  } catch {
    return printable(stdout.split('\n')[0] || 'TypeScript could not read it');
  }
}
