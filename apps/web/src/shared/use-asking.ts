import { useState } from 'react';
import { ApiError } from '../platform';
import { texts } from './texts';
import { useTexts } from './i18n';

/** Something is asked of the server, once at a time; `problem` is what it had against it, or that it did not answer. */
export function useAsking() {
  const t = useTexts(texts);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ readonly words: string } | null>(null);
  async function ask(run: () => Promise<unknown>) {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await run();
    } catch (error) {
      setProblem({ words: (error instanceof ApiError && error.message) || t('noAnswerNow') });
    }
    setBusy(false);
  }
  /** What was said of the last time counts no more. */
  const forget = () => setProblem(null);
  return { isBusy, problem, ask, forget };
}
