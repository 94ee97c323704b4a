/** A tool of the Composer packages, or undefined. */
export function composerTool(name: string): string | undefined;

export const runtimeFolder: string;
