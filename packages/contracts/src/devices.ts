/** The devices on which one is signed in. */
import * as z from 'zod/mini';
import { defineCall } from './call';
import { appOs } from './device';
import { date } from './entities';
import { entity } from './wire';

/** `model` is what the device called itself. `isCurrent`: it is the one that asks. */
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
  summary: 'One’s own devices that are signed in: the one that asks first, then those that were there last',
  method: 'GET',
  path: '/services/devices',
  data: () => z.array(signedInDevice),
});

export const endDevice = defineCall({
  name: 'endDevice',
  tag: 'Session',
  summary: 'Signs one of one’s own devices out, at once, and frees its place',
  method: 'DELETE',
  path: '/services/devices/{deviceId}',
  data: () => z.null(),
  errors: ['notFound'],
});
