import type { CallActions, CallView } from '@earth/calls';
import { IconVideoFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatList } from '../../../app/format';
import { useLanguage, useTexts } from '../../../app/i18n';
import { FilledButton, QuietButton } from '../../../ui/Button';
import buttons from '../../../ui/Button.module.css';
import { durationParts, endWord, firstName } from '../logic/words';
import { texts } from '../texts';
import { Overlay } from './Overlay';
import styles from './closed.module.css';

type ClosedView = Extract<CallView, { phase: 'closed' }>;

interface ClosedProps {
  readonly view: ClosedView;
  readonly actions: Pick<CallActions, 'call' | 'dismiss'>;
}

/** «12 minutes, 4 snapshots, 6 messages», and why it did not come to that, or to more. */
function useOutcome(view: ClosedView): string {
  const say = useTexts(texts);
  const language = useLanguage();
  const word = endWord(view);
  const reason = view.message ?? (word && say(word));
  const pictures = view.snapshots.length;
  const length = formatList(
    durationParts(view.durationSeconds).map(({ unit, count }) => say(unit, { count })),
    language,
  );
  const parts = [
    reason,
    (reason === null || word === 'reasonLost') && length,
    pictures > 0 && say('countSnapshots', { count: pictures }),
    view.messagesCount > 0 && say('countMessages', { count: view.messagesCount }),
  ];
  return parts.filter(Boolean).join(', ');
}

/** What stays of a call, and the next one in one tap. */
export function Closed({ view, actions }: ClosedProps) {
  const say = useTexts(texts);
  const language = useLanguage();
  const outcome = useOutcome(view);
  const { forHelp, people, subject, productCode } = view;
  const names =
    people.length === 1
      ? people[0]?.name
      : formatList(
          people.map(({ name }) => firstName(name)),
          language,
        );
  const title = say('callWith', { name: names ?? '' });
  const again = () =>
    actions.call({
      targets: people,
      subject: subject ?? '',
      ...(productCode !== null && { productCode }),
      ...(forHelp && { forHelp }),
    });
  return (
    <Overlay label={title} onEscape={actions.dismiss}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.outcome} role="status">
        {outcome}
      </p>
      {view.snapshots.length > 0 && (
        <ul className={styles.pictures} aria-label={say('snapshots')}>
          {view.snapshots.map(({ pic, url, number }) => (
            <li key={pic.clientId ?? pic.uniqueId}>
              {url && <img src={url} alt={say('snapshotNumber', { number })} />}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.buttons}>
        {people.length > 0 && (
          <FilledButton className={styles.again} icon={<IconVideoFilled size={22} />} onClick={again}>
            {say('callAgain')}
          </FilledButton>
        )}
        {view.callId !== null && (
          <Link
            to="/calls/$callId"
            params={{ callId: view.callId }}
            className={`${buttons.button} ${buttons.quiet} ${styles.done}`}
            onClick={actions.dismiss}
          >
            {say('details')}
          </Link>
        )}
        <QuietButton className={styles.done} onClick={actions.dismiss}>
          {say('done')}
        </QuietButton>
      </div>
    </Overlay>
  );
}
