// What the methods of generated classes call.

export { addChild, addTarget, removeChild, removeTarget, setChildren, setParent, setTargets } from './linking.js';
export { readMany, readOne, requireOne } from './read-only.js';
export { getChild, getChildren, getCombinations, getParent, getTargets, requireParent } from './reading.js';
