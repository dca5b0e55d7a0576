/** The call of a guest: a guest with a link into a running call joins it; any other guest rings their host. */
import type { CallArguments, CallData, createCall } from '@earth/contracts';
import { ApiError } from '../../../../http/api-error';
import type { Guest, Principal } from '../../../../http/principal';
import * as transitions from '../transitions';
import { type CallDeps, joinCall, startCall } from '../service';
import { findCall } from '../store';
import { callView, contactsOf } from '../views';
import { setCall } from './store';

type Request = CallArguments<typeof createCall>;
type Started = CallData<typeof createCall>;

/**
 * @param request its only possible target is the host: a guest knows nobody else
 * @throws ApiError `notFound`, `sessionEnded`, and those of `startCall` and `joinCall`
 */
export async function startGuestCall(
  deps: CallDeps,
  principal: Principal,
  { callId, hostId }: Guest,
  request: Request,
): Promise<Started> {
  const isOthersNamed = request.targetContacts.some((id) => id !== hostId);
  if (isOthersNamed || request.forHelp || request.productCode !== undefined) throw new ApiError('notFound');
  const running = callId === null ? null : await findCall(deps.context.db, callId);
  // A call that the guest left ringing is replaced by the next one, as for everybody.
  return running && running.call.callerId !== principal.contactId
    ? await joinRunningCall(deps, principal, running.call.id)
    : await ring(deps, principal, request);
}

async function ring(deps: CallDeps, principal: Principal, request: Request): Promise<Started> {
  const started = await startCall(deps, principal, { ...request, instant: true });
  if (await setCall(deps.context.db, principal.contactId, started.call.uniqueId)) return started;
  // The link was revoked at that very moment.
  await deps.coordinator.leaveAll(principal);
  throw new ApiError('sessionEnded');
}

/** Adds the guest to the call and joins, in one transition: nobody sees the guest ring. */
async function joinRunningCall(deps: CallDeps, principal: Principal, callId: string): Promise<Started> {
  const { context } = deps;
  const guest = { contactId: principal.contactId, isReachable: true, isBusy: false };
  const participant = await joinCall(deps, principal, callId, (before) => {
    const { ringsUntil, subject } = before.call;
    return transitions.invite(before, [guest], { maxUsers: context.settings.maxUsersInCall, ringsUntil, subject });
  });
  const state = await findCall(context.db, callId);
  if (!state) throw new ApiError('notFound');
  return { call: callView(state, await contactsOf(context, [state])), participant };
}
