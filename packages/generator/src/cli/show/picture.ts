import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, relative, resolve, sep } from 'node:path';
import { failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { suggestion } from '../../diagnostics/suggest.js';
import type { FileResult } from '../../output/file-plan.js';
import { writeFiles } from '../../output/writer.js';
import type { BuiltModel } from '../../schema/models.js';
import { DRAWING_MARK } from '../../targets/diagram/mark.js';
import type { PartLayout } from '../../targets/diagram/placement.js';
import type { DatabaseView } from '../../targets/diagram/view.js';
import type { CommandOptions, Context } from '../command.js';
import { GRAPHVIZ, loadGraphviz } from './graphviz.js';

const FORMATS = ['mermaid', 'dot', 'svg', 'html'] as const;
export type Format = (typeof FORMATS)[number];

/** What the ending of a file says about what is to be in it. */
const ENDINGS: Readonly<Record<string, Format>> = {
  '.mmd': 'mermaid',
  '.mermaid': 'mermaid',
  '.dot': 'dot',
  '.gv': 'dot',
  '.svg': 'svg',
  '.html': 'html',
  '.htm': 'html',
};

/** What `--format`, or else the name of the file, asks for; nothing where the model is to be shown in the terminal. */
export function chosenFormat({ format, output, json }: CommandOptions): Format | undefined {
  if (format !== undefined && !isFormat(format)) {
    throw failure({
      code: 'cli/wrong-value',
      message: `--format cannot be ${quoted(format)}`,
      help: suggestion(format, FORMATS),
    });
  }
  if (format !== undefined && output === undefined && json) {
    throw failure({
      code: 'cli/wrong-value',
      message: '--format and --json both want to be all that is printed',
      help: 'give a file with --output, or leave one of them out: --json alone prints the whole model',
    });
  }
  if (format !== undefined || output === undefined) return format;
  const found = ENDINGS[extname(output).toLowerCase()];
  if (found !== undefined) return found;
  throw failure({
    code: 'cli/wrong-value',
    message: `the name ${quoted(output)} does not say what is to be in the file`,
    help: `add --format (${FORMATS.join(', ')}), or a name that ends with .mmd, .dot, .svg or .html`,
  });
}

const isFormat = (text: string): text is Format => (FORMATS as readonly string[]).includes(text);

/** What a drawing is of. */
interface Drawing {
  readonly title: string;
  /** The project folder, which Graphviz may be installed in. */
  readonly root: string;
}

/** A page of more tables takes a gigabyte to make, and browsers do not show it. */
const MOST_TABLES = 3000;

/** Refuses a page or picture that nobody could look at, before it is made. */
export function refuseTooMany(format: Format | undefined, models: readonly BuiltModel[]): void {
  const tables = models.reduce((sum, { database }) => sum + database.tables.length, 0);
  if ((format !== 'html' && format !== 'svg') || tables <= MOST_TABLES) return;
  throw failure({
    code: 'show/too-many-tables',
    message: `the schema has ${tables.toLocaleString('en')} tables, and --format ${format} shows ${MOST_TABLES.toLocaleString('en')} at most`,
    help: 'name a table to show it and those around it, choose databases with --connection, or write --format dot or mermaid',
  });
}

/** The model as a text of a format. What only one format needs is loaded for that one. */
export async function pictureText(
  format: Format,
  databases: readonly DatabaseView[],
  context: Context,
  { title, root }: Drawing,
): Promise<string> {
  switch (format) {
    case 'mermaid':
      return (await import('../../targets/diagram/mermaid.js')).mermaidDiagram(databases);
    case 'dot':
      return (await import('../../targets/diagram/dot.js')).dotDiagram(databases);
    case 'svg': {
      const layout = await graphvizOf(root);
      if (layout === undefined) throw missingGraphviz();
      return (await import('../../targets/diagram/svg.js')).svgDiagram(databases, layout);
    }
    case 'html': {
      const layout = await graphvizOf(root);
      if (layout === undefined) {
        context.terminal.talk(`for a better layout of the diagram: npm install ${GRAPHVIZ}`);
      }
      const own = layout ?? (await import('../../targets/diagram/layered.js')).layeredLayout;
      return (await import('../../targets/diagram/page/page.js')).htmlPage(databases, title, own);
    }
  }
}

async function graphvizOf(root: string): Promise<PartLayout | undefined> {
  const engine = await loadGraphviz(root);
  if (engine === undefined) return undefined;
  return (await import('../../targets/diagram/graphviz.js')).graphvizLayout(engine);
}

function missingGraphviz(): Error {
  return failure({
    code: 'show/missing-graphviz',
    message: `drawing SVG needs the package ${GRAPHVIZ}, which is not installed`,
    help: `npm install ${GRAPHVIZ}\n--format html draws without it; mermaid and dot are text for other programs to draw`,
  });
}

/** Writes the text to the file of `--output`; `inputs` are files that not even `--force` may replace. */
export function writePicture(
  text: string,
  { output = '', force }: CommandOptions,
  { cwd, root, inputs }: { readonly cwd: string; readonly root: string; readonly inputs: readonly string[] },
): FileResult {
  const target = resolve(cwd, output);
  if (inputs.some((input) => isSameFile(input, target))) {
    throw failure({
      code: 'cli/wrong-value',
      message: `--output names ${quoted(output)}, which the model is read from`,
      help: 'give the drawing a file of its own',
    });
  }
  const folder = dirname(target);
  if (!existsSync(folder) && !isBelow(folder, root) && !isBelow(folder, cwd)) {
    throw failure({
      code: 'output/no-folder',
      message: `there is no folder ${quoted(folder)}, and it is outside the project`,
      help: 'create it first, or check the path after --output: folders are created inside the project only',
    });
  }
  const file = { path: basename(target), content: text, mark: DRAWING_MARK };
  const [result] = writeFiles({ folder, files: [file], removals: [] }, { dryRun: false, force });
  return { path: output, status: result?.status ?? 'unchanged' };
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Also by another spelling of its name, or through a link. */
function isSameFile(left: string, right: string): boolean {
  return left === right || (existsSync(left) && existsSync(right) && realpathSync(left) === realpathSync(right));
}
