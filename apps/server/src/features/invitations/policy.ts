/** Who may invite whom. */
import { type RoleCode, rolesToInvite } from '@earth/contracts';
import { ApiError } from '../../http/api-error';
import type { Who } from '../../http/who';

/** Invitations are a matter of those who may invite anybody at all. @throws ApiError `notAllowed` */
export function requireInviter(who: Who): void {
  if (rolesToInvite(who.role).length === 0) throw new ApiError('notAllowed');
}

/** Also for changing and withdrawing one: who may not give a role may not take it back. @throws ApiError `notAllowed` */
export function requireMayInvite(who: Who, role: RoleCode): void {
  if (!rolesToInvite(who.role).includes(role)) throw new ApiError('notAllowed');
}
