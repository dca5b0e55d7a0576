import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import { createBackground } from '../../../async/background';
import type { Context } from '../../../context';
import { languageOf } from '../../../http/language';
import { publicRoute, route } from '../../../http/route';
import { signingKeyOf } from '../../../http/signatures';
import { sendCode } from './codes';
import { rememberDevice, renewDevice } from './device-token';
import { devicesOf, endDevice } from './devices';
import { askerOf } from './limits';
import { changeCustomer, customersOf, refresh, signIn, signOut } from './service';

export function registerSession(app: FastifyInstance, context: Context): void {
  const background = createBackground(context.log);
  app.addHook('onClose', () => background.idle());
  publicRoute(app, context, contracts.checkEmail, ({ input, request }) =>
    customersOf(context, {
      email: input.email,
      asker: askerOf(request, input.deviceId),
      ...(input.companyCode !== undefined && { companyCode: input.companyCode }),
    }),
  );
  publicRoute(app, context, contracts.confirmCode, async ({ input, request }) => {
    const language = languageOf(request.headers['accept-language']);
    await sendCode(context, background, { ...input, asker: askerOf(request, input.deviceId), language });
    return null;
  });
  publicRoute(app, context, contracts.signIn, async ({ input, request, reply }) => {
    const { login, contactId } = await signIn(
      context,
      { ...input, signingKey: signingKeyOf(request) },
      askerOf(request, input.deviceId),
    );
    await rememberDevice(context, contactId, request, reply);
    return login;
  });
  publicRoute(app, context, contracts.refreshToken, async ({ input, request, reply }) => {
    const { pair, contactId } = await refresh(context, { ...input, signingKey: signingKeyOf(request) });
    if (contactId !== null) await renewDevice(context, contactId, request, reply);
    return pair;
  });
  route(app, context, contracts.changeCustomer, ({ input: { customerCode, ...device }, principal, request }) =>
    changeCustomer(context, principal, customerCode, { ...device, signingKey: signingKeyOf(request) }),
  );
  route(app, context, contracts.listDevices, ({ principal }) => devicesOf(context, principal));
  route(app, context, contracts.endDevice, async ({ principal, input }) => {
    await endDevice(context, principal, input.deviceId);
    return null;
  });
  route(app, context, contracts.signOut, async ({ principal }) => {
    await signOut(context, principal);
    return null;
  });
}
