export interface Cell {
  readonly character: string;
  /** Names of colours and kinds of type, with spaces between. */
  readonly style: string;
}

export function screenOf(text: string): Cell[][];
export function textOf(lines: readonly (readonly Cell[])[]): string;
