import * as z from 'zod/mini';

/**
 * How many come at once.
 * @param usual where nobody says how many
 * @param most whoever asks for more gets so many: that is no error
 */
export const pageSize = (usual: number, most: number) =>
  z._default(
    z.int().check(
      z.minimum(1),
      z.overwrite((size) => Math.min(size, most)),
    ),
    usual,
  );
