import { useState } from 'react';
import { ApiError } from '../platform';
import { texts } from './texts';
import { useTexts } from './i18n';

/** The server's refusal in its words, or that it did not answer. */
export function useRefusalWords(): (error: unknown) => string {
  const t = useTexts(texts);
  return (error) => (error instanceof ApiError && error.message) || t('noAnswerNow');
}

/** A request to the server, one at a time. `problem` is the server's refusal, or that it did not answer. */
export function useRequest() {
  const wordsOf = useRefusalWords();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ readonly words: string } | null>(null);
  async function ask(run: () => Promise<unknown>) {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await run();
    } catch (error) {
      setProblem({ words: wordsOf(error) });
    }
    setBusy(false);
  }
  /** Clears the problem of the last request. */
  const forget = () => setProblem(null);
  return { isBusy, problem, ask, forget };
}
