export { type CallActions, type CallSession, forwardActions } from './call-session';
export { LIVE_LINE_MS } from './camera/live-lines';
export { CameraAdjuster } from './camera/camera-adjuster';
export type * from './ports';
export { createCallSession } from './session/session';
export { type Arrivals, readArrivals } from './transport/arrival-watch';
export {
  type MediaRoom,
  type MediaRoomEvents,
  type MediaServerClient,
  RoomRefusal,
  type RoomState,
} from './transport/livekit/media-room';
export type { PictureSize } from './transport/transport';
export type * from './view';
