import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { publicRoute, route } from '../../../http/route';
import { createSending, listMessages, readFile, readMessages, readPushed } from '../messages';
import { listChanges } from './changes';
import { roomMessages } from './message-policy';
import * as rooms from './service';

export function registerRooms(app: FastifyInstance, context: Context): void {
  route(app, context, contracts.listRooms, ({ principal }) => rooms.listRooms(context, principal));
  route(app, context, contracts.createRoom, ({ input, principal }) => rooms.createRoom(context, principal, input));
  route(app, context, contracts.getRoom, ({ input, principal }) =>
    rooms.readRoom(context, principal.contactId, input.id),
  );
  route(app, context, contracts.changeRoom, ({ input, principal }) => rooms.changeRoom(context, principal, input));
  route(app, context, contracts.leaveRoom, async ({ input, principal }) => {
    await rooms.leaveRoom(context, principal, input.id);
    return null;
  });
  route(app, context, contracts.listRoomParticipants, ({ input, principal }) =>
    rooms.participants(context, principal, input.id),
  );
  route(app, context, contracts.listFormerParticipants, ({ input, principal }) =>
    rooms.formerParticipants(context, principal, input.id),
  );
  route(app, context, contracts.listRoomChanges, ({ input, principal }) => listChanges(context, principal, input.id));
  registerMessages(app, context);
}

function registerMessages(app: FastifyInstance, context: Context): void {
  const sendMessage = createSending(context, roomMessages);
  route(app, context, contracts.listRoomMessages, ({ input, principal }) =>
    listMessages(context, roomMessages, principal, input),
  );
  route(app, context, contracts.sendRoomMessage, ({ input, principal }) => sendMessage(principal, input));
  route(app, context, contracts.readRoomMessages, async ({ input, principal }) => {
    await readMessages(context, roomMessages, principal, input);
    return await rooms.readRoom(context, principal.contactId, input.id);
  });
  publicRoute(app, context, contracts.readPushedMessage, ({ input }) => readPushed(context, roomMessages, input));
  route(app, context, contracts.getRoomFile, ({ input, principal }) =>
    readFile(context, roomMessages, principal, { placeId: input.roomId, storedName: input.storedFileName }),
  );
}
