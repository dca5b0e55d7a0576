/** Policy of contents: visibility and write access. */
import { isController } from '@earth/contracts';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';

/** The scope of a list: 1 public and own, 2 private only, 3 everything that the user may see. */
export type Access = 1 | 2 | 3;

/** The access of a user to contents. `companyId` null: a visitor without a company. */
export interface Viewer {
  readonly companyId: string | null;
  readonly access: Access;
}

export const viewerOf = (principal: Principal | null, access: Access = 3): Viewer => ({
  companyId: principal?.companyId ?? null,
  access,
});

/** @throws ApiError `notAllowed` */
export function requireEditor({ role }: Principal): void {
  if (!isController(role)) throw new ApiError('notAllowed');
}
