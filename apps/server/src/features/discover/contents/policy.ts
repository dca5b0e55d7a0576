/** Policy of contents: visibility and write access. */
import { isController } from '@earth/contracts';
import { ApiError } from '../../../http/api-error';
import type { Caller } from '../../../http/principal';

/** The scope of a list: 1 public and own, 2 private only, 3 everything that the user may see. */
export type Access = 1 | 2 | 3;

/** The access of a user to contents. `companyId` null: a visitor without a company. */
export interface Viewer {
  readonly companyId: string | null;
  readonly access: Access;
  /** The company of which the user also sees what is not live: drafts, and what is deleted. */
  readonly draftsOf?: string | undefined;
}

export const viewerOf = (principal: Caller | null, access: Access = 3): Viewer => ({
  companyId: principal?.companyId ?? null,
  access,
});

/**
 * For calls about one content, which also edit and preview it: operators and admins see their company's drafts. Lists, the menu and what
 * devices recognize have only what is live, for everybody.
 */
export const previewerOf = (principal: Caller | null): Viewer => ({
  ...viewerOf(principal),
  draftsOf: principal && principal.guest === null && isController(principal.role) ? principal.companyId : undefined,
});

/** @throws ApiError `notAllowed` */
export function requireEditor({ role }: Caller): void {
  if (!isController(role)) throw new ApiError('notAllowed');
}
