export function largeSchema(count: number): string;
