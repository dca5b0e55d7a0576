import { type AddressBookInvitation, type RoleCode, roleOfId, rolesToInvite } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatShortDate } from '../../../shared/format';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { holds } from '../../../shared/search';
import { useNow } from '../../../shared/use-now';
import { useMe } from '../../../platform';
import { invitationsQuery } from '../../../shared/queries';
import { Avatar } from '../../../ui/pictures/Avatar';
import { Failed } from '../../../ui/feedback/Notice';
import { RowButton } from '../../../ui/rows/RowLink';
import { SkeletonRows } from '../../../ui/feedback/Skeleton';
import { ListHeading, NoneLine, PeopleRow } from '../ListParts';
import { usePresenceWords } from '../presence-words';
import { InvitationDialog } from './InvitationDialog';
import styles from './invitations.module.css';
import { texts } from './texts';

interface RowProps {
  readonly invitation: AddressBookInvitation;
  /** Undefined if the user may not give this role. */
  readonly onOpen: (() => void) | undefined;
}

function InvitationRow({ invitation, onOpen }: RowProps) {
  const t = useTexts(texts);
  const words = usePresenceWords();
  const language = useLanguage();
  const now = useNow();
  const { uniqueId, name, email, state, sentDate } = invitation;
  const when = formatShortDate(new Date(sentDate), now, language);
  return (
    <PeopleRow
      isLinked={onOpen !== undefined}
      lead={<Avatar id={uniqueId} name={name} />}
      title={
        onOpen ? (
          <RowButton className={styles.open} title={email} onClick={onOpen}>
            {name}
          </RowButton>
        ) : (
          name
        )
      }
      line={t(state, { when, role: words.role(roleOfId(invitation.roleUniqueId)) })}
    />
  );
}

/** The open invitations of the company, below its people. Only for users who may invite; hidden for others. */
export function Invitations({ search }: { readonly search: string }) {
  const mine = rolesToInvite(useMe().role.code);
  return mine.length > 0 ? <OpenInvitations search={search} mine={mine} /> : null;
}

interface OpenInvitationsProps {
  readonly search: string;
  /** The roles that the user may give. */
  readonly mine: readonly RoleCode[];
}

function OpenInvitations({ search, mine }: OpenInvitationsProps) {
  const t = useTexts(texts);
  const query = useQuery(invitationsQuery);
  const [chosen, choose] = useState<AddressBookInvitation | null>(null);
  const found = query.data?.filter(({ name, email }) => holds(search, name) || holds(search, email)) ?? [];
  // During a search the empty state is not shown.
  if (search && found.length === 0) return null;
  return (
    <section aria-labelledby="invitations" className={styles.section}>
      <ListHeading id="invitations">{t('title')}</ListHeading>
      {query.isPending && <SkeletonRows count={2} />}
      {query.isError && !query.data && (
        <Failed title={t('failed')} line={query.error.message} onRetry={() => void query.refetch()} />
      )}
      {query.data?.length === 0 && <NoneLine>{t('none')}</NoneLine>}
      <ul aria-labelledby="invitations">
        {found.map((invitation) => (
          <InvitationRow
            key={invitation.uniqueId}
            invitation={invitation}
            onOpen={mine.includes(roleOfId(invitation.roleUniqueId)) ? () => choose(invitation) : undefined}
          />
        ))}
      </ul>
      {chosen && <InvitationDialog key={chosen.uniqueId} invitation={chosen} onClose={() => choose(null)} />}
    </section>
  );
}
