/** The shells that a script can be made for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
