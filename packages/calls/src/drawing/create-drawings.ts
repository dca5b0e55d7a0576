/** Creates the drawings of a call, with roles, colours and recipients from the server's list of targets. */
import type { CallTarget } from '@earth/contracts';
import type { CallPorts } from '../ports';
import { findTarget, mayDrawIn, recipientsOf, wasInside } from '../session/roster';
import { Drawings, type DrawingsOptions } from './drawings';

export interface CallDrawingsOptions
  extends Pick<DrawingsOptions, 'authorOf' | 'call' | 'onUnreadable' | 'outbox' | 'pictures' | 'send'> {
  /** Everybody in the call, as the statechart knows them. */
  readonly targets: () => readonly CallTarget[];
}

export function createCallDrawings(ports: CallPorts, { targets, ...options }: CallDrawingsOptions): Drawings {
  return new Drawings(ports, {
    ...options,
    recipients: async () =>
      recipientsOf(ports.me, await ports.api.listParticipants({ id: options.call.uniqueId }), wasInside),
    mayDraw: (contactId) => mayDrawIn(targets(), contactId, ports.settings),
    colorOf: (contactId) => findTarget(targets(), contactId)?.annotationsColor ?? '',
  });
}
