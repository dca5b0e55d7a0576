import { type Contact, CryptoSchema } from '@earth/contracts';
import { IconArrowLeft, IconMessage, IconShieldCheck, IconUserOff, IconVideo } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { firstName } from '../../shared/format';
import { useTexts } from '../../shared/i18n';
import { useOpenRoom } from '../rooms';
import { mayCallPerson, usePlaceCall } from '../calls';
import { texts as appTexts } from '../../shared/texts';
import { useTitle } from '../../shared/use-title';
import { getConfig, useMe } from '../../platform';
import { peopleQuery } from '../../shared/queries';
import { Avatar } from '../../ui/pictures/Avatar';
import { ButtonLink, FilledButton, QuietButton } from '../../ui/controls/Button';
import { IconLink } from '../../ui/controls/IconButton';
import { openPart } from '../../ui/feedback/lazy-part';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { presenceOf } from '../../ui/feedback/Presence';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { useIsDesktop } from '../../shared/use-media';
import { keysTexts, SafetyDialog } from '../../account/keys';
import { CallsWith } from './CallsWith';
import { FavoriteButton } from './FavoriteButton';
import { PersonFacts } from './PersonFacts';
import { PersonNote } from './PersonNote';
import styles from './people.module.css';
import { usePresenceWords } from './presence-words';
import { RemoveButton } from './RemoveButton';
import { texts } from './texts';

/** The safety number, by which the two make sure of each other's keys. */
function Safety({ person }: { readonly person: Contact }) {
  const t = useTexts(texts);
  const tKeys = useTexts(keysTexts);
  const [isComparing, setComparing] = useState(false);
  return (
    <section className={styles.part} aria-labelledby="person-encryption">
      <h2 id="person-encryption" className={styles.heading}>
        {t('encryption')}
      </h2>
      <p>{t('safetyHint', { name: firstName(person.name) })}</p>
      <QuietButton
        icon={<IconShieldCheck size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => void openPart(SafetyDialog, () => setComparing(true))}
      >
        {tKeys('safety')}
      </QuietButton>
      {isComparing && <SafetyDialog person={person} onClose={() => setComparing(false)} />}
    </section>
  );
}

function Person({ person }: { readonly person: Contact }) {
  const t = useTexts(texts);
  const me = useMe();
  const words = usePresenceWords();
  const tApp = useTexts(appTexts);
  const { reason, place } = usePlaceCall();
  const { open, mayWrite } = useOpenRoom();
  const isField = !useIsDesktop();
  useTitle(person.name);
  return (
    <>
      <div className={styles.person}>
        <Avatar id={person.uniqueId} name={person.name} size="big" presence={presenceOf(person)} />
        <div className={styles.words}>
          <h2 className={styles.name}>{person.name}</h2>
          <p className={styles.presence}>{words.presence(person)}</p>
        </div>
        <FavoriteButton person={person} />
      </div>
      <div className={styles.actions}>
        {mayCallPerson(me, person) && (
          <FilledButton
            isField={isField}
            icon={<IconVideo size={20} stroke={1.75} aria-hidden="true" />}
            disabled={reason !== null}
            onClick={() => place({ targets: [person] })}
          >
            {t('call')}
          </FilledButton>
        )}
        {mayWrite(person) && (
          <QuietButton
            isField={isField}
            icon={<IconMessage size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => void open(person)}
          >
            {tApp('message')}
          </QuietButton>
        )}
        {mayCallPerson(me, person) && reason && <p className={styles.reason}>{reason}</p>}
      </div>
      <PersonFacts person={person} />
      <PersonNote person={person} />
      <CallsWith person={person} />
      {getConfig().cryptoSchema !== CryptoSchema.none && <Safety person={person} />}
      <RemoveButton person={person} />
    </>
  );
}

/** A person: presence, calling and writing, how they are reached, the calls with them, and what is needed rarely at the end. */
export function PersonPage() {
  const t = useTexts(texts);
  const isDesktop = useIsDesktop();
  const { contactId } = useParams({ strict: false });
  const query = useQuery(peopleQuery);
  const person = query.data?.find(({ uniqueId }) => uniqueId === contactId);
  return (
    <article className={styles.article}>
      {!isDesktop && (
        <IconLink
          to="/people"
          className={styles.back}
          label={t('back')}
          icon={<IconArrowLeft size={24} stroke={1.75} aria-hidden="true" />}
        />
      )}
      {person && <Person key={person.uniqueId} person={person} />}
      {!person && query.isPending && <SkeletonRows count={1} picture={64} />}
      {!person && query.isError && (
        <Failed title={t('failed')} line={query.error.message} onRetry={() => void query.refetch()} />
      )}
      {!person && query.isSuccess && (
        <Empty icon={<IconUserOff size={40} stroke={1.75} aria-hidden="true" />} title={t('gone')} line={t('goneLine')}>
          <ButtonLink to="/people" kind="filled">
            {t('showAll')}
          </ButtonLink>
        </Empty>
      )}
    </article>
  );
}
