import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context';
import { route } from '../../http/route';
import { readCallFile } from '../calls';
import { readRoomFile } from '../rooms';

export function registerFiles(app: FastifyInstance, context: Context): void {
  route(app, context, contracts.getCallFile, ({ input, who }) =>
    readCallFile(context, who, input.callId, input.imageFileName),
  );
  route(app, context, contracts.getRoomFile, ({ input, who }) =>
    readRoomFile(context, who, input.roomId, input.storedFileName),
  );
}
