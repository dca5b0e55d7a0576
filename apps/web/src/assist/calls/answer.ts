/** Handles the answer that the user gave in the notification of a call. */
import { READY_WAIT_MS } from '@earth/contracts';
import { listenToWorker } from '../../platform/push/worker-messages';
import { isAnswer, type NotificationAnswer } from '../../platform/push/notification-answer';
import type { SessionScope } from '../../platform/session/session-scope';
import { createCalls } from './model/call-session';

/**
 * Answers as soon as the call rings on this page. If it does not ring, the call is over.
 * @param onGone it has not rung in time
 * @returns a function that cancels it
 */
export function answerCall(
  scope: SessionScope,
  { callUniqueId, answer }: NotificationAnswer,
  onGone: () => void = () => undefined,
): () => void {
  const session = scope.get(createCalls);
  let stop = () => {};
  const end = () => {
    clearTimeout(timer);
    stop();
  };
  const timer = setTimeout(() => {
    end();
    onGone();
  }, READY_WAIT_MS);
  const look = () => {
    const view = session.getView();
    if (view.phase !== 'incoming' || view.call.uniqueId !== callUniqueId) return;
    end();
    session[answer]();
  };
  stop = session.subscribe(look);
  look();
  return end;
}

/** Listens for answers that the service worker passes on. @returns a function that stops listening */
export const listenForAnswers = (scope: SessionScope) =>
  listenToWorker((message) => {
    if (message['type'] === 'answerCall' && isAnswer(message)) answerCall(scope, message);
  });
