import { loadModule } from 'libpg-query';
import type { Adapter } from '../../../src/model/adapter.js';
import type { Platform } from '../../../src/platforms/platform.js';
import { loadPlatforms } from '../../support/compile-schema.js';
import { PhpSkeletons } from './php-skeleton.js';
import { GateProject } from './project.js';

/** What the tests of the gate build with and look through; to be closed in the end. */
export class Workshop {
  readonly project = new GateProject();
  readonly skeletons = new PhpSkeletons();

  private constructor(readonly platforms: ReadonlyMap<Adapter, Platform>) {}

  static async open(): Promise<Workshop> {
    await loadModule();
    return new Workshop(await loadPlatforms());
  }

  close(): void {
    this.skeletons.close();
    this.project.remove();
  }
}
