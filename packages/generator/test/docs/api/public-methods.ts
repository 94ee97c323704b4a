import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../../package/packed.js';
import { STRICT } from '../../targets/typescript/support/ts-project.js';

/** The public members of a class: signatures by name. */
export type Members = ReadonlyMap<string, string>;

/** Those that users call: nothing internal, and none of PHP's magic methods. */
const PHP = `
[, $folder, $runtime] = $argv;
spl_autoload_register(static function (string $class) use ($folder, $runtime): void {
    foreach (['App\\\\Model\\\\' => "$folder/App/Model/", 'Orm\\\\Runtime\\\\' => "$runtime/"] as $prefix => $in) {
        $file = $in . strtr(substr($class, strlen($prefix)), '\\\\', '/') . '.php';
        if (str_starts_with($class, $prefix) && is_file($file)) {
            require $file;
        }
    }
});
$short = static fn (string $type): string => preg_replace('~(?:\\w+\\\\\\\\)+(?=\\w)~', '', $type);
$value = static fn (mixed $value): string => match (true) {
    is_array($value) => '[]',
    $value === null => 'null',
    is_bool($value) => $value ? 'true' : 'false',
    default => var_export($value, true),
};
$isInternal = static function (ReflectionMethod $method) use (&$isInternal): bool {
    if (str_contains((string) $method->getDocComment(), '@internal')) {
        return true;
    }
    return $method->hasPrototype() && $isInternal($method->getPrototype());
};
$found = [];
foreach (array_slice($argv, 3) as $class) {
    $methods = [];
    foreach ((new ReflectionClass("App\\\\Model\\\\$class"))->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
        if (str_starts_with($method->name, '__') || $isInternal($method)) {
            continue;
        }
        $parameters = array_map(static fn (ReflectionParameter $each): string =>
            ($each->hasType() ? $short((string) $each->getType()) . ' ' : '') . ($each->isVariadic() ? '...' : '') . '$' . $each->name
            . ($each->isDefaultValueAvailable() ? ' = ' . $value($each->getDefaultValue()) : ''), $method->getParameters());
        $methods[$method->name] = ($method->isStatic() ? 'static ' : '') . $method->name . '(' . implode(', ', $parameters) . ')'
            . ($method->hasReturnType() ? ': ' . $short((string) $method->getReturnType()) : '');
    }
    $found[$class] = $methods;
}
echo json_encode($found, JSON_THROW_ON_ERROR);`;

/** The public methods of PHP classes that were built into a folder, inherited ones included. */
export function phpMethods(folder: string, classes: readonly string[]): ReadonlyMap<string, Members> {
  const runtime = join(ROOT, 'packages/runtime-php/src');
  const { status, stdout, stderr } = spawnSync('php', ['-r', PHP, '--', folder, runtime, ...classes], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`php failed:\n${stdout}${stderr}`);
  const found = JSON.parse(stdout) as Record<string, Record<string, string>>;
  return new Map(Object.entries(found).map(([name, members]) => [name, new Map(Object.entries(members))]));
}

/** The public members of TypeScript classes that a module exports, inherited ones included. */
export function typescriptMembers(file: string, classes: readonly string[]): ReadonlyMap<string, Members> {
  const program = ts.createProgram({
    rootNames: [file],
    options: { ...STRICT, skipLibCheck: true, noEmit: true, noErrorTruncation: true },
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} exports nothing`);
  const exported = new Map(checker.getExportsOfModule(module).map((each) => [each.name, each]));
  return new Map(
    classes.map((name) => {
      const alias = exported.get(name);
      if (alias === undefined) throw new Error(`${file} does not export ${name}`);
      const symbol = checker.getAliasedSymbol(alias);
      const ofObjects = membersOf(checker, checker.getDeclaredTypeOfSymbol(symbol), '');
      return [name, new Map([...ofObjects, ...membersOf(checker, checker.getTypeOfSymbol(symbol), 'static ')])];
    }),
  );
}

function membersOf(checker: ts.TypeChecker, type: ts.Type, prefix: string): readonly (readonly [string, string])[] {
  return type
    .getProperties()
    .filter((member) => isForUsers(member))
    .map((member) => {
      const signatures = checker.getTypeOfSymbol(member).getNonNullableType().getCallSignatures();
      const text =
        signatures.length === 0
          ? `${member.name}: ${checker.typeToString(checker.getTypeOfSymbol(member), undefined, FORMAT)}`
          : signatures.map((each) => `${member.name}${checker.signatureToString(each, undefined, FORMAT)}`).join('\n');
      return [member.name, text.replaceAll(/^/gm, prefix)] as const;
    });
}

const FORMAT = ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

function isForUsers(member: ts.Symbol): boolean {
  if (member.name === 'prototype' || /^(?:\$|__|#)/.test(member.name)) return false;
  if (member.getJsDocTags().some(({ name }) => name === 'internal')) return false;
  return (member.declarations ?? []).every(
    (declaration) =>
      !/\/(?:lib\.[^/]*\.d\.ts|@types\/)/.test(declaration.getSourceFile().fileName) &&
      (ts.getCombinedModifierFlags(declaration) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) === 0,
  );
}
