export interface Picture {
  readonly name: string;
  readonly title: string;
}

export const PICTURES: readonly Picture[];
