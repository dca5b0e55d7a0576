/** Calling more people into a call that goes on. */
import type { addTargets, CallArguments, CallTarget } from '@earth/contracts';
import { ApiError } from '../../../http/api-error';
import { growSealedText } from '../../../http/sealed-input';
import type { Principal } from '../../../http/principal';
import * as course from './transitions';
import { requireInside } from './policy';
import { checkTargets, type Desk, incomingCall, ringEnd } from './service';
import * as store from './store';
import { callView, targetViews } from './views';

type MorePeople = CallArguments<typeof addTargets>;

/** They ring as if they had been called at first, and can read the call's subject where it was sealed for them too. */
export async function inviteMore(desk: Desk, principal: Principal, request: MorePeople): Promise<CallTarget[]> {
  const { context, coordinator } = desk;
  const { id: callId, targetContacts, subject } = request;
  const seen = requireInside(await store.findCall(context.db, callId), principal.contactId);
  const { contacts, ids, invited } = await checkTargets(context, principal, targetContacts, course.targetIds(seen));
  const areRead = ({ targets }: course.CallState) => targets.every(({ contactId }) => contacts.has(contactId));
  const inviting = { maxUsers: context.settings.maxUsersInCall, ringsUntil: ringEnd(context, context.clock.now()) };

  const state = await coordinator.take(callId, (before) => {
    const { call } = requireInside(before, principal.contactId);
    if (!areRead(before)) return course.unchanged(before);
    const people = new Set([...course.targetIds(before), ...ids]);
    const grown = subject === undefined ? call.subject : growSubject(call, subject, people);
    const step = course.invite(before, invited, { ...inviting, subject: grown });
    const rangBefore = course.ringingIds(before);
    const newcomers = course.ringingIds(step).filter((id) => !rangBefore.includes(id));
    // Told with the step: whatever comes after it in the call, they hear of the call first.
    return { ...step, notifications: [...step.notifications, incomingCall(newcomers, callView(step, contacts))] };
  });
  if (!state) throw new ApiError('notFound');
  // Somebody else has been added meanwhile, and nothing was done: once more, with them.
  return areRead(state) ? targetViews(state, contacts) : await inviteMore(desk, principal, request);
}

const growSubject = (call: course.CallRow, value: string, people: ReadonlySet<string>) =>
  growSealedText(call.subject, { field: 'subject', value, scheme: call.cryptoSchema, people });
