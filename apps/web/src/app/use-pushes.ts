import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { claimAnswerFromAddress } from '../platform/push/answer-by-address';
import { isInShell } from '../platform/native/shell';
import type { NotificationAnswer } from '../platform/push/notification-answer';
import { useScope } from '../platform/session/scope-context';
import { listenToWorker } from '../platform/push/worker-messages';
import { writeNotificationLanguage } from '../platform/push/notification-texts';
import type { SessionScope } from '../platform/session/session-scope';
import { push } from '../platform/push/page-push';
import { readVisitorProfile } from '../platform/storage/visitor-profile';
import { answerCall, listenForAnswers } from '../assist/calls';
import { useLanguage } from '../shared/i18n';

/** @returns a function that ends it */
function startInShell(scope: SessionScope, openPage: (path: string) => void): () => void {
  let isOver = false;
  let stop: (() => void) | null = null;
  const ports = {
    push,
    isWanted: () => readVisitorProfile().notificationEnabled,
    openPage,
    answerCall: (answer: NotificationAnswer) => answerCall(scope, answer),
  };
  import('./in-shell/start-up').then(
    ({ startUp }) => {
      if (!isOver) stop = startUp(ports);
    },
    // The next start tries again.
    () => undefined,
  );
  return () => {
    isOver = true;
    stop?.();
  };
}

/** Pushes in the app: registers this device with the server, and handles notifications that were clicked or answered. */
export function usePushes(contactId: string) {
  const navigate = useNavigate();
  const scope = useScope();
  const language = useLanguage();
  useEffect(() => {
    if (isInShell()) return startInShell(scope, (to) => void navigate({ to }));
    void push.renew();
    return undefined;
  }, [contactId, scope, navigate]);
  useEffect(() => writeNotificationLanguage(language), [language]);
  // The user may have changed the permission in the browser's settings before returning to this page.
  useEffect(() => {
    const look = () => void (document.visibilityState === 'visible' && push.recheck());
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  useEffect(() => {
    void claimAnswerFromAddress().then((answer) => answer && answerCall(scope, answer));
    return listenForAnswers(scope);
  }, [scope]);
  useEffect(
    () =>
      listenToWorker(({ type, roomUniqueId: roomId }) => {
        if (type === 'openRoom' && typeof roomId === 'string')
          void navigate({ to: '/rooms/$roomId', params: { roomId } });
      }),
    [navigate],
  );
}
