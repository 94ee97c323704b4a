import type { Adapter } from '../../../src/model/adapter.js';
import type { XmlNode } from '../../support/xml-tree.js';
import { type Bones, bonesOf, difference } from './judge.js';
import type { PhpSkeletons } from './php-skeleton.js';
import type { Outputs } from './project.js';
import type { Target } from './targets.js';

/** Builds a tree for a vendor; nothing where it is refused. `whole`: the classes and the page too. */
export type Build = (tree: XmlNode, adapter: Adapter, whole: boolean) => Promise<Outputs | undefined>;

export interface Played {
  /** How many values there were, and how many were not refused. */
  readonly values: number;
  readonly accepted: number;
  readonly findings: readonly string[];
}

/** The base of each vendor, as it is built without anything hostile in it. */
export class Player {
  readonly #clean = new Map<Adapter, Bones>();
  #turn = 0;

  constructor(
    readonly trees: ReadonlyMap<Adapter, XmlNode>,
    private readonly build: Build,
    private readonly skeletons: PhpSkeletons,
    /** Every value for every vendor; otherwise two vendors take turns, and the others follow where one of them accepts. */
    private readonly full: boolean,
  ) {}

  async clean(adapter: Adapter): Promise<Bones> {
    let bones = this.#clean.get(adapter);
    if (bones === undefined) {
      const tree = this.trees.get(adapter);
      const outputs = tree && (await this.build(tree, adapter, true));
      if (outputs === undefined) throw new Error(`the base is refused for ${adapter}`);
      bones = await bonesOf(outputs, this.skeletons);
      this.#clean.set(adapter, bones);
    }
    return bones;
  }

  /** Puts each hostile value into an attribute; the same one of each vendor's tree. */
  async play(targets: ReadonlyMap<Adapter, Target>, values: readonly string[]): Promise<Played> {
    const findings: string[] = [];
    const vendors = [...targets.keys()];
    let accepted = 0;
    for (const value of values) {
      this.#turn += 1;
      const turned = vendors.map((_, index) => vendors[(index + this.#turn) % vendors.length] as Adapter);
      let isAccepted = false;
      for (const [index, adapter] of turned.entries()) {
        // What two vendors refuse is refused by what all have in common, nearly always.
        if (index === 2 && !isAccepted && !this.full) break;
        const finding = await this.#one(targets.get(adapter), adapter, value, index === 0 || this.full);
        if (finding !== 'refused') isAccepted = true;
        if (finding !== 'refused' && finding !== undefined) findings.push(finding);
      }
      if (isAccepted) accepted++;
    }
    return { values: values.length, accepted, findings };
  }

  async #one(target: Target | undefined, adapter: Adapter, value: string, whole: boolean): Promise<string | undefined> {
    const tree = this.trees.get(adapter);
    if (target === undefined || tree === undefined) return 'refused';
    const before = target.node.attributes[target.attribute] ?? '';
    target.node.attributes[target.attribute] = value;
    try {
      const outputs = await this.build(tree, adapter, whole);
      if (outputs === undefined) return 'refused';
      const problem = difference(await this.clean(adapter), await bonesOf(outputs, this.skeletons), adapter);
      return problem && `${adapter}, ${target.name} = ${JSON.stringify(value)}: ${problem}`;
    } finally {
      target.node.attributes[target.attribute] = before;
    }
  }
}
