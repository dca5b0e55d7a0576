export { type CallActions, type CallSession, forwardActions } from './call-session';
export { CameraAdjuster } from './camera/camera-adjuster';
export type * from './ports';
export { createCallSession } from './session/session';
export type * from './view';
