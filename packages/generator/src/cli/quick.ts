/** What can be answered without reading the whole command line, and so without loading what reads it. */
type QuickRequest =
  | { readonly kind: 'version'; readonly json: boolean }
  | { readonly kind: 'help'; readonly command: string | undefined };

const SHAPES_OUTPUT = new Set(['--json', '--quiet', '--no-color']);
const VERSION = new Set(['--version', '-V', '-v']);
const HELP = new Set(['--help', '-h']);

/** `orm --version`, `orm`, `orm --help`, `orm help sql:build` and `orm sql:build --help`; anything else is for the parser. */
export function quickRequest(argv: readonly string[]): QuickRequest | undefined {
  const [first, second, ...more] = argv.filter((word) => !SHAPES_OUTPUT.has(word));
  if (first !== undefined && VERSION.has(first)) return { kind: 'version', json: argv.includes('--json') };
  if (more.length > 0) return undefined;
  if (first === undefined || (second === undefined && (first === 'help' || HELP.has(first)))) {
    return { kind: 'help', command: undefined };
  }
  if (second === undefined || first.startsWith('-')) return undefined;
  if (first === 'help' && !second.startsWith('-')) return { kind: 'help', command: second };
  return HELP.has(second) ? { kind: 'help', command: first } : undefined;
}
