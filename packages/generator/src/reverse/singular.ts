import pluralize from 'pluralize';

/** Plurals that the rules get wrong, and what one of them is called. */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['aches', 'ache'],
  ['agendas', 'agenda'],
  ['apis', 'api'],
  ['axes', 'axis'],
  ['brownies', 'brownie'],
  ['caches', 'cache'],
  ['calories', 'calorie'],
  ['canvases', 'canvas'],
  ['cookies', 'cookie'],
  ['emojis', 'emoji'],
  ['excuses', 'excuse'],
  ['focuses', 'focus'],
  ['fuses', 'fuse'],
  ['headaches', 'headache'],
  ['indexes', 'index'],
  ['lenses', 'lens'],
  ['niches', 'niche'],
  ['oases', 'oasis'],
  ['persons', 'person'],
  ['schemas', 'schema'],
  ['selfies', 'selfie'],
  ['taxis', 'taxi'],
  ['vetoes', 'veto'],
  ['viruses', 'virus'],
  ['wikis', 'wiki'],
]);

/** Words that only look like plurals, and plurals that name one thing. */
const UNCHANGED = new Set(
  (
    'analytics bias canvas chaos christmas cosmos crossroads data dice economics electronics ethics goods lens logistics ' +
    'mathematics means media metadata news physics politics premises statistics sunglasses works'
  ).split(' '),
);

/** `sms`, `dns`: letters without a vowel are no word to make a singular of; `basis` and `axis` are one already. */
const IS_ONE = /^[^aeiouy]+$|is$/;

/** The singular of a CamelCase name: its last word decides. A word that is no known plural stays. */
export function singular(name: string): string {
  const [word = name] = /[A-Z][^A-Z]*$/.exec(name) ?? [];
  return name.slice(0, name.length - word.length) + singularWord(word);
}

function singularWord(word: string): string {
  const plain = word.toLowerCase();
  const known = IRREGULAR.get(plain);
  if (known !== undefined) return word.charAt(0) + known.slice(1);
  if (UNCHANGED.has(plain) || IS_ONE.test(plain)) return word;
  const one = pluralize.singular(word);
  // What does not become the same plural again was none.
  return pluralize.plural(one) === word ? one : word;
}
