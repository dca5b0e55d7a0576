/** Calling more people into a call that goes on. */
import type { addTargets, CallArguments, CallTarget } from '@earth/contracts';
import { ApiError } from '../../http/api-error';
import { growSealedText } from '../../http/sealed-input';
import type { Who } from '../../http/who';
import { contactViews } from '../contacts';
import * as course from './course';
import { requireInside, requireMayCall, requireTargets } from './policy';
import type { Desk } from './service';
import * as store from './store';
import { callView, contactsOf, schemeOf } from './views';

/** They ring as if they had been called at first, and can read the call's subject where it was sealed for them too. */
export async function inviteMore(
  { context, conductor }: Desk,
  who: Who,
  { id: callId, targetContacts, subject }: CallArguments<typeof addTargets>,
): Promise<CallTarget[]> {
  const { clock, db, settings } = context;
  requireInside(await store.findCall(db, callId), who.contactId);
  const ids = [...new Set(targetContacts)].filter((id) => id !== who.contactId);
  if (ids.length === 0) throw new ApiError('noTargets');
  const [contacts, service] = await Promise.all([
    contactViews(context, [who.contactId, ...ids]),
    store.findCompany(db, who.companyId),
  ]);
  const caller = contacts.get(who.contactId);
  if (!caller || !service) throw new ApiError('sessionEnded');
  requireMayCall({ caller, service, callsEnabled: settings.callsEnabled, now: clock.now() });
  const invited = requireTargets(ids, contacts, who);
  const ringsUntil = new Date(clock.now().getTime() + settings.callTimeoutSeconds * 1000);

  let rangBefore: readonly string[] = [];
  const state = await conductor.take(callId, (before) => {
    const { call, targets } = requireInside(before, who.contactId);
    rangBefore = course.ringingIds(before);
    const people = new Set([...targets.map((target) => target.contactId), ...ids]);
    const sealed = { field: 'subject', value: subject ?? call.subject, scheme: schemeOf(call.cryptoSchema), people };
    return course.invite(before, invited, {
      maxUsers: settings.maxUsersInCall,
      ringsUntil,
      subject: growSealedText(call.subject, sealed),
    });
  });
  if (!state) throw new ApiError('notFound');
  const call = callView(state, await contactsOf(context, [state]));
  conductor.tell([
    {
      contactIds: course.ringingIds(state).filter((id) => !rangBefore.includes(id)),
      event: { messageType: 'IncomingCall', messageContent: { call, caller: call.caller } },
    },
  ]);
  return call.targets;
}
