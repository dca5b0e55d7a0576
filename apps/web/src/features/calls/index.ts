import { lazy } from 'react';

export { answerCall, listenForAnswers } from './answer';
export { CallLayer } from './CallLayer';
export { getCallSession, useCall } from './call-session';
/** Loaded when it is wanted: it stands on what makes a call, which the first screen does without. */
export const DevicesDialog = lazy(() =>
  import('./devices/DevicesDialog').then((loaded) => ({ default: loaded.DevicesDialog })),
);
/** A picture with what was drawn on it: loaded where there is such a one. */
export const loadFlatten = () => import('./drawing/flatten').then((loaded) => loaded.flatten);
