import ts from 'typescript';

/** A file as TypeScript reads it, and what it has against it before types are looked at. */
export function parsed(source: string): { readonly file: ts.SourceFile; readonly errors: readonly string[] } {
  const file = ts.createSourceFile('file.ts', source, ts.ScriptTarget.ES2022, true);
  const { diagnostics = [] } = ts.transpileModule(source, {
    fileName: 'file.ts',
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  return { file, errors: diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')) };
}

/** What the compiler says of files, types included, for each of them: one program for all, since that is what takes long. */
export function compiled(sources: readonly string[]): readonly (readonly string[])[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    noEmit: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const files = new Map(
    sources.map((source, index) => {
      const name = `/file${String(index)}.ts`;
      return [name, ts.createSourceFile(name, source, ts.ScriptTarget.ES2022, true)] as const;
    }),
  );
  const program = ts.createProgram([...files.keys()], options, {
    ...host,
    fileExists: (path) => files.has(path) || host.fileExists(path),
    getSourceFile: (path, version) => files.get(path) ?? host.getSourceFile(path, version),
  });
  const found = new Map([...files.values()].map((file) => [file, [] as string[]]));
  for (const { file, messageText } of ts.getPreEmitDiagnostics(program)) {
    const errors = file && found.get(file);
    if (errors === undefined) throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
    errors.push(ts.flattenDiagnosticMessageText(messageText, '\n'));
  }
  return [...found.values()];
}
