import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../../config/config.js';
import { printable } from '../../../diagnostics/printable.js';
import type { Adapter } from '../../../model/adapter.js';
import { installLine } from '../../install-line.js';
import { neededDriver, ownPackage } from '../../installed.js';
import { type Finding, ok, problem, warning } from '../finding.js';
import type { Check, Subject } from '../subject.js';
import { inRange, inStep } from '../version-range.js';

/** The npm packages that generated classes need where they run: seen from their folder, as Node looks for them. */
export const packagesCheck: Check = { title: 'TypeScript', target: 'typescript', find: packageFindings };

const RUNTIME = '@ormgen/runtime';

interface Manifest {
  readonly type?: unknown;
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

async function packageFindings({ root, config, connections }: Subject): Promise<readonly Finding[]> {
  if (config.value === undefined) return [];
  const { tsDir } = config.value.paths;
  const manifest = nearestManifest(tsDir);
  const adapters = [...new Set(connections.map(({ adapter }) => adapter))];
  const drivers = adapters.map(async (adapter) => {
    const name = await neededDriver(adapter);
    return name === undefined ? builtIn(adapter) : driverFinding(adapter, name, root, tsDir, manifest?.content);
  });
  return [runtimeFinding(root, tsDir), ...(await Promise.all(drivers)), ...moduleFinding(manifest, config.value)];
}

function runtimeFinding(root: string, tsDir: string): Finding {
  const installed = versionSeenFrom(tsDir, RUNTIME);
  if (installed === undefined) {
    return problem(
      `${RUNTIME} is not installed, and generated classes need it`,
      installLine(root, RUNTIME, 'application'),
    );
  }
  const { version } = ownPackage();
  const shown = `${RUNTIME} ${printable(installed)}`;
  if (inStep(installed, version)) return ok(shown);
  return problem(
    `${shown} is not in step with orm ${version}`,
    `${installLine(root, `${RUNTIME}@${version}`, 'application')}, or install the ormgen of the same version, and then: orm model:build`,
  );
}

function driverFinding(
  adapter: Adapter,
  name: string,
  root: string,
  tsDir: string,
  manifest: Manifest | undefined,
): Finding {
  const install = installLine(root, name, 'application');
  const version = versionSeenFrom(tsDir, name);
  if (version === undefined) return problem(`${adapter}: the application needs the package ${name}`, install);
  const range = ownPackage().peerDependencies[name] ?? '>=0';
  if (!inRange(version, range)) {
    return problem(`${name} ${printable(version)}, and the application needs ${range}`, `${install}@latest`);
  }
  const isForDevelopersOnly =
    manifest?.devDependencies?.[name] !== undefined && manifest.dependencies?.[name] === undefined;
  if (!isForDevelopersOnly) return ok(`${name} ${printable(version)}`);
  return warning(`${name} is in devDependencies, which "npm ci --omit=dev" leaves out`, install);
}

/** The first Node whose own driver serves. */
const BUILT_IN_SINCE = '22.16';

const builtIn = (adapter: Adapter): Finding =>
  ok(`${adapter}: Node itself, ${BUILT_IN_SINCE} or later where the application runs`);

/** Generated files are ES modules, and Node takes the word of package.json for what `.js` and `.ts` are. */
function moduleFinding(
  manifest: { readonly file: string; readonly content: Manifest } | undefined,
  { generator }: Config,
): readonly Finding[] {
  if (generator.typescript.importExtension === '' || manifest?.content.type === 'module') return [];
  const advice = 'npm pkg set type=module';
  return manifest === undefined
    ? [warning('there is no package.json above the classes', 'npm init --yes', advice)]
    : [warning('package.json does not say that the files are ES modules', advice)];
}

function versionSeenFrom(folder: string, name: string): string | undefined {
  const file = nearestFile(folder, join('node_modules', name, 'package.json'));
  return file === undefined ? undefined : readManifest(file).version;
}

function nearestManifest(folder: string): { readonly file: string; readonly content: Manifest } | undefined {
  const file = nearestFile(folder, 'package.json');
  return file === undefined ? undefined : { file, content: readManifest(file) };
}

function nearestFile(start: string, name: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, name))) return join(folder, name);
    if (dirname(folder) === folder) return undefined;
  }
}

function readManifest(file: string): Manifest {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  } catch {
    return {};
  }
}
