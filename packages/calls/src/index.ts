export { type CallActions, type CallSession, forwardActions } from './call-session';
export type * from './ports';
export { createCallSession } from './session/session';
export type * from './view';
