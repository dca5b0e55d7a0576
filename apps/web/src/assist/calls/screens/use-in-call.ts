import type { CallActions, CallSession, CallView, LinkQuality, Points, Snapshot } from '@earth/calls';
import { type Contact, CryptoSchema, type Profile } from '@earth/contracts';
import { useEffect, useState } from 'react';
import { useIsNetworkWeak } from '../../../shared/device/use-is-network-weak';
import { firstName, formatList } from '../../../shared/format';
import { useLanguage } from '../../../shared/i18n';
import { useIsTouch } from '../../../shared/use-media';
import { type KnownKeys, useKnownKeys } from '../../../platform/crypto/known-keys';
import { useIsPageVisible } from '../../../shared/use-page-visible';
import { FIRST_LINE, type Line } from '../drawing/line';
import { useFloating } from '../floating/floating-store';
import { canShareScreen } from '../live/can-share';
import { canTake, choosePictures, type Pictures, snapshotOf } from '../model/main-picture';
import { useCallShortcuts } from '../model/use-call-shortcuts';
import { worstLink } from '../model/words';
import { type Control, type Device, useControls } from '../parts/use-controls';

export type InCallView = Extract<CallView, { phase: 'inCall' }>;

/**
 * Whether «Encrypted» may be shown: true only if everything in the call is encrypted, from every participant, and nobody can be between
 * the devices unnoticed.
 */
const isEncrypted = ({ call, messages, snapshots, people }: InCallView, known: KnownKeys): boolean =>
  people.every(({ trust, link }) => trust === 'signed' || (trust === null && link === 'connecting')) &&
  !people.some(({ contact }) => known[contact.uniqueId]?.trust === 'changed') &&
  [
    call.cryptoSchema,
    ...messages.map(({ cryptoSchema }) => cryptoSchema),
    ...snapshots.map(({ pic }) => pic.cryptoSchema),
  ].every((scheme) => scheme !== CryptoSchema.none);

export type InCallActions = CallActions & Pick<CallSession, 'drawing'>;

export interface InCallProps {
  readonly view: InCallView;
  readonly actions: InCallActions;
  readonly points: Points;
  readonly me: Profile;
}

/** The state and actions of both layouts. */
export interface InCallModel extends InCallProps {
  /** The people in the call, or, if there are none, the people who ring. */
  readonly others: readonly Contact[];
  /** «Giulia», «Giulia and Marco». */
  readonly firstNames: string;
  readonly pictures: Pictures;
  readonly link: LinkQuality | null;
  readonly isEncrypted: boolean;
  /** The snapshot on the stage; null: live. */
  readonly shown: Snapshot | null;
  /** First name of the participant who selected it; null: the user. */
  readonly shownBy: string | null;
  readonly controls: readonly Control[];
  /** How the user draws, from snapshot to snapshot. */
  readonly line: Line;
  readonly setLine: (line: Line) => void;
  /** The laser is on: the mouse points at the live picture without a button. */
  readonly isPointing: boolean;
  readonly togglePointing: () => void;
  /** Freezes everybody's screen at the live picture; null if there is none, or the user may not. */
  readonly freeze: (() => void) | null;
  /** Starts or stops sharing the user's screen; null if it is not offered. */
  readonly toggleScreen: (() => void) | null;
  /** Starts or stops the user's recording; null if they may not, or the browser cannot. */
  readonly toggleRecording: (() => void) | null;
  /** The other side's picture in a window of its own; null if it is not offered. */
  readonly floating: ReturnType<typeof useFloating>;
  readonly canTake: boolean;
  readonly take: () => void;
  readonly select: (picId: string) => void;
  readonly goLive: () => void;
  /** Shows the newest snapshot; null if there is none. */
  readonly showNewest: (() => void) | null;
}

export interface LayoutProps {
  readonly model: InCallModel;
  /** The chosen loudspeaker is not connected. */
  readonly isSpeakerGone: boolean;
  /** Opens the steps that allow the device in this browser. */
  readonly onHowToAllow: (device: Device) => void;
  readonly onDevices: () => void;
  /** Null: the call is full. */
  readonly onAddPerson: (() => void) | null;
  /** Makes the call small, over the page that it was started from; null: there is no other page. */
  readonly onShrink: (() => void) | null;
}

/** Messages that arrive while the chat is visible count as read. */
export function useReadingChat(isOpen: boolean, actions: Pick<CallActions, 'setChatOpen'>) {
  const isVisible = useIsPageVisible();
  const isReading = isOpen && isVisible;
  useEffect(() => {
    actions.setChatOpen(isReading);
    return () => actions.setChatOpen(false);
  }, [isReading, actions]);
}

export function othersOf({ people }: InCallView): readonly Contact[] {
  const joined = people.filter(({ state }) => state === 'joined');
  const shown = joined.length > 0 ? joined : people.filter(({ state }) => state === 'ringing');
  return (shown.length > 0 ? shown : people).map(({ contact }) => contact);
}

/** «Giulia», «Giulia and Marco». */
export function useFirstNames(people: readonly Contact[]): string {
  const language = useLanguage();
  return formatList(
    people.map(({ name }) => firstName(name)),
    language,
  );
}

function toggleRecordingOf({ me, recording }: InCallView, actions: InCallActions): (() => void) | null {
  if (!me.isController || recording.problem === 'unsupported') return null;
  return recording.own === 'off' ? actions.startRecording : actions.stopRecording;
}

export function useInCall(
  { view, actions, points, me }: InCallProps,
  onRefused: (device: Device) => void,
): InCallModel {
  const [isPointing, setIsPointing] = useState(false);
  const [line, setLine] = useState(FIRST_LINE);
  const isNetworkWeak = useIsNetworkWeak();
  const controls = useControls(view.local, actions, onRefused);
  const others = othersOf(view);
  const firstNames = useFirstNames(others);
  const pictures = choosePictures({
    people: view.people,
    local: view.local,
    amAssisted: me.role.code === 'ASSISTED',
  });
  const isTakeable = canTake(pictures.main, view.local);
  const shown = view.snapshots.find(({ pic }) => pic.uniqueId === view.selectedPicId) ?? null;
  const newest = view.snapshots.findLast(({ state }) => state === 'ready');
  const take = () => actions.takeSnapshot(snapshotOf(pictures.main));
  const togglePointing = () => setIsPointing(!isPointing);
  const canFreeze = view.me.isController && isTakeable && !shown;
  const freeze = canFreeze ? () => actions.freeze(snapshotOf(pictures.main)) : null;
  const offersScreen = canShareScreen({
    isController: view.me.isController,
    isTouch: useIsTouch(),
    devices: navigator.mediaDevices,
  });
  const toggleScreen = offersScreen ? () => (view.local.isScreen ? actions.stopScreen() : actions.shareScreen()) : null;
  const toggleRecording = toggleRecordingOf(view, actions);
  const floating = useFloating();
  const known = useKnownKeys();
  const goLive = () => actions.selectPic(null);
  const showNewest = newest ? () => actions.selectPic(newest.pic.uniqueId) : null;
  const act = (id: Control['id']) => controls.find((control) => control.id === id)?.act;
  // A snapshot on the screen counts as seen, also if another participant has selected it.
  const isSeeing = shown !== null && view.unseenPics > 0;
  useEffect(() => {
    if (isSeeing) actions.markPicsSeen();
  }, [isSeeing, actions]);
  useCallShortcuts({
    microphone: act('microphone') ?? goLive,
    camera: act('camera') ?? goLive,
    ...(isTakeable && { snapshot: take }),
    ...(isTakeable && !shown && { point: togglePointing }),
    ...(freeze && { freeze }),
    ...(toggleScreen && { screen: toggleScreen }),
    ...(toggleRecording && { record: toggleRecording }),
    ...(showNewest && { annotations: showNewest }),
    // Pressing A again returns to live, as its button does.
    ...(shown && { annotations: goLive, live: goLive }),
  });
  return {
    view,
    actions,
    me,
    others,
    firstNames,
    pictures,
    link: worstLink(view.people, isNetworkWeak),
    isEncrypted: isEncrypted(view, known),
    shown: view.mode === 'GUIMODE_ANNOTATIONS' ? shown : null,
    shownBy: view.shownBy === null ? null : firstName(view.shownBy),
    controls,
    points,
    line,
    setLine,
    isPointing,
    togglePointing,
    freeze,
    toggleScreen,
    toggleRecording,
    floating,
    canTake: isTakeable,
    take,
    select: actions.selectPic,
    goLive,
    showNewest,
  };
}
