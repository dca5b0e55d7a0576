import { isController, isGenuine, type Profile } from '@earth/contracts';
import type { CallSession, CallView } from '@earth/calls';
import { memo, useDeferredValue, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useCallSubject } from '../../../shared/call-subject';
import { useTexts } from '../../../shared/i18n';
import { useOrientationLock } from '../../../shared/device/use-orientation-lock';
import { useWakeLock } from '../../../shared/camera/use-wake-lock';
import { texts as appTexts } from '../../../shared/texts';
import { DialogsIn, layerElement } from '../../../ui/overlay/layers';
import { DeviceWatch } from '../devices/DeviceWatch';
import { FloatingPicture } from '../floating/FloatingPicture';
import type { Gate } from '../gate';
import { useIsSmall } from '../model/small-call';
import { useCallScreen } from '../model/use-call-screen';
import { isVoiceOnly, useProximity } from '../model/voice-only';
import { usePictureFirst } from '../model/use-picture-first';
import { PeopleSound } from '../parts/PeopleSound';
import { texts } from '../texts';
import { Calling } from './Calling';
import { Closed } from './Closed';
import { InCall } from './InCall';
import { Incoming } from './Incoming';
import { PermissionCard } from './PermissionCard';
import { SmallCall } from './SmallCall';

interface CallScreensProps {
  readonly session: CallSession;
  readonly gate: Gate;
  readonly me: Profile;
}

interface ScreenProps extends Omit<CallScreensProps, 'gate'> {
  readonly view: CallView;
}

/** The view until the first picture: the caller sees their own picture, the called person sees whom they will talk to. */
function answered({ call, people, since, local }: Extract<CallView, { phase: 'inCall' }>, me: Profile) {
  const isMyCall = call.caller.uniqueId === me.uniqueId;
  return {
    targets: people.map(({ contact }) => contact),
    since,
    local,
    answeredBy: people.find(({ hasVideo }) => hasVideo) ?? (isMyCall ? undefined : people[0]),
  };
}

type InCallNow = Extract<CallView, { phase: 'inCall' }>;

/** The screen during a call, or the small call over the page. What somebody shows or asks makes it large again. */
function Sized({ view, session, me }: Omit<ScreenProps, 'view'> & { readonly view: InCallNow }) {
  const [isSmall, makeSmall] = useIsSmall(view.call.uniqueId);
  const urgent = (view.recording.askedBy ?? view.cameraAskedBy)?.uniqueId ?? view.selectedPicId;
  const before = useRef(urgent);
  const enlarge = useEffectEvent(() => makeSmall(false));
  useEffect(() => {
    if (urgent !== before.current && urgent !== null) enlarge();
    before.current = urgent;
  }, [urgent]);
  if (isSmall) return <SmallCall view={view} actions={session} me={me} onEnlarge={() => makeSmall(false)} />;
  return <InCall view={view} actions={session} points={session.points} me={me} onShrink={() => makeSmall(true)} />;
}

function Phase({ view, session, me }: ScreenProps) {
  const { isScreenDue, handlePicture } = usePictureFirst(view);
  switch (view.phase) {
    case 'idle':
      return <DeviceWatch />;
    case 'incoming':
      // A question during the ring, such as comparing keys, is shown over it.
      return (
        <DialogsIn value="questions">
          {createPortal(<Incoming view={view} actions={session} />, layerElement('ring'))}
        </DialogsIn>
      );
    case 'calling':
      return <Calling view={view} actions={session} me={me} />;
    case 'inCall':
      if (!isScreenDue)
        return <Calling view={answered(view, me)} onPicture={handlePicture} actions={session} me={me} />;
      return <Sized key={view.call.uniqueId} view={view} session={session} me={me} />;
    case 'closed':
      return <Closed view={view} actions={session} />;
  }
}

/** Sound plays from the first moment, without a break when the screen changes. */
const HeardAndSeen = memo(function HeardAndSeen(props: ScreenProps) {
  const { view } = props;
  // Also on an operator's laptop, and while it rings: a page that sleeps for half a minute is out of the call.
  useWakeLock(view.phase === 'calling' || view.phase === 'inCall');
  // Not for the whole call: a picture that is sent turns with the screen, and a helper would see it lying on its side.
  useOrientationLock(view.phase === 'inCall' && view.mode === 'GUIMODE_ANNOTATIONS');
  useProximity(isVoiceOnly(view));
  useCallScreen(view);
  return (
    <>
      {view.phase === 'inCall' && <PeopleSound people={view.people} />}
      {view.phase === 'inCall' && <FloatingPicture people={view.people} />}
      <Phase {...props} />
    </>
  );
});

/**
 * Renders the screens with low priority, so that they do not delay the signalling of the call. An incoming call has none
 * yet, and rings at once.
 */
function Screen({ session, me }: Omit<CallScreensProps, 'gate'>) {
  const now = useSyncExternalStore(session.subscribe, session.getView);
  const later = useDeferredValue(now);
  const view = now.phase === 'incoming' ? now : later;
  return <HeardAndSeen view={view} session={session} me={me} />;
}

/** Announces an incoming call. The live region is mounted before, because a region that appears with its text is often not read. */
function Herald({ session }: Pick<CallScreensProps, 'session'>) {
  const say = useTexts(texts);
  const tApp = useTexts(appTexts);
  const view = useSyncExternalStore(session.subscribe, session.getView);
  const subjectOf = useCallSubject(view.phase === 'incoming' ? [view.call] : []);
  return (
    <p role="alert" className="visually-hidden">
      {view.phase === 'incoming' &&
        `${say('incomingFrom', { name: view.call.caller.name })}. ${isGenuine(view.subject) ? (subjectOf(view.call, view.subject) ?? '') : tApp('notGenuine')}`}
    </p>
  );
}

/** The screens of a call, over the app's page, which stays as it is. */
export function CallScreens({ session, gate, me }: CallScreensProps) {
  const asked = useSyncExternalStore(gate.subscribe, gate.getState);
  return (
    <>
      {createPortal(<Herald session={session} />, layerElement('notices'))}
      <DialogsIn value="callDialogs">
        {createPortal(<Screen session={session} me={me} />, layerElement('call'))}
      </DialogsIn>
      {asked.type !== 'away' && (
        <DialogsIn value="questions">
          <PermissionCard
            state={asked.type}
            device="camera"
            amAssisted={!isController(me.role.code)}
            onAllow={() => void gate.allow()}
            onGoOn={gate.goWithSoundOnly}
            onCancel={gate.cancel}
          />
        </DialogsIn>
      )}
    </>
  );
}
