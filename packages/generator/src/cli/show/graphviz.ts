import { errorMessage } from '../../platforms/connection.js';
import { importOptional } from '../../platforms/driver.js';
import type { GraphvizEngine } from '../../targets/diagram/graphviz.js';

/** Graphviz as a package: an optional peer, for pictures only. */
export const GRAPHVIZ = '@hpcc-js/wasm-graphviz';

interface GraphvizModule {
  readonly Graphviz: { load(): Promise<{ layout(dot: string, format: string, engine: string): string }> };
}

/** Graphviz, or nothing where it is not installed. */
export async function loadGraphviz(projectDir: string): Promise<GraphvizEngine | undefined> {
  const module = (await importOptional(GRAPHVIZ, projectDir)) as GraphvizModule | undefined;
  if (module === undefined) return undefined;
  const graphviz = await module.Graphviz.load();
  return (dot) => {
    try {
      return graphviz.layout(dot, 'json0', 'dot');
    } catch (error) {
      throw new Error(`Graphviz cannot lay out the tables: ${errorMessage(error)}`);
    }
  };
}
