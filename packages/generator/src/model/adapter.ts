/** The database vendors, by the names the configuration uses for them. */
export const ADAPTERS = ['pgsql', 'mysql', 'sqlite', 'mssql', 'oracle'] as const;

export type Adapter = (typeof ADAPTERS)[number];
