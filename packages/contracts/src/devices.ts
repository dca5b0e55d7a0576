/** The user's signed-in devices. */
import * as z from 'zod/mini';
import { defineCall } from './call';
import { appOs } from './device';
import { date } from './entities';
import { entity } from './wire';

/** `model` is the device's own description. `isCurrent`: the device that makes the request. */
export const signedInDevice = entity({
  deviceId: z.string(),
  appOs,
  model: z.string(),
  signInDate: date,
  lastSeen: date,
  isCurrent: z.boolean(),
});
export type SignedInDevice = z.infer<typeof signedInDevice>;

export const listDevices = defineCall({
  name: 'listDevices',
  tag: 'Session',
  summary: 'The user’s signed-in devices: the current one first, then by last use',
  method: 'GET',
  path: '/services/devices',
  data: () => z.array(signedInDevice),
});

export const endDevice = defineCall({
  name: 'endDevice',
  tag: 'Session',
  summary: 'Signs out one of the user’s devices and frees its place',
  method: 'DELETE',
  path: '/services/devices/{deviceId}',
  data: () => z.null(),
  errors: ['notFound'],
});
