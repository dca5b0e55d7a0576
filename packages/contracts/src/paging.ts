import * as z from 'zod/mini';

/**
 * Page size.
 * @param usual the default
 * @param most the maximum; a larger request gets this many and is no error
 */
export const pageSize = (usual: number, most: number) =>
  z._default(
    z.int().check(
      z.minimum(1),
      z.overwrite((size) => Math.min(size, most)),
    ),
    usual,
  );
