import type { Facing } from '@earth/calls';
import { isController, type Profile } from '@earth/contracts';

/** The field user shows the machine, whoever helps shows a face. */
export const firstFacing = ({ role }: Pick<Profile, 'role'>): Facing =>
  isController(role.code) ? 'user' : 'environment';
