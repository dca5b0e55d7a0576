/** Starts a call from anywhere in the app, and tells whether the user may, or why not. */
import { type Contact, isController, type Profile } from '@earth/contracts';
import { getConfig, useMe } from '../../platform';
import { useScoped } from '../../platform/session/scope-context';
import { createCalls } from './model/call-session';
import { showToast } from '../../shared/toast';
import { useTexts } from '../../shared/i18n';
import { texts } from '../../shared/texts';
import { useNow } from '../../shared/use-now';
import { useReach } from '../../shared/use-reach';

/** D5.1: not paid, or minutes left and not expired. */
export function isServiceAvailable(me: Profile, now: Date): boolean {
  if (!me.paidService) return true;
  const isExpired = me.expirationDate !== null && new Date(me.expirationDate) <= now;
  return me.purchasedMinutes > me.serviceUsageMinutes && !isExpired;
}

/** An assisted person calls controllers only; a guest is invited for one call. */
export const mayCallPerson = (me: Profile, contact: Contact) =>
  contact.uniqueId !== me.uniqueId &&
  !contact.isGuest &&
  (isController(me.role.code) || isController(contact.role.code));

export interface CallWish {
  readonly targets: readonly Contact[];
  /** Absent: nothing was chosen. */
  readonly subject?: string | null | undefined;
  readonly productCode?: string | null | undefined;
  /** The first to answer gets the call. */
  readonly forHelp?: boolean;
}

/** `reason`: the text why the user cannot call now, or null. */
export function usePlaceCall() {
  const t = useTexts(texts);
  const me = useMe();
  const calls = useScoped(createCalls);
  const reach = useReach();
  const now = useNow();

  function findReason(): string | null {
    if (!getConfig().callsEnabled) return t('mayNotCallOff');
    if (!me.role.allowedToCall) return t('mayNotCallRole');
    if (!isServiceAvailable(me, now)) return t('mayNotCallService');
    return reach === 'offline' ? t('mayNotCallOffline') : null;
  }

  const reason = findReason();
  function place({ targets, subject, productCode, forHelp = false }: CallWish) {
    if (reason) showToast(reason);
    else {
      calls.call({
        targets,
        subject: subject ?? '',
        ...(productCode ? { productCode } : {}),
        ...(forHelp ? { forHelp } : {}),
      });
    }
  }
  return { reason, place };
}
