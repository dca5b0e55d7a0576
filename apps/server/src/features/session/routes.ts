import * as contracts from '@earth/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../context';
import { deviceOf } from '../../http/guards';
import { languageOf } from '../../http/language';
import { publicRoute, route } from '../../http/route';
import { sendCode } from './codes';
import { devicesOf, endDevice } from './devices';
import { changeCustomer, customersOf, refresh, signIn, signOut } from './service';

/** The device that asks, where the body does not say. */
const deviceFrom = (input: { readonly deviceId?: string | undefined }, request: FastifyRequest) =>
  input.deviceId ?? deviceOf(request.headers);

export function registerSession(app: FastifyInstance, context: Context): void {
  publicRoute(app, context, contracts.checkEmail, ({ input, request }) =>
    customersOf(context, {
      email: input.email,
      deviceId: deviceFrom(input, request),
      ...(input.companyCode !== undefined && { companyCode: input.companyCode }),
    }),
  );
  publicRoute(app, context, contracts.confirmCode, async ({ input, request }) => {
    const language = languageOf(request.headers['accept-language']);
    await sendCode(context, { ...input, deviceId: deviceFrom(input, request), language });
    return null;
  });
  publicRoute(app, context, contracts.signIn, ({ input }) => signIn(context, input));
  publicRoute(app, context, contracts.refreshToken, ({ input }) =>
    refresh(context, input.refreshToken, input.deviceId),
  );
  route(app, context, contracts.changeCustomer, ({ input: { customerCode, ...device }, who }) =>
    changeCustomer(context, who, customerCode, device),
  );
  route(app, context, contracts.listDevices, ({ who }) => devicesOf(context, who));
  route(app, context, contracts.endDevice, async ({ who, input }) => {
    await endDevice(context, who, input.deviceId);
    return null;
  });
  route(app, context, contracts.signOut, async ({ who }) => {
    await signOut(context, who);
    return null;
  });
}
