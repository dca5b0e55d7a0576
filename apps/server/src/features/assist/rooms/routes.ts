import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { publicRoute, route } from '../../../http/route';
import { listChanges } from './changes';
import { listMessages, readMessages, readPushed } from './messages';
import { createSending } from './sending';
import * as rooms from './service';

export function registerRooms(app: FastifyInstance, context: Context): void {
  const sendMessage = createSending(context);
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
  route(app, context, contracts.listRoomMessages, ({ input, principal }) => listMessages(context, principal, input));
  publicRoute(app, context, contracts.readPushedMessage, ({ input }) => readPushed(context, input));
  route(app, context, contracts.sendRoomMessage, ({ input, principal }) => sendMessage(principal, input));
  route(app, context, contracts.readRoomMessages, ({ input, principal }) => readMessages(context, principal, input));
}
