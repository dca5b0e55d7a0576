/** The call of a guest: who was invited into a running call comes into it, anybody else rings their host. */
import type { CallArguments, CallData, createCall } from '@earth/contracts';
import { ApiError } from '../../../../http/api-error';
import type { Guest, Principal } from '../../../../http/principal';
import * as course from '../transitions';
import { type Desk, joinCall, startCall } from '../service';
import { findCall } from '../store';
import { callView, contactsOf } from '../views';
import { setCall } from './store';

type Request = CallArguments<typeof createCall>;
type Started = CallData<typeof createCall>;

/**
 * @param request whom it names can be the host alone: of everybody else a guest knows nothing
 * @throws ApiError `notFound`, `sessionEnded`, and what `startCall` and `joinCall` do
 */
export async function startGuestCall(
  desk: Desk,
  principal: Principal,
  { callId, hostId }: Guest,
  request: Request,
): Promise<Started> {
  const isOthersNamed = request.targetContacts.some((id) => id !== hostId);
  if (isOthersNamed || request.forHelp || request.productCode !== undefined) throw new ApiError('notFound');
  const running = callId === null ? null : await findCall(desk.context.db, callId);
  // What a guest left ringing gives way to the next ring, as it does for everybody.
  return running && running.call.callerId !== principal.contactId
    ? await comeIn(desk, principal, running.call.id)
    : await ring(desk, principal, request);
}

async function ring(desk: Desk, principal: Principal, request: Request): Promise<Started> {
  const started = await startCall(desk, principal, { ...request, instant: true });
  if (await setCall(desk.context.db, principal.contactId, started.call.uniqueId)) return started;
  // The link was revoked in that very moment.
  await desk.coordinator.leaveAll(principal);
  throw new ApiError('sessionEnded');
}

/** The guest is called into it and is there, in one step: nobody sees them ring. */
async function comeIn(desk: Desk, principal: Principal, callId: string): Promise<Started> {
  const { context } = desk;
  const guest = { contactId: principal.contactId, isReachable: true, isBusy: false };
  const participant = await joinCall(desk, principal, callId, (before) => {
    const { ringsUntil, subject } = before.call;
    return course.invite(before, [guest], { maxUsers: context.settings.maxUsersInCall, ringsUntil, subject });
  });
  const state = await findCall(context.db, callId);
  if (!state) throw new ApiError('notFound');
  return { call: callView(state, await contactsOf(context, [state])), participant };
}
