import { lazyPart } from '../../ui/feedback/lazy-part';

export { answerCall, listenForAnswers } from './answer';
export { CallButton } from './CallButton';
export { CallLayer } from './CallLayer';
export { getCallSession, useCall } from './model/call-session';
/** Loaded when it is wanted: it stands on what makes a call, which the first screen does without. */
export const DevicesDialog = lazyPart(() => import('./devices/DevicesDialog'), 'DevicesDialog');
/** A picture by this machine's camera: loaded when it is wanted, likewise. */
export const CameraDialog = lazyPart(() => import('./camera/CameraDialog'), 'CameraDialog');
/** How a microphone is allowed where it is blocked: loaded where it is. */
export const AllowSteps = lazyPart(() => import('./parts/AllowSteps'), 'AllowSteps');
export { type CallWish, isServiceAvailable, mayCallPerson, usePlaceCall } from './place-call';
export { Ticking } from './parts/Ticking';
/** The microphone, the one that was chosen for calls: whoever opens it stops it. */
export async function openMicrophone() {
  const { getPageMedia } = await import('./adapters/media');
  return getPageMedia().open({ audio: true, video: false, facing: 'user', isTurned: false });
}
/** A picture with what was drawn on it: loaded where there is such a one. */
export const loadFlatten = () => import('./drawing/flatten').then((loaded) => loaded.flatten);
