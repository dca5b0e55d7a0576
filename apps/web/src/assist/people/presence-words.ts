import type { Contact, RoleCode } from '@earth/contracts';
import { daysAgo, formatShortDate } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { useNow } from '../../shared/use-now';
import { useSession } from '../../platform';
import { useRingingCaller } from '../calls';
import { presenceOf } from '../../ui/feedback/Presence';
import { texts as uiTexts } from '../../ui/texts';
import { texts } from './texts';

const roles = { OPERATOR: 'operator', ADMIN: 'admin', ASSISTED: 'assisted' } as const satisfies Record<
  RoleCode,
  string
>;

/** Presence, role and company as text. */
export function usePresenceWords() {
  const t = useTexts(texts);
  const tUi = useTexts(uiTexts);
  const language = useLanguage();
  const now = useNow();
  const ringing = useRingingCaller();
  const ownCompanyId = useSession((state) => (state.status === 'signedIn' ? state.profile.company.id : null));

  function presence(contact: Contact): string {
    // For the server a caller is in the call from the first ring on.
    if (contact.uniqueId === ringing) return t('calling');
    const kind = presenceOf(contact);
    if (kind !== 'offline' || !contact.lastSeen) return tUi(kind);
    const seen = new Date(contact.lastSeen);
    const when = formatShortDate(seen, now, language);
    return tUi(daysAgo(seen, now) === 0 ? 'offlineSinceTime' : 'offlineSince', { when });
  }
  const role = (code: RoleCode) => t(roles[code]);
  /** `Available, operator`; `Offline since 09:40, operator, Tiles & Co.`: the company only if it is not the user's. */
  function line(contact: Contact): string {
    const { company } = contact;
    const isElsewhere = ownCompanyId !== null && company.id !== ownCompanyId;
    return [presence(contact), role(contact.role.code), ...(isElsewhere ? [company.name] : [])].join(', ');
  }
  /** A short version for little space: for people who are offline only that. */
  const shortLine = (contact: Contact) =>
    presenceOf(contact) === 'offline' ? presence(contact) : `${presence(contact)}, ${role(contact.role.code)}`;
  return { presence, role, line, shortLine };
}

const order = { available: 0, inCall: 1, offline: 2 } as const;

/** Online people first, then by name. */
export function usePeopleOrder() {
  const language = useLanguage();
  return (people: readonly Contact[]) =>
    people.toSorted(
      (one, other) => order[presenceOf(one)] - order[presenceOf(other)] || one.name.localeCompare(other.name, language),
    );
}
