import type { Contact } from '@earth/contracts';
import { IconVideo } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { getConfig } from '../../platform';
import { usePlaceCall } from '../calls';
import { peopleQuery } from '../../shared/queries';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { PersonChoice } from '../../ui/controls/PersonChoice';
import { presenceOf } from '../../ui/feedback/Presence';
import styles from './people.module.css';
import { texts } from './texts';

/** Several people are being chosen. */
export interface Choice {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (contactId: string) => void;
  readonly stop: () => void;
}

/** `choice` is null until the user begins to choose. */
export function useChoice(): { readonly choice: Choice | null; readonly start: () => void } {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  const start = () => setIds(new Set());
  if (ids === null) return { choice: null, start };
  const toggle = (contactId: string) => {
    const next = new Set(ids);
    if (!next.delete(contactId)) next.add(contactId);
    setIds(next);
  };
  return { choice: { ids, toggle, stop: () => setIds(null) }, start };
}

interface ChoiceRowProps {
  readonly person: Contact;
  readonly line: string;
  readonly choice: Choice;
}

/** People who are offline cannot be chosen, unless they were chosen before they went offline. */
export function ChoiceRow({ person, line, choice }: ChoiceRowProps) {
  const t = useTexts(texts);
  const isChosen = choice.ids.has(person.uniqueId);
  const isDisabled = presenceOf(person) !== 'available' && !isChosen;
  return (
    <PersonChoice
      person={person}
      line={isDisabled ? t('notNow', { line }) : line}
      isChosen={isChosen}
      isDisabled={isDisabled}
      onToggle={() => choice.toggle(person.uniqueId)}
    />
  );
}

/** The number of the others who fit into a call; more may be called. */
const seatsInCall = () => {
  const { maxUsersInCall: most } = getConfig();
  return most < 0 ? Number.POSITIVE_INFINITY : most - 1;
};

/** The number of chosen people, and the button that calls them: together, or those who answer first if not all fit into a call. */
export function CallSeveral({ choice }: { readonly choice: Choice }) {
  const t = useTexts(texts);
  const { data: people } = useQuery(peopleQuery);
  const { reason, place } = usePlaceCall();
  const targets = people?.filter(({ uniqueId }) => choice.ids.has(uniqueId)) ?? [];
  const count = targets.length;
  const seats = seatsInCall();
  const chosen = t('chosen', { count });
  const line = count > seats ? t('seats', { count: seats, chosen }) : chosen;
  const call = () => {
    choice.stop();
    place({ targets });
  };
  return (
    <div className={styles.several}>
      <p role="status" className={styles.chosen}>
        {reason ?? (count === 0 ? t('chooseAvailable') : line)}
      </p>
      <QuietButton onClick={choice.stop}>{t('cancel')}</QuietButton>
      <FilledButton
        icon={<IconVideo size={20} stroke={1.75} aria-hidden="true" />}
        disabled={count === 0 || reason !== null}
        onClick={call}
      >
        {count > seats ? t('call') : t('callChosen', { count })}
      </FilledButton>
    </div>
  );
}
