/**
 * The outbox of calls: their messages, snapshots and recordings. It outlives each call, so that what waits at the end of one is stored later, also
 * by the next page.
 */
import {
  type ApiFailure,
  createOutbox,
  createReceipts,
  mayPass,
  type Outbox,
  type Outgoing,
  type Receipts,
} from '@earth/messaging';
import type { CallPorts } from '../ports';
import type { CallConnection } from './call-connection';
import { recipientsOf, wasInside } from './roster';

const isDeleted = ({ error }: ApiFailure) => error === 'picDeleted' || error === 'recordingDeleted';

/** @param find the connection to a call; `isShown`: its screen is open. Null: it is over for this page. */
export function createCallOutbox(
  ports: CallPorts,
  find: (callId: string) => { readonly connection: CallConnection; readonly isShown: boolean } | null,
): Outbox {
  const { api, me, settings } = ports;
  const chatOf = ({ place }: Pick<Outgoing, 'place'>) => find(place.id)?.connection.chat;
  const outbox = createOutbox({
    ...ports,
    kind: 'call',
    keepsRefused: false,
    store: ports.unsent,
    maxFileBytes: settings.maxFileBytes,
    async recipients(callId, anew) {
      const connection = find(callId)?.connection;
      if (connection) return anew ? connection.freshRecipients() : connection.knownRecipients();
      return recipientsOf(me, await api.listParticipants({ id: callId }), wasInside);
    },
    knownRecipients: (callId) => find(callId)?.connection.knownRecipients() ?? [],
    async sendMessage(fields, text, sending) {
      const stored = await api.sendCallMessage(fields, sending);
      await find(fields.id)?.connection.chat.add(stored, text);
    },
    async sendPic(fields) {
      const pic = await api.addCallPic(fields);
      find(fields.id)?.connection.snapshots.add(pic);
    },
    async sendPiece({ clientId: _, ...piece }) {
      await api.addRecordingPiece(piece);
    },
    announce: (item, sealed) => chatOf(item)?.announce(item, sealed),
    turn: (item) => chatOf(item)?.turn(item.clientId),
    onFailed({ kind, clientId, place }, failure) {
      const shown = find(place.id);
      if (shown && kind === 'pic') return shown.connection.snapshots.handleFailed(clientId, failure);
      if (kind === 'piece') shown?.connection.live.recording.fail('notStored');
      if (shown?.isShown) return;
      outbox.release(place.id);
      if (!mayPass(failure) && !isDeleted(failure)) ports.notifyLost();
    },
    onWithdrawnLate: (item) =>
      void chatOf(item)
        ?.refresh()
        .catch(() => {}),
  });
  return outbox;
}

export const createCallReceipts = (ports: CallPorts): Receipts =>
  createReceipts({
    ...ports,
    sendDelivered(callUniqueId, position) {
      ports.realtime.send({ type: 'receivedInCall', callUniqueId, position });
      return ports.realtime.isOpen();
    },
    sendRead: (id, position) => ports.api.readCallMessages({ id, read: true, position }),
  });
