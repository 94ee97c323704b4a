import ts from 'typescript';

/** How deep a text may stand in a parameter: a list of objects with texts. */
const DEPTH = 3;

/**
 * The parameters of everything public in modules that take a text, alone or in something, with their positions:
 * `function.parameter`, `Class.method.parameter`. Labels of a union count, too: plain JavaScript may give any text instead.
 */
export function textEntries(files: readonly string[], options: ts.CompilerOptions): ReadonlyMap<string, number> {
  const program = ts.createProgram({ rootNames: [...files], options: { ...options, noEmit: true } });
  const reader = new EntryReader(program.getTypeChecker());
  for (const file of files) {
    const source = program.getSourceFile(file);
    if (source === undefined) throw new Error(`no ${file}`);
    reader.readModule(source);
  }
  return reader.entries;
}

class EntryReader {
  readonly entries = new Map<string, number>();
  readonly #checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  readModule(source: ts.SourceFile): void {
    const module = this.#checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${source.fileName} exports nothing`);
    for (const each of this.#checker.getExportsOfModule(module)) this.#readExport(each.name, each);
  }

  #readExport(name: string, exported: ts.Symbol): void {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(exported) : exported;
    if (isInternal(symbol)) return;
    if (symbol.flags & ts.SymbolFlags.NamespaceModule && (symbol.flags & ts.SymbolFlags.ValueModule) !== 0) {
      for (const each of this.#checker.getExportsOfModule(symbol)) this.#readExport(`${name}.${each.name}`, each);
    }
    if (symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) {
      this.#readMembers(name, this.#checker.getDeclaredTypeOfSymbol(symbol));
    }
    if (symbol.flags & ts.SymbolFlags.Value && symbol.valueDeclaration !== undefined) {
      const type = this.#checker.getTypeOfSymbol(symbol);
      this.#readSignatures(name, type.getCallSignatures());
      this.#readSignatures(`${name}.new`, type.getConstructSignatures());
      this.#readMembers(name, type);
    }
  }

  #readMembers(owner: string, type: ts.Type): void {
    for (const member of type.getProperties()) {
      if (member.name === 'prototype' || member.name.startsWith('__') || isInternal(member) || !isOurs(member))
        continue;
      const signatures = this.#checker.getTypeOfSymbol(member).getNonNullableType().getCallSignatures();
      this.#readSignatures(`${owner}.${member.name}`, signatures);
    }
  }

  #readSignatures(name: string, signatures: readonly ts.Signature[]): void {
    for (const signature of signatures) {
      if (signature.declaration !== undefined && isPrivate(signature.declaration)) continue;
      for (const [position, parameter] of signature.getParameters().entries()) {
        const type = this.#checker.getTypeOfSymbol(parameter);
        if (this.#takesText(type, DEPTH)) this.entries.set(`${name}.${parameter.name}`, position);
      }
    }
  }

  #argumentsOf(type: ts.Type): readonly ts.Type[] {
    const symbol = type.getSymbol();
    if (symbol === undefined || isOurs(symbol)) return [];
    return (type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference
      ? this.#checker.getTypeArguments(type as ts.TypeReference)
      : [];
  }

  #isMethod(member: ts.Symbol): boolean {
    return this.#checker.getTypeOfSymbol(member).getNonNullableType().getCallSignatures().length > 0;
  }

  #takesText(given: ts.Type, depth: number): boolean {
    const type = given.flags & ts.TypeFlags.TypeParameter ? (given.getConstraint() ?? given) : given;
    if (type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.Unknown | ts.TypeFlags.Any | ts.TypeFlags.NonPrimitive))
      return true;
    if (type.isUnionOrIntersection()) return type.types.some((each) => this.#takesText(each, depth));
    if (depth === 0 || (type.flags & ts.TypeFlags.Object) === 0 || type.getCallSignatures().length > 0) return false;
    // Of a list, and of a Map or an iterable.
    const items = [...this.#checker.getIndexInfosOfType(type).map((info) => info.type), ...this.#argumentsOf(type)];
    const isList = this.#checker.isArrayLikeType(type);
    // What has methods is no data; and what others have declared (a URL, bytes) is no text.
    const isOfClass =
      type.isClass() || !type.getProperties().every((member) => isList || (isOurs(member) && !this.#isMethod(member)));
    const parts =
      isList || isOfClass ? [] : type.getProperties().map((member) => this.#checker.getTypeOfSymbol(member));
    return [...items, ...parts].some((each) => this.#takesText(each, depth - 1));
  }
}

const isInternal = (symbol: ts.Symbol): boolean =>
  symbol.getJsDocTags().some(({ name }) => name === 'internal') || symbol.name.startsWith('$');

/** Declared neither in the library of the language nor in that of Node. */
const isOurs = (symbol: ts.Symbol): boolean =>
  symbol.declarations?.every((each) => !/\/(lib\.[^/]*\.d\.ts|@types\/)/.test(each.getSourceFile().fileName)) ?? false;

const isPrivate = (declaration: ts.Node): boolean =>
  ts.canHaveModifiers(declaration) &&
  (ts
    .getModifiers(declaration)
    ?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword || kind === ts.SyntaxKind.ProtectedKeyword) ??
    false);
