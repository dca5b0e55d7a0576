/** What signed-in sockets ask for: a sign of life, and their way into the rooms of calls. */
import type { Signal } from '@earth/contracts';
import type { Context } from '../../context';
import { ApiError } from '../../http/api-error';
import type { Who } from '../../http/who';
import { whileInCall } from '../calls';
import type { Connection, SignedInFrame } from './connection';

/** @throws ApiError that the socket is told */
export async function handleFrame(
  context: Context,
  connection: Connection,
  who: Who,
  frame: SignedInFrame,
): Promise<void> {
  switch (frame.type) {
    case 'ping':
      return connection.send({ type: 'pong' });
    case 'join':
      return joinRoom(context, connection, who, frame);
    case 'leave':
      return context.video.mesh.leave(connection, frame.callUniqueId);
    case 'signal':
      return passOn(context, connection, frame);
  }
}

/** A room token opens the room only for the device that it was made for, and while that device is in the call. */
async function joinRoom(
  context: Context,
  connection: Connection,
  who: Who,
  { token, session }: { readonly token: string; readonly session: string },
): Promise<void> {
  const { video } = context;
  const pass = await video.readToken(token);
  if (pass.contactId !== who.contactId || pass.deviceId !== who.deviceId) throw new ApiError('notAllowed');
  const peers = await whileInCall(context, pass, () =>
    connection.isOver ? [] : video.mesh.join(pass, session, connection),
  );
  if (!peers) throw new ApiError('notAllowed');
  connection.send({ type: 'joined', callUniqueId: pass.callId, peers });
}

function passOn({ video }: Context, connection: Connection, frame: Signal): void {
  if (!video.mesh.signal(connection, frame)) throw new ApiError('notAllowed');
}
