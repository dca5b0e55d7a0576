import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';

/** Requires an admin of this company. @throws ApiError `notFound`, `notAllowed` */
export function requireAdminOf({ companyId, role }: Principal, id: string): void {
  if (id !== companyId) throw new ApiError('notFound');
  if (role !== 'ADMIN') throw new ApiError('notAllowed');
}
