import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';

/** A database error without the query's values, which are user data. */
export interface QueryFailure {
  readonly query?: string;
  readonly code?: string;
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
}

/** @returns null if it is no database error */
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

/** Whether an insert failed because of a duplicate in one of these indexes or keys. */
export function isDuplicate(error: unknown, ...constraints: readonly string[]): boolean {
  const { code, constraint = '' } = queryFailure(error) ?? {};
  return code === UNIQUE_VIOLATION && constraints.includes(constraint);
}

const DEADLOCK = '40P01';

/** Whether the database ended a transaction because it and others waited for each other's locks: alone it may pass. */
export const isDeadlock = (error: unknown): boolean => queryFailure(error)?.code === DEADLOCK;

/** Whether the given data was at fault: the database cannot store it, or it violates a constraint. */
export const isAboutData = (error: unknown): boolean => /^2[23]/.test(queryFailure(error)?.code ?? '');

/** PostgreSQL, appendix A: connection exceptions, and a server that stops, crashes or starts. */
const LOST = /^(08...|57P0[1-3])$/;
/** Of the driver, which gives no code. */
const LOST_MESSAGE = /^(Connection terminated|Client has encountered a connection error)/;

/** Whether the connection to the database broke. */
export const isConnectionLost = (error: unknown): error is Error =>
  error instanceof Error && (LOST.test(queryFailure(error)?.code ?? '') || LOST_MESSAGE.test(error.message));
