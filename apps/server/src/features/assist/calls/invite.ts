/** Inviting more people into a running call. */
import type { addTargets, CallArguments, CallTarget } from '@earth/contracts';
import { ApiError } from '../../../http/api-error';
import { growSealedText } from '../../../http/sealed-input';
import type { Principal } from '../../../http/principal';
import * as transitions from './transitions';
import { requireInside } from './policy';
import { checkTargets, type CallDeps, incomingCall, ringEnd } from './service';
import * as store from './store';
import { callView, targetViews } from './views';

type MorePeople = CallArguments<typeof addTargets>;

/** The invited people ring as in a new call. They can read the call's subject if it was sealed for them too. */
export async function inviteMore(deps: CallDeps, principal: Principal, request: MorePeople): Promise<CallTarget[]> {
  const { context, coordinator } = deps;
  const { id: callId, targetContacts, subject } = request;
  const seen = requireInside(await store.findCall(context.db, callId), principal.contactId);
  const { contacts, ids, invited } = await checkTargets(deps, principal, targetContacts, transitions.targetIds(seen));
  const areRead = ({ targets }: transitions.CallState) => targets.every(({ contactId }) => contacts.has(contactId));
  const inviting = { maxUsers: context.settings.maxUsersInCall, ringsUntil: ringEnd(context, context.clock.now()) };

  const state = await coordinator.apply(callId, (before) => {
    const { call } = requireInside(before, principal.contactId);
    if (!areRead(before)) return transitions.unchanged(before);
    const people = new Set([...transitions.targetIds(before), ...ids]);
    const grown = subject === undefined ? call.subject : growSubject(call, subject, people);
    const step = transitions.invite(before, invited, { ...inviting, subject: grown });
    const rangBefore = transitions.ringingIds(before);
    const newcomers = transitions.ringingIds(step).filter((id) => !rangBefore.includes(id));
    // Sent with the transition, so that the invited people hear of the call before anything that follows in it.
    return { ...step, notifications: [...step.notifications, incomingCall(newcomers, callView(step, contacts))] };
  });
  if (!state) throw new ApiError('notFound');
  // Another invitation came first and nothing was changed: try again with those people included.
  return areRead(state) ? targetViews(state, contacts) : await inviteMore(deps, principal, request);
}

const growSubject = (call: transitions.CallRow, value: string, people: ReadonlySet<string>) =>
  growSealedText(call.subject, { field: 'subject', value, scheme: call.cryptoSchema, people });
