/** Who may see which contents, and who may write them. */
import { isController } from '@earth/contracts';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';

/** What a list is about: 1 public and own, 2 private only, 3 all that one may see. */
export type Access = 1 | 2 | 3;

/** Of which contents somebody sees which part. Null: of no company. */
export interface Sight {
  readonly companyId: string | null;
  readonly access: Access;
}

export const sightOf = (principal: Principal | null, access: Access = 3): Sight => ({
  companyId: principal?.companyId ?? null,
  access,
});

/** @throws ApiError `notAllowed` */
export function requireEditor({ role }: Principal): void {
  if (!isController(role)) throw new ApiError('notAllowed');
}
