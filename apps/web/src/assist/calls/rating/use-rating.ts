import { coalesce } from '@earth/async';
import { useState } from 'react';
import { useRefusalWords } from '../../../shared/use-request';

export type SendRating = (stars: number, comment: string) => Promise<unknown>;

type RatingState =
  | { readonly step: 'none' | 'sending' }
  | { readonly step: 'sent'; readonly hasComment: boolean }
  | { readonly step: 'failed'; readonly words: string; readonly comment: string };

/** Runs one at a time, and of those that wait only the last: each rating replaces the one before. */
function createSending() {
  let last: () => Promise<unknown>;
  const run = coalesce(async () => void (await last()));
  return (send: () => Promise<unknown>) => {
    last = send;
    return run();
  };
}

export function useRating(onSend: SendRating) {
  const wordsOf = useRefusalWords();
  const [runLast] = useState(createSending);
  const [state, setState] = useState<RatingState>({ step: 'none' });
  /** @returns whether the server has it */
  async function send(stars: number, comment: string): Promise<boolean> {
    setState({ step: 'sending' });
    try {
      await runLast(() => onSend(stars, comment));
      setState({ step: 'sent', hasComment: comment !== '' });
      return true;
    } catch (error) {
      setState({ step: 'failed', words: wordsOf(error), comment });
      return false;
    }
  }
  return { state, send };
}
