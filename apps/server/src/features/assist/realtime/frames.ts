/** What signed-in sockets say: a sign of life, their way into the rooms of calls, and what one does in a room with others. */
import type { Signal } from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { isInCall } from '../calls';
import { noteReceived, noteTyping } from '../rooms';
import type { Connection, SignedInFrame } from './connection';

/** What guests may say: everything else is about rooms of messages, in which they are not. */
const FOR_GUESTS: ReadonlySet<SignedInFrame['type']> = new Set(['ping', 'join', 'leave', 'signal']);

/** @throws ApiError that the socket is told */
export async function handleFrame(
  context: Context,
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
      return noteReceived(context, principal, { roomId: frame.roomUniqueId, position: frame.position });
    case 'typing':
      return noteTyping(context, principal, frame.roomUniqueId);
  }
}

/**
 * A room token opens the room only for the device that it was made for, and while that device is in the call. Two people
 * wait for this: the call is not held meanwhile, but looked at again, for who leaves it just then.
 */
async function joinRoom(
  context: Context,
  connection: Connection,
  principal: Principal,
  { token, session }: { readonly token: string; readonly session: string },
): Promise<void> {
  const { mesh, readToken } = context.video;
  const pass = await readToken(token);
  if (pass.contactId !== principal.contactId || pass.deviceId !== principal.deviceId) throw new ApiError('notAllowed');
  if (!(await isInCall(context, pass))) throw new ApiError('notAllowed');
  if (connection.isOver) return;
  const peers = await mesh.join(pass, session, connection);
  connection.send({ type: 'joined', callUniqueId: pass.callId, peers });
  if (connection.isOver) await mesh.disconnected(connection);
  if (!(await isInCall(context, pass))) await mesh.removePage(pass, session);
}

function passOn({ video }: Context, connection: Connection, frame: Signal): void {
  if (!video.mesh.signal(connection, frame)) throw new ApiError('notAllowed');
}
