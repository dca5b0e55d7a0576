import type { Facing } from '@earth/calls';
import { isController, type Profile } from '@earth/contracts';

/** A field user starts with the rear camera, to show the machine; a helper with the front camera. */
export const firstFacing = ({ role }: Pick<Profile, 'role'>): Facing =>
  isController(role.code) ? 'user' : 'environment';
