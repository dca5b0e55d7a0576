import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context';
import { languageOf } from '../../http/language';
import { publicRoute, route } from '../../http/route';
import { askerOf, rememberDevice } from '../session';
import { readInvitation, register } from './acceptance';
import { invitationsOf, invite, revoke, sendAgain } from './service';

export function registerInvitations(app: FastifyInstance, context: Context): void {
  route(app, context, contracts.listInvitations, ({ who }) => invitationsOf(context, who));
  route(app, context, contracts.invite, ({ who, input, request }) =>
    invite(context, who, input, languageOf(request.headers['accept-language'])),
  );
  route(app, context, contracts.sendInvitationAgain, ({ who, input, request }) =>
    sendAgain(context, who, input, languageOf(request.headers['accept-language'])),
  );
  route(app, context, contracts.revokeInvitation, async ({ who, input }) => {
    await revoke(context, who, input.id);
    return null;
  });
  publicRoute(app, context, contracts.readInvitation, ({ input, request }) =>
    readInvitation(context, { ...input, asker: askerOf(request) }),
  );
  publicRoute(app, context, contracts.register, async ({ input, request, reply }) => {
    const { email, invitationCode, ...device } = input;
    const shown = { email, invitationCode, asker: askerOf(request, device.deviceId) };
    const { contactId, ...registration } = await register(context, shown, device);
    await rememberDevice(context, contactId, request, reply);
    return registration;
  });
}
