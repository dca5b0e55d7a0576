/** The start of the mobile shell for a signed-in user (D4.5): device ready, permissions, the opened notification. */
import { type OpenedNotification, listenToOpenedNotifications } from '../../platform/native/opened-notification';
import { notePluginError } from '../../platform/native/shell';
import { shellReady } from '../../platform/native/shell-app';
import { isAnswer, type NotificationAnswer } from '../../platform/push/notification-answer';
import type { Push } from '../../platform/push/push';
import { markReceivedRead } from '../../platform/push/received-notifications';

export interface StartUpPorts {
  readonly push: Pick<Push, 'store' | 'renew' | 'turnOn'>;
  /** Whether the user wants notifications on this device. */
  readonly isWanted: () => boolean;
  readonly openPage: (path: string) => void;
  readonly answerCall: (answer: NotificationAnswer) => void;
}

function follow({ message, action }: OpenedNotification, { openPage, answerCall }: StartUpPorts) {
  switch (message.messageType) {
    case 'RoomMessage': {
      const { roomUniqueId } = message.messageContent;
      void markReceivedRead(roomUniqueId).catch(() => undefined);
      return openPage(`/rooms/${roomUniqueId}`);
    }
    case 'IncomingCall': {
      // The call rings in the app, unless a button has answered it.
      const answer = { callUniqueId: message.messageContent.call.uniqueId, answer: action };
      return isAnswer(answer) ? answerCall(answer) : undefined;
    }
    case 'EndedCall':
    case 'CallHandledByGroup': {
      const { callUniqueId } = message.messageContent;
      void markReceivedRead(callUniqueId).catch(() => undefined);
      return openPage(`/calls/${callUniqueId}`);
    }
    case 'Notice': {
      const { contentId } = message.messageContent;
      return openPage(contentId === undefined ? '/notices' : `/content-detail/${contentId}`);
    }
  }
}

/**
 * Each step waits for the one before, so that an opened notification finds a user who is reachable. A step that fails does not stop the
 * next.
 * @returns a function that ends it
 */
export function startUp(ports: StartUpPorts): () => void {
  const { push, isWanted } = ports;
  let isOver = false;
  let stop: (() => Promise<void>) | null = null;
  async function run() {
    await shellReady();
    if (isOver) return;
    await push.renew();
    // In a shell no click is needed to ask.
    if (push.store.getState() === 'asking' && isWanted()) await push.turnOn();
    if (isOver) return;
    stop = listenToOpenedNotifications((opened) => follow(opened, ports));
  }
  void run().catch(notePluginError);
  return () => {
    isOver = true;
    void stop?.();
  };
}
