/** A call in the shape that its screens receive. */
import type { PictureDrawing } from '@earth/annotations';
import type { CallSession, CallView, LocalMedia, Person } from '@earth/calls';
import { testContact, testId } from './people';

type InCallView = Extract<CallView, { phase: 'inCall' }>;

export const testPerson = (change: Partial<Person> = {}): Person => ({
  contact: testContact(),
  color: '#ffd23f',
  state: 'joined',
  link: 'good',
  trust: 'signed',
  isUndecryptable: false,
  stream: null,
  hasAudio: true,
  hasVideo: true,
  isAudioOnly: false,
  sentLevel: 'full',
  receivedLevel: 'full',
  isScreen: false,
  isAr: false,
  camera: null,
  ...change,
});

/** A phone's microphone and camera, both on. */
export const testLocal: LocalMedia = {
  stream: null,
  audioOn: true,
  videoOn: true,
  isAudioOnly: false,
  prefers: null,
  isScreen: false,
  facing: 'environment',
  canFlip: true,
  torch: null,
  zoom: null,
  cameraProblem: null,
  microphoneProblem: null,
  cameraInstead: null,
  microphoneInstead: null,
  isCameraPaused: false,
  isMicrophonePaused: false,
  ar: null,
};

/** The caller. */
export const testCaller = testContact({ name: 'Luca Moretti' }, 'ASSISTED');

/** A field user's view of a live call without messages or pictures. */
export const testInCall = (change: Partial<InCallView> = {}): InCallView => ({
  phase: 'inCall',
  call: {
    uniqueId: testId(),
    callerUniqueId: testCaller.uniqueId,
    subject: 'sealed',
    cryptoSchema: 1,
    productCode: null,
    startDate: '2026-01-05T10:00:00.000Z',
    ringsUntil: '2026-01-05T10:01:00.000Z',
    forHelp: false,
    targets: [],
    caller: testCaller,
    isInstantCall: false,
  },
  subject: 'The seal drips',
  since: Date.now(),
  people: [testPerson()],
  maxUsers: 2,
  mediaServer: 'none',
  me: { color: '#ff7ab8', isController: false, mayDraw: false },
  local: testLocal,
  recording: { own: 'off', waitsFor: [], refusedBy: null, problem: null, askedBy: null, by: [] },
  cameraAskedBy: null,
  cameraHeldBy: [],
  mode: 'GUIMODE_LIVECAMERA',
  selectedPicId: null,
  shownBy: null,
  snapshots: [],
  unanswered: [],
  unseenPics: 0,
  messages: [],
  outgoing: [],
  readers: [],
  unreadMessages: 0,
  isServerAway: false,
  ...change,
});

export const nothingDrawn: PictureDrawing = {
  scheme: 2,
  strokes: [],
  canUndo: false,
  canRedo: false,
  canClear: false,
  own: [],
  isFull: false,
  isRefused: false,
  nextNumber: 1,
};

/** The drawings of a call in which nobody draws or points. */
export const testDrawing = (): CallSession['drawing'] => {
  const none: readonly never[] = [];
  return {
    subscribe: () => () => {},
    getDrawing: () => nothingDrawn,
    getLasers: () => none,
    end: () => {},
  } as unknown as CallSession['drawing'];
};
