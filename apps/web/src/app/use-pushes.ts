import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { answerByAddress } from '../data/answer-by-address';
import { listenToWorker } from '../data/from-worker';
import { push } from '../data/page-push';
import { answerCall, listenForAnswers } from '../features/calls';

/** What comes while no page is open: the server learns where to, and what was answered or opened there counts here. */
export function usePushes(contactId: string) {
  const navigate = useNavigate();
  useEffect(() => void push.renew(), [contactId]);
  useEffect(() => {
    void answerByAddress.then((answer) => answer && answerCall(answer));
    return listenForAnswers();
  }, []);
  useEffect(
    () =>
      listenToWorker(({ type, roomUniqueId: roomId }) => {
        if (type === 'openRoom' && typeof roomId === 'string')
          void navigate({ to: '/rooms/$roomId', params: { roomId } });
      }),
    [navigate],
  );
}
