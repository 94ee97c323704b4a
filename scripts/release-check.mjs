// Whether a tag may be released: node scripts/release-check.mjs v1.2.3
// The tag, the npm package and the PHP runtime must have one version, and CHANGELOG.md a section for it with a date.

import { readFileSync } from 'node:fs';

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const [tag = ''] = process.argv.slice(2);
const { version } = JSON.parse(read('packages/generator/package.json'));
const [, runtime] = /\bVERSION = '([^']+)'/.exec(read('packages/runtime-php/src/Orm.php')) ?? [];
const [, changes] =
  new RegExp(`^## ${version.replaceAll('.', '\\.')} \\((.+)\\)$`, 'm').exec(read('CHANGELOG.md')) ?? [];

const wrong = [
  tag !== `v${version}` &&
    `the tag is ${tag || 'missing'}, and packages/generator/package.json has ${version}: tag v${version}`,
  runtime !== version && `packages/runtime-php/src/Orm.php has VERSION ${runtime}: write ${version}`,
  !/^\d{4}-\d\d-\d\d$/.test(changes ?? '') &&
    `CHANGELOG.md has "${changes ?? 'no section'}" for ${version}: write "## ${version} (${new Date().toISOString().slice(0, 10)})"`,
].filter(Boolean);
for (const line of wrong) process.stderr.write(`error: ${line}\n`);
process.exitCode = wrong.length === 0 ? 0 : 1;
