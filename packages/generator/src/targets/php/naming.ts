import type { Config } from '../../config/config.js';
import type { ClassNaming } from './classes.js';

/** What the configuration says about classes. */
export function classNaming({ generator: { objectModel } }: Config): ClassNaming {
  return {
    mapNamespace: objectModel.namespaceMap,
    classPrefix: objectModel.classPrefix,
    keyType: objectModel.defaultKeyType,
    requiredGetters: objectModel.requiredGetters,
  };
}
