// Bundles the command into dist/: one file for what every run needs, and one for each part that only some need.
// Loading a hundred small modules costs more time than most builds of a schema take.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const dist = process.argv[2] ?? here('dist');

const shared = {
  outbase: here('src'),
  outdir: dist,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  write: false,
  metafile: true,
  logLevel: 'warning',
};

/** What the first file imports when it is needed begins files of its own. */
const later = new Set();
const leaveForLater = {
  name: 'leave for later',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      // Only the first file's own: those of modules that it takes one constant from are never run there.
      if (kind !== 'dynamic-import') return undefined;
      if (resolveDir === here('src/cli')) later.add(join(resolveDir, path.replace(/\.js$/, '.ts')));
      return { path, external: true };
    }),
};

/** What every run loads: one small file, whole, so that `orm --version` loads nothing else. */
const entry = await build({ ...shared, entryPoints: [here('src/cli/main.ts')], plugins: [leaveForLater] });

/** CommonJS packages inside the bundle ask for node's own modules by require. */
const REQUIRE =
  "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);\n";

const parts = await build({
  ...shared,
  entryPoints: [...later],
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  external: ['pg', 'mysql2', 'mysql2/*', 'better-sqlite3', 'tedious', 'oracledb', '@hpcc-js/wasm-graphviz'],
});

const outputFiles = [...entry.outputFiles, ...parts.outputFiles].map(({ path, text }) => ({
  path,
  contents: Buffer.from(/\b(?:__)?require\(|typeof require\b/.test(text) ? REQUIRE + text : text),
}));
const inputs = [entry, parts].flatMap(({ metafile }) => Object.keys(metafile.inputs));

/** The licences of the packages whose code is in the bundle, as they ask for. */
function licences() {
  const folders = new Set();
  for (const input of inputs) {
    const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(resolve(input));
    if (match) folders.add(match[1]);
  }
  const texts = [...folders].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    // Some packages ship no text; theirs are from their repositories.
    const path = file ? join(folder, file) : here(`licences/${name.replace('/', '+')}.txt`);
    if (!existsSync(path)) throw new Error(`${name} has no licence text: put it into ${path}`);
    const text = readFileSync(path, 'utf8').trim();
    return `${name} ${version}\n\n${text}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

outputFiles.push({ path: join(dist, 'THIRD-PARTY-LICENSES.txt'), contents: Buffer.from(licences()) });

// New files first, each of them whole, then the old ones go: a command that starts meanwhile finds one whole set. `npm pack` builds
// while tests run commands.
for (const { path, contents } of outputFiles) {
  if (existsSync(path) && readFileSync(path).equals(contents)) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, contents);
  renameSync(`${path}.${process.pid}`, path);
}
const written = new Set(outputFiles.map((file) => file.path));
for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && !written.has(path)) rmSync(path, { force: true });
}
const bytes = outputFiles.reduce((sum, file) => sum + file.contents.length, 0);
console.error(`dist: ${outputFiles.length} files, ${Math.round(bytes / 1024)} kB`);
