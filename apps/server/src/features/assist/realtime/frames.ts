/** Frames of signed-in sockets: signs of life, joining and leaving the mesh of a call, and signalling in it. */
import type { Signal } from '@earth/contracts';
import type { CallPass } from '../../../adapters/video/room-tokens';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { callMessages, createCallsOf } from '../calls';
import { recordReceived } from '../messages';
import { publishTyping, roomMessages } from '../rooms';
import type { Connection, SignedInFrame } from './connection';

/** Frames that guests may send: all others are about chat rooms, which guests have no access to. */
const FOR_GUESTS: ReadonlySet<SignedInFrame['type']> = new Set(['ping', 'join', 'leave', 'signal', 'receivedInCall']);

type FrameHandler = (connection: Connection, principal: Principal, frame: SignedInFrame) => Promise<void>;

/** @returns a function that throws ApiErrors, which are sent to the socket */
export function createFrameHandler(context: Context): FrameHandler {
  const callsOf = createCallsOf(context);
  const isInCall = async ({ callId, ...device }: CallPass) => (await callsOf(device)).includes(callId);
  const frames = { ...context, isInCall };
  return (connection, principal, frame) => handle(frames, connection, principal, frame);
}

type FrameContext = Context & { readonly isInCall: (pass: CallPass) => Promise<boolean> };

async function handle(
  context: FrameContext,
  connection: Connection,
  principal: Principal,
  frame: SignedInFrame,
): Promise<void> {
  if (principal.guest && !FOR_GUESTS.has(frame.type)) throw new ApiError('notAllowed');
  switch (frame.type) {
    case 'ping':
      return connection.send({ type: 'pong' });
    case 'join':
      return joinRoom(context, connection, principal, frame);
    case 'leave':
      return context.video.mesh.leave(connection, frame.callUniqueId);
    case 'signal':
      return passOn(context, connection, frame);
    case 'received':
      return recordReceived(context, roomMessages, principal, {
        placeId: frame.roomUniqueId,
        position: frame.position,
      });
    case 'receivedInCall':
      return recordReceived(context, callMessages, principal, {
        placeId: frame.callUniqueId,
        position: frame.position,
      });
    case 'typing':
      return publishTyping(context, principal, frame.roomUniqueId);
  }
}

/**
 * A room token admits only the device that it was issued for, and only while that device is in the call. The call is not locked while
 * joining, since other people wait for it; it is checked again afterwards, in case the device has just left.
 */
async function joinRoom(
  { isInCall, video }: FrameContext,
  connection: Connection,
  principal: Principal,
  { token, session }: { readonly token: string; readonly session: string },
): Promise<void> {
  const { mesh, readToken } = video;
  const pass = await readToken(token);
  if (pass.contactId !== principal.contactId || pass.deviceId !== principal.deviceId) throw new ApiError('notAllowed');
  if (!(await isInCall(pass))) throw new ApiError('notAllowed');
  if (connection.isOver) return;
  const peers = await mesh.join(pass, session, connection);
  connection.send({ type: 'joined', callUniqueId: pass.callId, peers });
  if (connection.isOver) await mesh.disconnected(connection);
  if (!(await isInCall(pass))) await mesh.removePage(pass, session);
}

function passOn({ video }: Context, connection: Connection, frame: Signal): void {
  if (!video.mesh.signal(connection, frame)) throw new ApiError('notAllowed');
}
