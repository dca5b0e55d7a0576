import type { CallActions, CallView, ChatMessage, Snapshot } from '@earth/calls';
import type { CallTarget } from '@earth/contracts';
import type { Outgoing } from '@earth/messaging';
import { IconVideo } from '@tabler/icons-react';
import { useRef } from 'react';
import { formatList } from '../../../shared/format';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { isGuestPage } from '../../../platform';
import { ButtonLink, FilledButton, QuietButton } from '../../../ui/controls/Button';
import { FramedItem } from '../../../ui/pictures/FramedItem';
import { LeftOpenOffer } from '../left-open/LeftOpenOffer';
import { durationParts, endWord, namesOf } from '../model/words';
import { texts } from '../texts';
import { RateCall } from '../rating/RateCall';
import type { Rating } from '../rating/RatingForm';
import { Overlay } from './Overlay';
import styles from './closed.module.css';

type ClosedView = Extract<CallView, { phase: 'closed' }>;

interface ClosedProps {
  readonly view: ClosedView;
  readonly actions: Pick<CallActions, 'call' | 'dismiss' | 'endLeftOpen' | 'rejoin' | 'retryMessage' | 'retryPic'>;
}

type Thing = Pick<ChatMessage | Outgoing | Snapshot, 'state'>;
const isFailed = ({ state }: Thing) => state === 'failed' || state === 'tooLarge';
const isOnItsWay = ({ state }: Thing) => state === 'saving' || state === 'sending' || state === 'waiting';

/** «4 snapshots», «6 messages», without zero counts. */
function useCounts({ snapshots, messages, outgoing }: ClosedView) {
  const say = useTexts(texts);
  return (isOne: (thing: Thing) => boolean): string[] => {
    const [pictures, written] = [
      snapshots.filter(isOne).length,
      [...messages.filter(({ isDeleted }) => !isDeleted), ...outgoing].filter(isOne).length,
    ];
    return [
      ...(pictures > 0 ? [say('countSnapshots', { count: pictures })] : []),
      ...(written > 0 ? [say('countMessages', { count: written })] : []),
    ];
  };
}

/** «12 minutes, 4 snapshots, 6 messages», or why the call did not take place or failed. */
function useOutcome(view: ClosedView): string {
  const say = useTexts(texts);
  const language = useLanguage();
  const word = endWord(view);
  const reason = view.message ?? (word && say(word));
  const counts = useCounts(view);
  const length = formatList(
    durationParts(view.durationSeconds).map(({ unit, count }) => say(unit, { count })),
    language,
  );
  const parts = [reason, (reason === null || word === 'reasonLost') && length, ...counts((thing) => !isFailed(thing))];
  return parts.filter(Boolean).join(', ');
}

/** Uploads that the server does not have: they continue automatically, or have failed and can be retried. */
function Unsaved({ view, actions }: ClosedProps) {
  const say = useTexts(texts);
  const language = useLanguage();
  const counts = useCounts(view);
  const [saving, failed] = [counts(isOnItsWay), counts(isFailed)];
  const pics = view.snapshots.filter(({ state, url }) => state === 'failed' && url !== null);
  const messages = view.outgoing.filter(({ state }) => state === 'failed');
  const retry = () => {
    for (const { pic } of pics) actions.retryPic(pic.uniqueId);
    for (const { clientId } of messages) actions.retryMessage(clientId);
  };
  return (
    <>
      <p className={styles.saving} role="status">
        {saving.length > 0 && say('stillSaving', { things: formatList(saving, language) })}
      </p>
      <p className={styles.failed} role="alert">
        {failed.length > 0 && say('notSavedThings', { things: formatList(failed, language) })}
      </p>
      {pics.length + messages.length > 0 && <QuietButton onClick={retry}>{say('tryAgain')}</QuietButton>}
    </>
  );
}

/** The user's own call, if that is why the people whom they called are busy. */
function blockingCall({ reason, people, leftOpen }: ClosedView) {
  const isWith = ({ contact, state }: CallTarget) =>
    state === 'joined' && people.some(({ uniqueId }) => uniqueId === contact.uniqueId);
  return reason === 'busy' && leftOpen?.targets.some(isWith) ? leftOpen : null;
}

/** A call that nobody took, so that the user has not had what they called for. */
const untaken: ReadonlySet<ClosedView['reason']> = new Set(['busy', 'missed', 'unreachable', 'failed'] as const);

interface ButtonsProps {
  readonly view: ClosedView;
  readonly onDone: () => void;
  readonly onAgain: () => void;
  readonly onDetails: () => void;
}

/** The first one has the width of the card: calling again if the call was not taken, otherwise «Done». */
function Buttons({ view, onDone, onAgain, onDetails }: ButtonsProps) {
  const say = useTexts(texts);
  const { people, durationSeconds, reason, callId } = view;
  const canCallAgain = people.length > 0 && !people.some(({ isGuest }) => isGuest);
  // A guest has come for this one call.
  const isAgainFirst = canCallAgain && durationSeconds === 0 && (isGuestPage || untaken.has(reason));
  const [DoneButton, AgainButton] = isAgainFirst ? [QuietButton, FilledButton] : [FilledButton, QuietButton];
  const again = canCallAgain && (
    <AgainButton
      className={isAgainFirst ? styles.main : styles.other}
      icon={<IconVideo size={20} stroke={1.75} aria-hidden="true" />}
      onClick={onAgain}
    >
      {say('callAgain')}
    </AgainButton>
  );
  return (
    <div className={styles.buttons}>
      {isAgainFirst && again}
      <DoneButton className={isAgainFirst ? styles.other : styles.main} onClick={onDone}>
        {say('done')}
      </DoneButton>
      {!isAgainFirst && again}
      {callId !== null && !isGuestPage && (
        <ButtonLink to="/calls/$callId" params={{ callId }} kind="quiet" className={styles.other} onClick={onDetails}>
          {say('details')}
        </ButtonLink>
      )}
    </div>
  );
}

/** The summary of a closed call, with a button to call again. */
export function Closed({ view, actions }: ClosedProps) {
  const say = useTexts(texts);
  const language = useLanguage();
  const outcome = useOutcome(view);
  const { forHelp, people, subject, productCode } = view;
  const title = say('callWith', { name: namesOf(people, language) });
  const again = () =>
    actions.call({
      targets: people,
      subject: typeof subject === 'string' ? subject : '',
      ...(productCode !== null && { productCode }),
      ...(forHelp && { forHelp }),
    });
  const rating = useRef<Rating>(null);
  /** A comment that is typed is meant to be sent. */
  const finish = async () => {
    if ((await rating.current?.finish()) ?? true) actions.dismiss();
  };
  const blocking = blockingCall(view);
  if (blocking) {
    return (
      <Overlay label={title} isOverPage onEscape={actions.dismiss}>
        <LeftOpenOffer call={blocking} actions={actions} onEnded={actions.dismiss}>
          <QuietButton onClick={actions.dismiss}>{say('close')}</QuietButton>
        </LeftOpenOffer>
      </Overlay>
    );
  }
  return (
    <Overlay label={title} isOverPage onEscape={actions.dismiss}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.outcome} role="status">
        {outcome}
      </p>
      {view.snapshots.length > 0 && (
        <ul className={styles.pictures} aria-label={say('snapshots')}>
          {view.snapshots.map(({ pic, url, number, state }) => (
            <FramedItem key={pic.clientId ?? pic.uniqueId} data-state={state}>
              {url && <img src={url} alt={say('snapshotNumber', { number })} />}
            </FramedItem>
          ))}
        </ul>
      )}
      <Unsaved view={view} actions={actions} />
      {view.callId !== null && view.durationSeconds > 0 && !isGuestPage && (
        <RateCall ref={rating} callId={view.callId} />
      )}
      <Buttons view={view} onDone={() => void finish()} onAgain={again} onDetails={actions.dismiss} />
    </Overlay>
  );
}
