import { ApiError } from '../../http/api-error';
import type { Who } from '../../http/who';

/** What strangers have told of themselves is for admins. @throws ApiError `notAllowed` */
export function requireAdmin({ role }: Who): void {
  if (role !== 'ADMIN') throw new ApiError('notAllowed');
}
