import type { Unanswered } from '@earth/calls';
import { firstName } from '../../../shared/format';
import { useTexts } from '../../../shared/i18n';
import styles from './people.module.css';
import { texts } from './texts';

/** Shows for a moment who does not come into the call. The live region is mounted empty, so that screen readers read it out. */
export function NotComing({ people }: { readonly people: readonly Unanswered[] }) {
  const say = useTexts(texts);
  return (
    <div role="status" className={styles.notComing}>
      {people.map(({ contact, state }) => (
        <p key={contact.uniqueId}>{say(state, { name: firstName(contact.name) })}</p>
      ))}
    </div>
  );
}
