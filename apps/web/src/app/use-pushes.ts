import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { claimAnswerFromAddress } from '../platform/push/answer-by-address';
import { useScope } from '../platform/session/scope-context';
import { listenToWorker } from '../platform/push/worker-messages';
import { writeNotificationLanguage } from '../platform/push/notification-texts';
import { push } from '../platform/push/page-push';
import { answerCall, listenForAnswers } from '../assist/calls';
import { useLanguage } from '../shared/i18n';

/** Pushes in the app: registers this device with the server, and handles notifications that were clicked or answered. */
export function usePushes(contactId: string) {
  const navigate = useNavigate();
  const scope = useScope();
  const language = useLanguage();
  useEffect(() => void push.renew(), [contactId]);
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
