/** The drawings of a call, with what the server says of its people. */
import type { CallTarget } from '@earth/contracts';
import type { CallPorts } from '../ports';
import { findTarget, isControllerIn, recipientsOf, wasInside } from '../session/roster';
import { Drawings, type DrawingsOptions } from './drawings';

export interface RoomDrawingsOptions
  extends Pick<DrawingsOptions, 'authorOf' | 'call' | 'onUnreadable' | 'outbox' | 'pictures' | 'send'> {
  /** Everybody of the call, as the statechart knows them. */
  readonly targets: () => readonly CallTarget[];
}

export function createRoomDrawings(ports: CallPorts, { targets, ...options }: RoomDrawingsOptions): Drawings {
  return new Drawings(ports, {
    ...options,
    recipients: async () =>
      recipientsOf(ports.me, await ports.api.listParticipants({ id: options.call.uniqueId }), wasInside),
    mayDraw: (contactId) =>
      isControllerIn(targets(), contactId) ||
      (ports.settings.fieldUsersDraw && findTarget(targets(), contactId) !== undefined),
    colorOf: (contactId) => findTarget(targets(), contactId)?.annotationsColor ?? '',
  });
}
