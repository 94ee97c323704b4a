// Whether every way to import the runtime finds its types (@arethetypeswrong/cli). It is ESM only by design: `require()` of it works
// from Node 20.19 on, which the tool does not know, and resolution as of Node 10 knows no `exports`.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packed, registryTool } from './registry-tool.mjs';

const attw = registryTool('@arethetypeswrong/cli', '0.18.5', 'attw');
if (attw === undefined) {
  console.log(
    '!!! NOT RUN: @arethetypeswrong/cli cannot be had from the registry; the types of the package are not checked',
  );
} else {
  const folder = mkdtempSync(join(tmpdir(), 'orm-types-'));
  const { status } = spawnSync(attw, ['--profile', 'esm-only', packed('packages/runtime-ts', folder)], {
    stdio: 'inherit',
  });
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = status ?? 1;
}
