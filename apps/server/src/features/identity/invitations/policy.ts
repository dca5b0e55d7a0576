/** Who may invite whom. */
import { type RoleCode, rolesToInvite } from '@earth/contracts';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';

/** Invitations are a matter of those who may invite anybody at all. @throws ApiError `notAllowed` */
export function requireInviter(principal: Principal): void {
  if (rolesToInvite(principal.role).length === 0) throw new ApiError('notAllowed');
}

/** Also for changing and withdrawing one: who may not give a role may not take it back. @throws ApiError `notAllowed` */
export function requireMayInvite(principal: Principal, role: RoleCode): void {
  if (!rolesToInvite(principal.role).includes(role)) throw new ApiError('notAllowed');
}
