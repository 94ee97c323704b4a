import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../../../../../../', import.meta.url));

/** What generated code has to compile under. */
export const STRICT: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  typeRoots: [join(ROOT, 'node_modules/@types')],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  isolatedDeclarations: true,
  declaration: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
};

/** Lets files in a folder import the packages of this checkout, as if they had been installed. */
export function installPackages(folder: string): void {
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
}

/**
 * Compiles files with everything they import, into `built`; gives what the compiler has against them. Declarations that were
 * compiled before are checked once, in one-table.test.ts: half of the time goes into those of Node.
 */
export const compile = (folder: string, ...files: readonly string[]): readonly string[] =>
  compileWith({ skipLibCheck: true }, folder, ...files);

export function compileWith(
  options: ts.CompilerOptions,
  folder: string,
  ...files: readonly string[]
): readonly string[] {
  const program = ts.createProgram({
    rootNames: files.map((file) => join(folder, file)),
    options: { ...STRICT, ...options, rootDir: folder, outDir: join(folder, 'built') },
  });
  const { diagnostics } = program.emit();
  return [...ts.getPreEmitDiagnostics(program), ...diagnostics].map(({ file, start = 0, code, messageText }) => {
    const at = file === undefined ? '' : `${file.fileName.slice(folder.length + 1)}:${String(line(file, start))}: `;
    return `${at}TS${String(code)} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

const line = (file: ts.SourceFile, start: number): number => file.getLineAndCharacterOfPosition(start).line + 1;

/** Runs a compiled file and gives what it printed, as JSON. */
export async function runBuilt(folder: string, file: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'built', file)], { cwd: folder });
  return JSON.parse(stdout);
}
