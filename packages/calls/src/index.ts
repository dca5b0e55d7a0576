export { type CallActions, type CallSession, forwardActions } from './call-session';
export { storedNameOf } from './messages/chat-files';
export { mayPass } from './api-failure';
export { contentTypeOf, isPicture, isSound } from './messages/file-types';
export { createOutbox } from './messages/outbox';
export type * from './ports';
export { createCallSession } from './session/session';
export { LARGE_PICTURE } from './snapshots/snapshot-entries';
export type * from './view';
