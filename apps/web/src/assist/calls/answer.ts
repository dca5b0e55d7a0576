/** The answer to a call that somebody gave in its notification. */
import { READY_WAIT_MS } from '@earth/contracts';
import { listenToWorker } from '../../platform/push/worker-messages';
import { isAnswer, type NotificationAnswer } from '../../platform/push/notification-answer';
import { getCallSession } from './model/call-session';

/** Answers as soon as the call rings on this page; where it does not, it is over. */
export function answerCall({ callUniqueId, answer }: NotificationAnswer): void {
  const session = getCallSession();
  let stop = () => {};
  const end = () => {
    clearTimeout(timer);
    stop();
  };
  const timer = setTimeout(end, READY_WAIT_MS);
  const look = () => {
    const view = session.getView();
    if (view.phase !== 'incoming' || view.call.uniqueId !== callUniqueId) return;
    end();
    session[answer]();
  };
  stop = session.subscribe(look);
  look();
}

/** Answers what the service worker passes on. @returns a function that ends this */
export const listenForAnswers = () =>
  listenToWorker((message) => {
    if (message['type'] === 'answerCall' && isAnswer(message)) answerCall(message);
  });
