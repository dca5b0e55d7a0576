import { lazyPart } from '../../ui/feedback/lazy-part';

export { answerCall, listenForAnswers } from './answer';
export { CallButton } from './CallButton';
export { CallLayer } from './CallLayer';
export { LeftOpenCall } from './LeftOpenCall';
export { createCalls, useCall, useRingingCaller } from './model/call-session';
/** Loaded on demand, because it imports the code of calls, which the first screen does without. */
export const DevicesDialog = lazyPart(() => import('./devices/DevicesDialog'), 'DevicesDialog');
/** Takes a picture with this device's camera. Loaded on demand. */
export const CameraDialog = lazyPart(() => import('./camera/CameraDialog'), 'CameraDialog');
/** Shows how to allow a blocked microphone. Loaded on demand. */
export const AllowSteps = lazyPart(() => import('../../ui/camera/AllowSteps'), 'AllowSteps');
export { type CallWish, isServiceAvailable, mayCallPerson, usePlaceCall } from './place-call';
/** Asks a guest for a rating. Loaded on demand. */
export const RatingForm = lazyPart(() => import('./rating/RatingForm'), 'RatingForm');
/** Opens the microphone that was chosen for calls. The caller stops the track. */
export async function openMicrophone() {
  const { getPageMedia } = await import('./adapters/media');
  return getPageMedia().open({ audio: true, video: false, facing: 'user', isTurned: false });
}
/** Loads the renderer of pictures with drawings, on demand. */
export const loadFlatten = () => import('./drawing/flatten').then((loaded) => loaded.flatten);
