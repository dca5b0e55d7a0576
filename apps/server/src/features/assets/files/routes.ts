import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { route } from '../../../http/route';
import { readCallFile } from '../../assist/calls';
import { readRoomFile } from '../../assist/rooms';

export function registerFiles(app: FastifyInstance, context: Context): void {
  route(app, context, contracts.getCallFile, ({ input, principal }) =>
    readCallFile(context, principal, input.callId, input.imageFileName),
  );
  route(app, context, contracts.getRoomFile, ({ input, principal }) =>
    readRoomFile(context, principal, input.roomId, input.storedFileName),
  );
}
