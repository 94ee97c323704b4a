/** Stands in a comment at the beginning of every drawing. */
export const MADE_BY = 'Made by orm schema:show from the schema';

/** How a drawing of ours begins, in each format. A text that quotes one begins otherwise. */
export const DRAWING_MARK = new RegExp(`^(?:erDiagram\\s+%%|//|<!--|<!DOCTYPE html>\\s+<!--) ${MADE_BY}`);
