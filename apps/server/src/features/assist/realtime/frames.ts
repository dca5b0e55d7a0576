/** Frames of signed-in sockets: signs of life, joining and leaving the mesh of a call, and signalling in it. */
import type { Signal } from '@earth/contracts';
import type { CallPass } from '../../../adapters/video/room-tokens';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { limitLines } from '../../../http/limited-lines';
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
  const frames = { ...context, isInCall, logRefusal: createRefusalLog(context) };
  return (connection, principal, frame) => handle(frames, connection, principal, frame);
}

interface Refusal {
  readonly level: 'info' | 'warn';
  readonly line: 'A room token was refused' | 'A signal was refused';
  readonly why: string;
  readonly callId?: string;
}

type LogRefusal = (principal: Principal, refusal: Refusal) => void;

/**
 * Neither the token nor anything of the signal. At `info` is what honest pages do too, whose call has just changed: many such lines
 * must not keep a contact's lines at `warn` out of the log.
 */
function createRefusalLog({ clock, log }: Pick<Context, 'clock' | 'log'>): LogRefusal {
  const limited = limitLines(clock);
  return ({ contactId }, { level, line, ...about }) =>
    limited(`${level} ${contactId}`, () => log[level]({ contactId, ...about }, line));
}

interface FrameContext extends Context {
  readonly isInCall: (pass: CallPass) => Promise<boolean>;
  readonly logRefusal: LogRefusal;
}

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
      return passOn(context, connection, principal, frame);
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
  context: FrameContext,
  connection: Connection,
  principal: Principal,
  { token, session }: { readonly token: string; readonly session: string },
): Promise<void> {
  const { isInCall } = context;
  const { mesh } = context.video;
  const pass = await admit(context, principal, token);
  if (connection.isOver) return;
  const peers = await mesh.join(pass, session, connection);
  connection.send({ type: 'joined', callUniqueId: pass.callId, peers });
  if (connection.isOver) await mesh.disconnected(connection);
  if (!(await isInCall(pass))) await mesh.removePage(pass, session);
}

/** Reads a room token. @throws ApiError `tokenExpired`, `notAllowed` */
async function admit(
  { isInCall, logRefusal, video }: FrameContext,
  principal: Principal,
  token: string,
): Promise<CallPass> {
  const refuse = (error: ApiError, about: Omit<Refusal, 'line'>): never => {
    logRefusal(principal, { line: 'A room token was refused', ...about });
    throw error;
  };
  const pass = await video.readToken(token).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    const isExpired = error.error === 'tokenExpired';
    return refuse(error, isExpired ? { level: 'info', why: 'expired' } : { level: 'warn', why: 'forged' });
  });
  const { callId } = pass;
  const isOwn = pass.contactId === principal.contactId && pass.deviceId === principal.deviceId;
  if (!isOwn) refuse(new ApiError('notAllowed'), { level: 'warn', why: 'of another device', callId });
  if (!(await isInCall(pass)))
    refuse(new ApiError('notAllowed'), { level: 'info', why: 'of a call that the device is not in', callId });
  return pass;
}

function passOn({ video, logRefusal }: FrameContext, connection: Connection, principal: Principal, frame: Signal) {
  const refusal = { level: 'info', line: 'A signal was refused', callId: frame.callUniqueId } as const;
  if (!video.mesh.signal(connection, frame)) {
    logRefusal(principal, { ...refusal, why: 'from outside the call' });
    throw new ApiError('notAllowed');
  }
  // It reaches nobody.
  if (!video.mesh.knows(connection, frame)) logRefusal(principal, { ...refusal, why: 'to somebody outside the call' });
}
