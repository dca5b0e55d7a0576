import {
  IconArrowsDiagonalMinimize2,
  IconCamera,
  IconKeyboard,
  IconLock,
  IconPencil,
  IconPhoneOff,
  IconPictureInPicture,
  IconSettings,
  IconUserPlus,
} from '@tabler/icons-react';
import { isController, isGenuine } from '@earth/contracts';
import { useRef, useState } from 'react';
import { useCallSubject } from '../../../shared/call-subject';
import { useTexts } from '../../../shared/i18n';
import { ShortcutsDialog } from '../../../ui/overlay/ShortcutsDialog';
import { NotGenuine } from '../../../ui/feedback/NotGenuine';
import { Unprotected } from '../../../ui/feedback/Unprotected';
import { Avatar } from '../../../ui/pictures/Avatar';
import { FilledButton, QuietButton } from '../../../ui/controls/Button';
import { IconButton } from '../../../ui/controls/IconButton';
import { Key } from '../../../ui/controls/Key';
import { Tip } from '../../../ui/overlay/Tip';
import { useAttach } from '../../conversation';
import { ArPlate } from '../ar/ArPlate';
import { OwnColor } from '../drawing/OwnColor';
import { SnapshotStage } from '../drawing/SnapshotStage';
import { texts as drawingTexts } from '../drawing/texts';
import { texts as floatingTexts } from '../floating/texts';
import { LiveControls } from '../live/LiveControls';
import { CameraHeld } from '../live/OwnCamera';
import { PeerCameraBar } from '../live/PeerCameraBar';
import { ScreenWords } from '../live/ScreenWords';
import { StagePointing } from '../live/StagePointing';
import { dropTarget } from '../../../ui/controls/files-in';
import { useCallShortcuts } from '../model/use-call-shortcuts';
import { RecordControl } from '../recording/RecordControl';
import { RecordingPlates } from '../recording/RecordingPlates';
import { RecordingSign } from '../recording/RecordingSign';
import { Chat } from '../parts/Chat';
import { ConnectionWord } from '../parts/ConnectionWord';
import { Lock } from '../parts/Lock';
import { Notices } from '../parts/Notices';
import { PictureBox } from '../parts/PictureBox';
import { Reconnecting } from '../parts/Reconnecting';
import { SnapshotActions } from '../parts/SnapshotActions';
import { SnapshotStrip } from '../parts/SnapshotStrip';
import { Ticking } from '../../../ui/feedback/Ticking';
import { texts as peopleTexts } from '../people/texts';
import { countIn } from '../people/who-to-add';
import { texts } from '../texts';
import { DeskControl } from './DeskControl';
import { CallName } from './CallName';
import styles from './desk.module.css';
import { PeopleTiles } from './PeopleTiles';
import { Silent } from './Silent';
import { type InCallModel, type LayoutProps, useReadingChat } from './use-in-call';

/** The switch of the screen mode for everybody. Only controllers have it. */
function ModeSwitch({ model }: { readonly model: InCallModel }) {
  const say = useTexts(texts);
  const { shown, goLive, showNewest, view } = model;
  return (
    <div className={styles.switch} role="group" aria-label={say('whatAllSee')}>
      <button type="button" aria-pressed={!shown} aria-keyshortcuts="Escape" onClick={goLive}>
        {say('live')} <Key name="Esc" />
      </button>
      <Tip words={showNewest ? say('allSeeThis') : say('noSnapshotYet')}>
        <button
          type="button"
          aria-pressed={shown !== null}
          aria-keyshortcuts="A"
          aria-disabled={showNewest === null}
          onClick={() => {
            if (!shown) showNewest?.();
          }}
        >
          <IconPencil size={16} stroke={1.75} />
          {say('annotations')}
          {view.unseenPics > 0 && !shown && <i className={styles.count}>{view.unseenPics}</i>}
          <Key name="A" />
        </button>
      </Tip>
    </div>
  );
}

function Keys() {
  const say = useTexts(texts);
  const [areShown, show] = useState(false);
  const open = () => show(true);
  useCallShortcuts({ keys: open });
  return (
    <>
      <IconButton
        label={say('keys')}
        keyName="?"
        aria-keyshortcuts="?"
        isQuiet
        icon={<IconKeyboard size={20} stroke={1.75} aria-hidden="true" />}
        onClick={open}
      />
      <ShortcutsDialog isOpen={areShown} onClose={() => show(false)} />
    </>
  );
}

function Header({ model, onAddPerson, onShrink }: Pick<LayoutProps, 'model' | 'onAddPerson' | 'onShrink'>) {
  const say = useTexts(texts);
  const sayPeople = useTexts(peopleTexts);
  const sayFloating = useTexts(floatingTexts);
  const { view, me, others, firstNames, floating, link, isEncrypted } = model;
  const only = others.length === 1 ? others[0] : undefined;
  const name = only?.name ?? firstNames;
  const face = others[0];
  const subject = useCallSubject([view.call])(view.call, view.subject);
  useCallShortcuts(onAddPerson ? { addPerson: onAddPerson } : {});
  return (
    <header className={styles.top}>
      {face && <Avatar id={face.uniqueId} name={face.name} />}
      <div className={styles.title}>
        <h1>
          <CallName name={name} lines={1} />
          <Silent model={model} />
        </h1>
        {subject && (
          <p title={isGenuine(subject) ? subject : undefined}>{isGenuine(subject) ? subject : <NotGenuine />}</p>
        )}
        {view.subject && <Unprotected scheme={view.call.cryptoSchema} />}
      </div>
      <span className={styles.time}>
        <Ticking since={view.since} isPadded />
      </span>
      <RecordingSign recording={view.recording} />
      {link && (
        <span className={styles.fact}>
          <ConnectionWord link={link} />
        </span>
      )}
      {isEncrypted && <Lock people={others} className={styles.lock} />}
      <span className={styles.grow} />
      {isController(me.role.code) && <ModeSwitch model={model} />}
      <span className={styles.grow} />
      {onAddPerson && (
        <QuietButton
          icon={<IconUserPlus size={20} stroke={1.75} aria-hidden="true" />}
          aria-keyshortcuts="I"
          onClick={onAddPerson}
        >
          {sayPeople('addPerson')} <Key name="I" />
        </QuietButton>
      )}
      <Keys />
      {floating && (
        <IconButton
          label={sayFloating('float')}
          isQuiet
          isOn={floating.isOpen}
          aria-pressed={floating.isOpen}
          icon={<IconPictureInPicture size={20} stroke={1.75} aria-hidden="true" />}
          onClick={floating.toggle}
        />
      )}
      {onShrink && (
        <IconButton
          label={say('makeSmall')}
          isQuiet
          icon={<IconArrowsDiagonalMinimize2 size={20} stroke={1.75} aria-hidden="true" />}
          onClick={onShrink}
        />
      )}
    </header>
  );
}

function Stage({ model }: { readonly model: InCallModel }) {
  const say = useTexts(texts);
  const { view, me, pictures, shown, shownBy, link } = model;
  const { main } = pictures;
  const canvas = useRef<HTMLDivElement>(null);
  const isQuiet = link === 'reconnecting' && main?.of === 'person' && !shown;
  return (
    <section className={styles.stage} data-testid="stage" data-mode={shown ? 'annotations' : 'live'}>
      <div role="status">{shown && shownBy && <p className={styles.shows}>{say('shows', { name: shownBy })}</p>}</div>
      <div ref={canvas} className={styles.canvas}>
        <div className={styles.picture} data-quiet={isQuiet || undefined}>
          {shown ? (
            <SnapshotStage model={model} layout="desk" />
          ) : (
            main && (
              <>
                <PictureBox picture={main} local={view.local} me={me} size="stage" fit="contain" />
                <StagePointing model={model} fit="contain" />
              </>
            )
          )}
        </div>
        {link === 'reconnecting' && (
          <div className={styles.over}>
            <Reconnecting />
          </div>
        )}
      </div>
      <PeerCameraBar model={model} />
      <div className={styles.under}>
        <SnapshotStrip model={model} layout="desk" from={canvas} />
        {shown && <SnapshotActions key={shown.pic.uniqueId} model={model} snapshot={shown} />}
      </div>
    </section>
  );
}

function Panel({ model }: { readonly model: InCallModel }) {
  const say = useTexts(texts);
  const sayPeople = useTexts(peopleTexts);
  const { view, isEncrypted } = model;
  const count = countIn(view.people);
  const most = view.maxUsers;
  return (
    <aside className={styles.panel}>
      <h2 className={styles.section}>
        {say('people')} <span className={styles.number}>{most > 2 ? sayPeople('ofMany', { count, most }) : count}</span>
      </h2>
      <PeopleTiles model={model} />
      <h2 className={styles.section} data-line>
        {say('chat')} {isEncrypted && <IconLock size={16} stroke={1.75} />}
      </h2>
      <Chat model={model} />
    </aside>
  );
}

/** Opens the newest snapshot for drawing; pressed again, returns to live. */
function Annotate({ model: { shown, showNewest, goLive } }: { readonly model: InCallModel }) {
  const say = useTexts(drawingTexts);
  const act = shown ? goLive : showNewest;
  return (
    <DeskControl
      word={say('annotate')}
      name={say('annotate')}
      keyName="A"
      Icon={IconPencil}
      isOn={shown !== null}
      isSwitch
      disabled={!act}
      onClick={() => act?.()}
    />
  );
}

function Foot({ model, isSpeakerGone, onHowToAllow, onDevices }: LayoutProps) {
  const say = useTexts(texts);
  const { view, actions, me, shown, controls, canTake, take } = model;
  const isMine = isController(me.role.code);
  return (
    <footer className={styles.foot}>
      <div className={styles.notes}>
        <Notices model={model} isSpeakerGone={isSpeakerGone} onHowToAllow={onHowToAllow} />
        <CameraHeld model={model} />
        <RecordingPlates model={model} />
        <ScreenWords model={model} />
        {shown && (
          <p className={styles.hint}>
            {view.me.mayDraw ? <OwnColor color={model.line.color ?? view.me.color} /> : isMine && say('allSeeThis')}{' '}
            {isMine ? say('escForAll') : say('escForMe')}
          </p>
        )}
      </div>
      <div className={styles.controls}>
        {controls.map(({ id, isOff, isOn = false, act, ...control }) => (
          <DeskControl key={id} {...control} isOff={isOff || isOn} onClick={act} />
        ))}
        <DeskControl
          word={say('snapshot')}
          name={say('snapshot')}
          tip={say('takeSnapshot')}
          keyName="S"
          Icon={IconCamera}
          disabled={!canTake}
          onClick={take}
        />
        {isMine && <Annotate model={model} />}
        <LiveControls model={model} />
        <RecordControl model={model} />
        <DeskControl word={say('devices')} name={say('devices')} Icon={IconSettings} onClick={onDevices} />
      </div>
      <div className={styles.leave}>
        <FilledButton
          isDanger
          className={styles.end}
          icon={<IconPhoneOff size={20} stroke={1.75} />}
          onClick={actions.hangUp}
        >
          {say('endCall')}
        </FilledButton>
      </div>
    </footer>
  );
}

/** The desktop layout: picture, snapshots, people and chat side by side, with nothing over the picture. */
export function InCallDesk(props: LayoutProps) {
  const { model } = props;
  useReadingChat(true, model.actions);
  const attach = useAttach({ kind: 'call', id: model.view.call.uniqueId });
  return (
    <div className={styles.desk} {...dropTarget(attach)}>
      <Header model={model} onAddPerson={props.onAddPerson} onShrink={props.onShrink} />
      <div className={styles.middle}>
        <Stage model={model} />
        <Panel model={model} />
      </div>
      <div className={styles.ar}>
        <ArPlate model={model} />
      </div>
      <Foot {...props} />
    </div>
  );
}
