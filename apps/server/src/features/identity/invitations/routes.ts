import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { languageOf } from '../../../http/language';
import { publicRoute, route } from '../../../http/route';
import { signingKeyOf } from '../../../http/signatures';
import { askerOf, rememberDevice } from '../sessions';
import { readInvitation, register } from './acceptance';
import { invitationsOf, invite, revoke, sendAgain } from './service';

export function registerInvitations(app: FastifyInstance, context: Context): void {
  route(app, context, contracts.listInvitations, ({ principal }) => invitationsOf(context, principal));
  route(app, context, contracts.invite, ({ principal, input, request }) =>
    invite(context, principal, input, languageOf(request.headers['accept-language'])),
  );
  route(app, context, contracts.sendInvitationAgain, ({ principal, input, request }) =>
    sendAgain(context, principal, input, languageOf(request.headers['accept-language'])),
  );
  route(app, context, contracts.revokeInvitation, async ({ principal, input }) => {
    await revoke(context, principal, input.id);
    return null;
  });
  publicRoute(app, context, contracts.readInvitation, ({ input, request }) =>
    readInvitation(context, { ...input, asker: askerOf(request) }),
  );
  publicRoute(app, context, contracts.register, async ({ input, request, reply }) => {
    const { email, invitationCode, ...device } = input;
    const shown = { email, invitationCode, asker: askerOf(request, device.deviceId) };
    const { contactId, ...registration } = await register(context, shown, {
      ...device,
      signingKey: signingKeyOf(request),
    });
    await rememberDevice(context, contactId, request, reply);
    return registration;
  });
}
