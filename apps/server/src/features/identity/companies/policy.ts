import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';

/** The company is one's own, and one is an admin of it. @throws ApiError `notFound`, `notAllowed` */
export function requireAdminOf({ companyId, role }: Principal, id: string): void {
  if (id !== companyId) throw new ApiError('notFound');
  if (role !== 'ADMIN') throw new ApiError('notAllowed');
}
