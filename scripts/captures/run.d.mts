import type { Picture } from './pictures.mjs';

export function pictureOf(picture: Picture): Promise<string>;
