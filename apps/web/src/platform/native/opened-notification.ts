/** Notifications of the mobile shell that the user has opened. */
import { decode, type PushMessage, pushMessage } from '@earth/contracts';
import { listenToPlugin } from './call-plugin';

export interface OpenedNotification {
  readonly message: PushMessage;
  /** The button that was pressed; `tap`: the notification itself. */
  readonly action: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** FCM carries the content as text, APNs as fields beside its own. */
function messageOf(data: unknown): PushMessage | null {
  const { messageType, messageContent, readToken } = (data ?? {}) as Fields;
  try {
    const content: unknown = typeof messageContent === 'string' ? JSON.parse(messageContent) : messageContent;
    const decoded = decode(pushMessage, {
      messageType,
      messageContent: content,
      ...(readToken !== undefined && { readToken }),
    });
    return decoded.success ? decoded.data : null;
  } catch {
    return null;
  }
}

/**
 * Also the notification that has started the app. One that is not of this app, or of another version of it, is left out.
 * @throws PluginNotFoundError
 * @returns a function that stops it
 */
export const listenToOpenedNotifications = (onOpened: (opened: OpenedNotification) => void): (() => Promise<void>) =>
  listenToPlugin('PushNotifications', (plugin) =>
    plugin.addListener('pushNotificationActionPerformed', ({ actionId, notification }) => {
      const message = messageOf(notification.data);
      if (message) onOpened({ message, action: actionId });
    }),
  );
