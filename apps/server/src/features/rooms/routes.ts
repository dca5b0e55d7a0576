import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context';
import { publicRoute, route } from '../../http/route';
import { listChanges } from './changes';
import { listMessages, readMessages, readPushed } from './messages';
import { createSending } from './sending';
import * as rooms from './service';

export function registerRooms(app: FastifyInstance, context: Context): void {
  const sendMessage = createSending(context);
  route(app, context, contracts.listRooms, ({ who }) => rooms.listRooms(context, who));
  route(app, context, contracts.createRoom, ({ input, who }) => rooms.createRoom(context, who, input));
  route(app, context, contracts.getRoom, ({ input, who }) => rooms.oneRoom(context, who.contactId, input.id));
  route(app, context, contracts.changeRoom, ({ input, who }) => rooms.changeRoom(context, who, input));
  route(app, context, contracts.leaveRoom, async ({ input, who }) => {
    await rooms.leaveRoom(context, who, input.id);
    return null;
  });
  route(app, context, contracts.listRoomParticipants, ({ input, who }) => rooms.participants(context, who, input.id));
  route(app, context, contracts.listFormerParticipants, ({ input, who }) =>
    rooms.formerParticipants(context, who, input.id),
  );
  route(app, context, contracts.listRoomChanges, ({ input, who }) => listChanges(context, who, input.id));
  route(app, context, contracts.listRoomMessages, ({ input, who }) => listMessages(context, who, input));
  publicRoute(app, context, contracts.readPushedMessage, ({ input }) => readPushed(context, input));
  route(app, context, contracts.sendRoomMessage, ({ input, who }) => sendMessage(who, input));
  route(app, context, contracts.readRoomMessages, ({ input, who }) => readMessages(context, who, input));
}
