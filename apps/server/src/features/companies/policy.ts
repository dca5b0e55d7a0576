import { ApiError } from '../../http/api-error';
import type { Who } from '../../http/who';

/** The company is one's own, and one is an admin of it. @throws ApiError `notFound`, `notAllowed` */
export function requireAdminOf({ companyId, role }: Who, id: string): void {
  if (id !== companyId) throw new ApiError('notFound');
  if (role !== 'ADMIN') throw new ApiError('notAllowed');
}
