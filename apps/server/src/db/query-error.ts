import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';

/** An error of the database without the values of the query, which are what people sent. */
export interface QueryFailure {
  readonly query?: string;
  readonly code?: string;
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
}

/** @returns null where it is no error of the database */
export function queryFailure(error: unknown): QueryFailure | null {
  if (error instanceof DrizzleQueryError) return { query: error.query, ...queryFailure(error.cause) };
  if (!(error instanceof pg.DatabaseError)) return null;
  const { code, table, column, constraint } = error;
  return {
    ...(code && { code }),
    ...(table && { table }),
    ...(column && { column }),
    ...(constraint && { constraint }),
  };
}

/** PostgreSQL, appendix A. */
const UNIQUE_VIOLATION = '23505';

/** Whether something was not written because the same is there already, by one of these indexes or keys. */
export function isDuplicate(error: unknown, ...constraints: readonly string[]): boolean {
  const { code, constraint = '' } = queryFailure(error) ?? {};
  return code === UNIQUE_VIOLATION && constraints.includes(constraint);
}

/** Whether what was given to the database was at fault: data that it cannot take, or that breaks a rule of a table. */
export const isAboutData = (error: unknown): boolean => /^2[23]/.test(queryFailure(error)?.code ?? '');
