import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** An empty folder for one test, with a project folder in the middle so that the folders above it can be watched. */
export class Sandbox {
  readonly root = mkdtempSync(join(tmpdir(), 'orm-test-'));
  readonly project = join(this.root, 'above', 'project');

  constructor(files: Readonly<Record<string, string | Buffer>> = {}) {
    mkdirSync(this.project, { recursive: true });
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  write(path: string, content: string | Buffer): void {
    const target = join(this.project, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }

  read(path: string): string {
    return readFileSync(join(this.project, path), 'utf8');
  }

  /** Everything in the sandbox: path from its root → what it is and a hash of what it holds. */
  snapshot(): Map<string, string> {
    const found = new Map<string, string>();
    const visit = (folder: string, prefix: string): void => {
      for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        const stat = lstatSync(path);
        if (stat.isDirectory()) {
          found.set(`${prefix}${name}/`, 'folder');
          visit(path, `${prefix}${name}/`);
        } else if (stat.isSymbolicLink()) found.set(prefix + name, `link to ${readlinkSync(path)}`);
        else if (stat.size > 1_000_000) found.set(prefix + name, `${stat.size} bytes`);
        else found.set(prefix + name, createHash('md5').update(readFileSync(path)).digest('hex'));
      }
    };
    visit(this.root, '');
    return found;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
