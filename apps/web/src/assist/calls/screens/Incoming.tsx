import type { CallActions, CallView } from '@earth/calls';
import { isGenuine } from '@earth/contracts';
import { IconPhoneOff, IconVideoFilled, IconVolumeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useCallSubject } from '../../../shared/call-subject';
import { productsQuery } from '../../../shared/queries';
import { useWritten } from '../../../shared/written';
import { useMe } from '../../../platform';
import { type Ring, showRing } from '../../../platform/push/ring-notification';
import { closeSeenNotifications } from '../../../platform/push/seen-notifications';
import { formatClock, formatList } from '../../../shared/format';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { NotGenuine } from '../../../ui/feedback/NotGenuine';
import { Unprotected } from '../../../ui/feedback/Unprotected';
import { FilledButton, LineButton } from '../../../ui/controls/Button';
import { hasOpenDialog } from '../../../ui/overlay/layers';
import { useLate } from '../../../shared/use-late';
import { useIsDesktop } from '../../../shared/use-media';
import { silence } from '../adapters/tones';
import { useCallShortcuts } from '../model/use-call-shortcuts';
import { useEscape } from '../model/use-escape';
import { focusHome, useTakeOver } from '../model/use-take-over';
import { KeyNotices } from '../parts/KeyNotices';
import { RingAvatar } from '../parts/RingAvatar';
import { useElapsed } from '../../../ui/feedback/Ticking';
import { texts as peopleTexts } from '../people/texts';
import { texts } from '../texts';
import styles from './incoming.module.css';
import screens from './screen.module.css';

type IncomingView = Extract<CallView, { phase: 'incoming' }>;

interface IncomingProps {
  readonly view: IncomingView;
  readonly actions: Pick<CallActions, 'accept' | 'decline'>;
}

/** Shows a system notification if the tab is hidden and the user has allowed notifications. */
function useSystemNotification({ callUniqueId, callerName, title, body, language }: Ring) {
  useEffect(() => {
    if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return;
    return showRing({ callUniqueId, callerName, title, body, language });
  }, [callUniqueId, callerName, title, body, language]);
}

/** Empty: there is none, or it cannot be read here. */
function useAbout({ call, subject }: IncomingView): string {
  const shown = useCallSubject([call])(call, subject);
  return typeof shown === 'string' ? shown : '';
}

/** What the call is about: the caller's text, and the product with its picture. */
function About({ view }: { readonly view: IncomingView }) {
  const { productCode } = view.call;
  const { data: products } = useQuery({ ...productsQuery, enabled: productCode !== null });
  const product = products?.find(({ code }) => code === productCode);
  const about = useAbout(view);
  const written = useWritten();
  const isForged = !isGenuine(view.subject);
  if (!isForged && about === '' && !product) return null;
  const name = product && written(product.name, product.nameIt);
  const title = about || name;
  return (
    <div className={styles.about}>
      {product?.imageUrl && <img src={product.imageUrl} alt="" />}
      <div className={styles.words}>
        <p className={styles.subject}>{isForged ? <NotGenuine /> : title}</p>
        {typeof view.subject === 'string' && view.subject !== '' && <Unprotected scheme={view.call.cryptoSchema} />}
        {name !== title && <p className={styles.small}>{name}</p>}
      </div>
    </div>
  );
}

/** A reloaded page plays sound only after a gesture anywhere on it. */
function Silenced() {
  const say = useTexts(texts);
  const isLate = useLate();
  const isSilenced = useStore(silence, (state) => state.isSilenced);
  if (!isLate || !isSilenced) return null;
  return (
    <p className={styles.silenced} role="status">
      <IconVolumeOff size={20} stroke={1.75} aria-hidden="true" />
      {say('tapToHear')}
    </p>
  );
}

function Caller({ view }: { readonly view: IncomingView }) {
  const say = useTexts(texts);
  const seconds = useElapsed(view.since);
  const sayPeople = useTexts(peopleTexts);
  const language = useLanguage();
  const { caller, targets } = view.call;
  // A call in progress: names who is in it.
  const inside = targets
    .filter(({ contact, state }) => state === 'joined' && contact.uniqueId !== caller.uniqueId)
    .map(({ contact }) => contact.name);
  return (
    <div className={styles.caller}>
      <RingAvatar person={caller} share={1 - seconds / view.timeoutSeconds} />
      <div className={styles.words}>
        <p className={styles.small} aria-hidden="true">
          {say('incomingCall')}, <span className={styles.time}>{formatClock(seconds)}</span>
        </p>
        <p className={styles.name}>{caller.name}</p>
        <p className={styles.company}>{caller.company.name}</p>
        {inside.length > 0 && (
          <p className={styles.company}>{sayPeople('inCallWith', { names: formatList(inside, language) })}</p>
        )}
      </div>
    </div>
  );
}

/** Warns of changed keys before the user answers. */
function RingKeys({ view: { call } }: { readonly view: IncomingView }) {
  const { uniqueId } = useMe();
  const inside = call.targets.filter(({ state }) => state === 'joined').map(({ contact }) => contact);
  const people = [...new Map([call.caller, ...inside].map((person) => [person.uniqueId, person])).values()];
  return (
    <div className={styles.keyNotices}>
      <KeyNotices people={people.filter((person) => person.uniqueId !== uniqueId)} />
    </div>
  );
}

/** The page beside the card stays usable, but not a dialog, which has the same backdrop. */
const isBesidePage = () => !hasOpenDialog();

/**
 * The card has the focus, not one of its buttons, so that a key meant for a text field does not answer. Esc returns the focus.
 */
function Frame({ view, children }: { readonly view: IncomingView; readonly children: ReactNode }) {
  const say = useTexts(texts);
  const card = useRef<HTMLDivElement>(null);
  useTakeOver(card, isBesidePage);
  useEscape(card, focusHome);
  return (
    <div
      ref={card}
      className={styles.card}
      role="alertdialog"
      aria-label={say('incomingFrom', { name: view.call.caller.name })}
      tabIndex={-1}
    >
      {children}
    </div>
  );
}

/** The ring on a desktop: a card over everything else. */
function IncomingCard({ view, actions }: IncomingProps) {
  const say = useTexts(texts);
  return (
    <Frame view={view}>
      <Caller view={view} />
      <About view={view} />
      <RingKeys view={view} />
      <Silenced />
      <div className={styles.buttons}>
        <LineButton
          isDanger
          className={styles.button}
          icon={<IconPhoneOff size={20} stroke={1.75} />}
          onClick={actions.decline}
        >
          {say('decline')}
        </LineButton>
        <FilledButton
          className={styles.button}
          icon={<IconVideoFilled size={20} />}
          aria-keyshortcuts="Control+Enter"
          onClick={actions.accept}
        >
          {say('accept')}
          <span className={styles.keys} aria-hidden="true">
            {say('acceptKeys')}
          </span>
        </FilledButton>
      </div>
    </Frame>
  );
}

/** The ring on a phone: the full screen. */
function IncomingScreen({ view, actions }: IncomingProps) {
  const say = useTexts(texts);
  const screen = useRef<HTMLDivElement>(null);
  useTakeOver(screen);
  return (
    <div
      ref={screen}
      className={`${screens.screen} ${styles.screen}`}
      role="alertdialog"
      aria-modal="true"
      aria-label={say('incomingFrom', { name: view.call.caller.name })}
      tabIndex={-1}
      data-theme="dark"
      data-density="touch"
    >
      <Caller view={view} />
      <About view={view} />
      <RingKeys view={view} />
      <Silenced />
      <div className={styles.answers}>
        <button type="button" className={styles.answer} onClick={actions.decline}>
          <span className={styles.no}>
            <IconPhoneOff size={32} stroke={1.75} />
          </span>
          {say('decline')}
        </button>
        <button type="button" className={styles.answer} onClick={actions.accept}>
          <span className={styles.yes}>
            <IconVideoFilled size={32} />
          </span>
          {say('accept')}
        </button>
      </div>
    </div>
  );
}

export function Incoming({ view, actions }: IncomingProps) {
  const say = useTexts(texts);
  const isDesktop = useIsDesktop();
  const { uniqueId: callUniqueId, caller } = view.call;
  // Closes the push notification of this call, because the user sees the ring.
  const andSeen = (act: () => void) => () => {
    act();
    closeSeenNotifications(callUniqueId);
  };
  const answers = { accept: andSeen(actions.accept), decline: andSeen(actions.decline) };
  useCallShortcuts({ accept: answers.accept });
  const title = say('incomingFrom', { name: caller.name });
  const language = useLanguage();
  useSystemNotification({ callUniqueId, callerName: caller.name, title, body: useAbout(view), language });
  return isDesktop ? <IncomingCard view={view} actions={answers} /> : <IncomingScreen view={view} actions={answers} />;
}
