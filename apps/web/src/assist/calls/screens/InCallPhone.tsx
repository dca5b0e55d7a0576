import { isGenuine } from '@earth/contracts';
import { readReply } from '@earth/messaging';
import { IconArrowsDiagonalMinimize2, IconMessage, IconPhoneOff, IconScreenShare, IconX } from '@tabler/icons-react';
import { type RefObject, useRef, useState } from 'react';
import { firstName } from '../../../shared/format';
import { useTexts } from '../../../shared/i18n';
import { Avatar } from '../../../ui/pictures/Avatar';
import { FilledButton } from '../../../ui/controls/Button';
import { SnapshotStage } from '../drawing/SnapshotStage';
import { PhonePlates } from '../live/PhonePlates';
import { texts as liveTexts } from '../live/texts';
import { StagePointing } from '../live/StagePointing';
import { ConnectionWord } from '../parts/ConnectionWord';
import { Lock } from '../parts/Lock';
import { Notices } from '../parts/Notices';
import { PictureBox } from '../parts/PictureBox';
import { Reconnecting } from '../parts/Reconnecting';
import { SnapshotStrip } from '../parts/SnapshotStrip';
import { type Picture, showsScreen } from '../model/main-picture';
import { RecordingSign } from '../recording/RecordingSign';
import { Ringing } from '../people/Ringing';
import { texts } from '../texts';
import { NotGenuine } from '../../../ui/feedback/NotGenuine';
import { Ticking } from '../../../ui/feedback/Ticking';
import { useFileWords } from '../../conversation';
import { ChatSheet } from './ChatSheet';
import { CallName } from './CallName';
import styles from './phone.module.css';
import { isBesideSnapshot, LiveMore, PhoneMore } from './PhoneMore';
import { Silent } from './Silent';
import { type InCallModel, type LayoutProps, useReadingChat } from './use-in-call';

const keyOf = (picture: Picture) => (picture.of === 'me' ? 'me' : picture.person.contact.uniqueId);

/**
 * All live pictures. The same elements are used with and without a snapshot, so that no video restarts: the large one becomes
 * the small one, which leads back.
 */
function PhonePictures({
  model,
  mainRef,
}: {
  readonly model: InCallModel;
  readonly mainRef: RefObject<HTMLDivElement | null>;
}) {
  const say = useTexts(texts);
  const { pictures, view, me, shown, goLive } = model;
  const { main, others } = pictures;
  // Always in the same order, because a video that is moved in the DOM may stop.
  const all = (main ? [main, ...others] : others).toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
  const small = shown ? [] : all.filter((picture) => picture !== main);
  return all.map((picture) => {
    const isMain = picture === main;
    const name =
      picture.of === 'me' ? say('youLive') : say('personLive', { name: firstName(picture.person.contact.name) });
    const place = isMain && !shown ? 'full' : 'small';
    // A shared screen is not cropped.
    const fit = place === 'full' && showsScreen(picture, view.local) ? 'contain' : 'cover';
    return (
      <div
        key={keyOf(picture)}
        ref={isMain ? mainRef : undefined}
        className={styles.picture}
        data-place={place}
        // The third and fourth picture are placed below the second.
        data-slot={small.indexOf(picture) + 1}
        data-quiet={(isMain && model.link === 'reconnecting' && picture.of === 'person') || undefined}
        hidden={shown !== null && (!isMain || view.me.mayDraw)}
      >
        <PictureBox
          picture={picture}
          local={view.local}
          me={me}
          size={place === 'full' ? 'stage' : 'tile'}
          fit={fit}
          onSize={isMain ? undefined : model.actions.setPictureSize}
        />
        {place === 'full' && <StagePointing model={model} fit={fit} />}
        {shown && isMain && (
          <button type="button" className={styles.back} aria-label={`${name}. ${say('backToLive')}`} onClick={goLive}>
            <span className={styles.tag}>{name}</span>
          </button>
        )}
      </div>
    );
  });
}

/** The heading: the participants, the duration and the link; or who shows a snapshot. */
function Who({ model }: { readonly model: InCallModel }) {
  const say = useTexts(texts);
  const { view, others, firstNames, link, shown, shownBy, isEncrypted } = model;
  const only = others.length === 1 ? others[0] : undefined;
  return (
    <header className={styles.who} data-plain={shown !== null || undefined}>
      <div role="status">
        {shown && (
          <h1 className={styles.shows}>
            {shownBy ? say('shows', { name: shownBy }) : say('snapshotNumber', { number: shown.number })}
          </h1>
        )}
      </div>
      {!shown && (
        <h1 className={styles.name}>
          <CallName name={only?.name ?? firstNames} lines={2} /> <Silent model={model} />{' '}
          <span className={styles.time}>
            <Ticking since={view.since} isPadded />
          </span>
        </h1>
      )}
      <RecordingSign recording={view.recording} />
      {link && (
        <p className={styles.link}>
          <ConnectionWord link={link} />
        </p>
      )}
      <Ringing className={styles.link} people={view.people} />
      {/* Beside a snapshot it is in «More». */}
      {isEncrypted && !shown && <Lock people={others} className={styles.lock} />}
    </header>
  );
}

/** The latest message, readable without opening the chat. */
function LastMessage({ model, onOpen }: { readonly model: InCallModel; readonly onOpen: () => void }) {
  const say = useTexts(texts);
  const fileWords = useFileWords();
  const { view, me } = model;
  const last =
    view.unreadMessages > 0
      ? view.messages.findLast(({ sender, isDeleted }) => sender.uniqueId !== me.uniqueId && !isDeleted)
      : undefined;
  const words = (text: string | null, isComing: boolean) =>
    text === null ? say(isComing ? 'loading' : 'unreadableMessage') : fileWords(readReply(text).text);
  return (
    <div role="status">
      {last && (
        <button type="button" className={styles.said} onClick={onOpen}>
          <span data-theme="light">
            <Avatar id={last.sender.uniqueId} name={last.sender.name} size="small" />
          </span>
          <span className="visually-hidden">{firstName(last.sender.name)}: </span>
          <span className={styles.words}>
            {isGenuine(last.text) ? words(last.text, last.state === 'awaitsKey') : <NotGenuine isOnDark />}
          </span>
        </button>
      )}
    </div>
  );
}

function ChatControl({ model, onChat }: ControlsProps) {
  const say = useTexts(texts);
  const { unreadMessages } = model.view;
  return (
    <button
      type="button"
      className={styles.control}
      aria-label={unreadMessages > 0 ? say('chatUnread', { count: unreadMessages }) : say('chat')}
      onClick={onChat}
    >
      <IconMessage size={28} stroke={1.75} />
      <span>{say('chat')}</span>
      {unreadMessages > 0 && <i className={styles.count}>{unreadMessages}</i>}
    </button>
  );
}

function ScreenControl({ model: { view, toggleScreen } }: Pick<LayoutProps, 'model'>) {
  const sayLive = useTexts(liveTexts);
  const { isScreen } = view.local;
  if (!toggleScreen) return null;
  return (
    <button
      type="button"
      className={styles.control}
      data-off={isScreen || undefined}
      aria-label={isScreen ? sayLive('stopScreen') : sayLive('shareScreen')}
      onClick={toggleScreen}
    >
      <IconScreenShare size={28} stroke={1.75} />
      <span>{sayLive('screen')}</span>
    </button>
  );
}

interface ControlsProps extends Pick<LayoutProps, 'model'> {
  readonly onChat: () => void;
}

/**
 * The controls of the call. Beside a snapshot the rarer ones are in «More», and while the user may draw on it all of them are one row of
 * icons, with the end of the call.
 */
function Controls({ model, onChat, ...more }: ControlsProps & Pick<LayoutProps, 'onDevices' | 'onAddPerson'>) {
  const say = useTexts(texts);
  const { controls, toggleScreen, shown, view, actions } = model;
  const isDrawing = shown !== null && view.me.mayDraw;
  const own = controls.filter((control) => (shown ? isBesideSnapshot(control) : control.id !== 'audioOnly'));
  const isFull = !shown && own.length + (toggleScreen ? 1 : 0) > 3;
  const end = (
    <FilledButton
      isDanger
      className={isDrawing ? styles.endIcon : styles.end}
      icon={<IconPhoneOff size={26} stroke={1.75} />}
      {...(isDrawing && { 'aria-label': say('endCall') })}
      onClick={actions.hangUp}
    >
      {isDrawing ? '' : say('endCall')}
    </FilledButton>
  );
  return (
    <>
      <div className={styles.controls} data-many={isFull || undefined} data-row={isDrawing || undefined}>
        {own.map(({ id, word, name, Icon, isOff, isOn = false, isSwitch = false, act }) => (
          <button
            key={id}
            type="button"
            className={styles.control}
            data-off={isOff || isOn || undefined}
            aria-label={name}
            aria-pressed={isSwitch ? isOn : undefined}
            onClick={act}
          >
            <Icon size={28} stroke={1.75} />
            <span>{word}</span>
          </button>
        ))}
        {!shown && <ScreenControl model={model} />}
        <ChatControl model={model} onChat={onChat} />
        {shown && <PhoneMore key={shown.pic.uniqueId} model={model} snapshot={shown} {...more} />}
        {isDrawing && end}
      </div>
      {!isDrawing && end}
    </>
  );
}

/** The rarer controls, in a corner of the live picture. */
type AroundProps = Pick<LayoutProps, 'model' | 'onDevices' | 'onAddPerson' | 'onShrink'>;

function Around({ model, onShrink, ...more }: AroundProps) {
  const say = useTexts(texts);
  return (
    <div className={styles.around}>
      {model.controls
        .filter(({ id }) => id === 'audioOnly')
        .map(({ id, name, Icon, isOn = false, isSwitch = false, act }) => (
          <button
            key={id}
            type="button"
            className={styles.devices}
            data-off={isOn || undefined}
            aria-label={name}
            aria-pressed={isSwitch ? isOn : undefined}
            onClick={act}
          >
            <Icon size={24} stroke={1.75} />
          </button>
        ))}
      {onShrink && (
        <button type="button" className={styles.devices} aria-label={say('makeSmall')} onClick={onShrink}>
          <IconArrowsDiagonalMinimize2 size={24} stroke={1.75} />
        </button>
      )}
      <LiveMore model={model} {...more} />
    </div>
  );
}

/** The phone layout, for use with one hand: the main controls are in the lower two thirds. */
export function InCallPhone({ model, isSpeakerGone, onHowToAllow, onDevices, onAddPerson, onShrink }: LayoutProps) {
  const say = useTexts(texts);
  const [isChatOpen, setIsChatOpen] = useState(false);
  const main = useRef<HTMLDivElement>(null);
  const { view, actions, shown, link, pictures, goLive } = model;
  // A shared screen is shown whole, with empty space around it.
  const isWhole = pictures.main !== null && showsScreen(pictures.main, view.local);
  const isDrawing = shown !== null && view.me.mayDraw;
  useReadingChat(isChatOpen, actions);
  return (
    <>
      <section
        className={styles.stage}
        data-testid="stage"
        data-mode={shown ? 'annotations' : 'live'}
        // Plates are for pictures: on a dark background they would not be visible.
        data-dark={shown !== null || !model.canTake || isWhole || undefined}
      >
        <PhonePictures model={model} mainRef={main} />
        <div className={styles.head} data-plain={shown !== null || undefined} data-drawing={isDrawing || undefined}>
          {isDrawing && (
            <button type="button" className={styles.devices} aria-label={say('backToLive')} onClick={goLive}>
              <IconX size={24} stroke={1.75} />
            </button>
          )}
          <Who model={model} />
          {!shown && <Around model={model} onDevices={onDevices} onAddPerson={onAddPerson} onShrink={onShrink} />}
        </div>
        <div className={styles.middle}>
          {shown && <SnapshotStage model={model} layout="phone" />}
          {link === 'reconnecting' && <Reconnecting />}
        </div>
        <div className={styles.bottom}>
          <SnapshotStrip model={model} layout="phone" from={main} />
          <div className={styles.padded}>
            <Notices model={model} isSpeakerGone={isSpeakerGone} onHowToAllow={onHowToAllow} />
            <PhonePlates model={model} />
            {!isChatOpen && <LastMessage model={model} onOpen={() => setIsChatOpen(true)} />}
            <Controls
              model={model}
              onChat={() => setIsChatOpen(true)}
              onDevices={onDevices}
              onAddPerson={onAddPerson}
            />
          </div>
        </div>
      </section>
      {isChatOpen && <ChatSheet model={model} onClose={() => setIsChatOpen(false)} />}
    </>
  );
}
