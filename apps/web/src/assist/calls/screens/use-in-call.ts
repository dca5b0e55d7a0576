import type { CallActions, CallSession, CallView, LinkQuality, Points, Snapshot } from '@earth/calls';
import { type Contact, CryptoSchema, type Profile } from '@earth/contracts';
import { useEffect, useState } from 'react';
import { firstName, formatList } from '../../../shared/format';
import { useLanguage } from '../../../shared/i18n';
import { useIsTouch } from '../../../shared/use-media';
import { useIsPageVisible } from '../../../shared/use-page-visible';
import { canShareScreen } from '../live/can-share';
import { canTake, choosePictures, type Pictures, snapshotOf } from '../model/main-picture';
import { useCallShortcuts } from '../model/use-call-shortcuts';
import { worstLink } from '../model/words';
import { type Control, type Device, useControls } from '../parts/use-controls';

export type InCallView = Extract<CallView, { phase: 'inCall' }>;

/** Nothing stands under «Encrypted» that is not, whoever put it there. */
const isEncrypted = ({ call, messages, snapshots }: InCallView): boolean =>
  [call.cryptoSchema, ...messages.map(({ scheme }) => scheme), ...snapshots.map(({ pic }) => pic.cryptoSchema)].every(
    (scheme) => scheme !== CryptoSchema.none,
  );

export type InCallActions = CallActions & Pick<CallSession, 'drawing'>;

export interface InCallProps {
  readonly view: InCallView;
  readonly actions: InCallActions;
  readonly points: Points;
  readonly me: Profile;
}

/** What both layouts of a call show and do. */
export interface InCallModel extends InCallProps {
  /** Those the call is with: who is in it, else whom it waits for. */
  readonly others: readonly Contact[];
  /** «Giulia», «Giulia and Marco». */
  readonly firstNames: string;
  readonly pictures: Pictures;
  readonly link: LinkQuality | null;
  readonly isEncrypted: boolean;
  /** The snapshot on the stage; null: live. */
  readonly shown: Snapshot | null;
  /** First name of who brought it there, where it was somebody else. */
  readonly shownBy: string | null;
  readonly controls: readonly Control[];
  /** The mouse points at the live picture wherever it is over it. */
  readonly isPointing: boolean;
  readonly togglePointing: () => void;
  /** Stops everybody's screen at the live picture; null where there is none, or it is not one's to do. */
  readonly freeze: (() => void) | null;
  /** Shows one's screen, or stops it; null where it is not offered. */
  readonly toggleScreen: (() => void) | null;
  readonly canTake: boolean;
  readonly take: () => void;
  readonly select: (picId: string) => void;
  readonly goLive: () => void;
  /** Shows the newest snapshot; null where there is none. */
  readonly showNewest: (() => void) | null;
  /** What is typed and not sent: it stays when the chat is put away. */
  readonly draft: string;
  readonly setDraft: (text: string) => void;
}

export interface LayoutProps {
  readonly model: InCallModel;
  /** The loudspeaker that was chosen is not there. */
  readonly isSpeakerGone: boolean;
  /** Opens the steps that allow it in this browser. */
  readonly onHowToAllow: (device: Device) => void;
  readonly onDevices: () => void;
  /** Null: the call is full. */
  readonly onAddPerson: (() => void) | null;
}

/** What comes while the chat is in sight is read. */
export function useReadingChat(isOpen: boolean, actions: Pick<CallActions, 'setChatOpen'>) {
  const isVisible = useIsPageVisible();
  const isReading = isOpen && isVisible;
  useEffect(() => {
    actions.setChatOpen(isReading);
    return () => actions.setChatOpen(false);
  }, [isReading, actions]);
}

function othersOf({ people }: InCallView): readonly Contact[] {
  const joined = people.filter(({ state }) => state === 'joined');
  const shown = joined.length > 0 ? joined : people.filter(({ state }) => state === 'ringing');
  return (shown.length > 0 ? shown : people).map(({ contact }) => contact);
}

export function useInCall(
  { view, actions, points, me }: InCallProps,
  onRefused: (device: Device) => void,
): InCallModel {
  const language = useLanguage();
  const [draft, setDraft] = useState('');
  const [isPointing, setIsPointing] = useState(false);
  const controls = useControls(view.local, actions, onRefused);
  const others = othersOf(view);
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
  const goLive = () => actions.selectPic(null);
  const showNewest = newest ? () => actions.selectPic(newest.pic.uniqueId) : null;
  const act = (id: Control['id']) => controls.find((control) => control.id === id)?.act;
  // Whoever brought a snapshot to this screen: the snapshots have been looked at.
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
    ...(showNewest && { annotations: showNewest }),
    // A once more goes back, as its button does.
    ...(shown && { annotations: goLive, live: goLive }),
  });
  return {
    view,
    actions,
    me,
    others,
    firstNames: formatList(
      others.map(({ name }) => firstName(name)),
      language,
    ),
    pictures,
    link: worstLink(view.people),
    isEncrypted: isEncrypted(view),
    shown: view.mode === 'GUIMODE_ANNOTATIONS' ? shown : null,
    shownBy: view.shownBy === null ? null : firstName(view.shownBy),
    controls,
    points,
    isPointing,
    togglePointing,
    freeze,
    toggleScreen,
    canTake: isTakeable,
    take,
    select: actions.selectPic,
    goLive,
    showNewest,
    draft,
    setDraft,
  };
}
