import { useState } from 'react';
import { useTexts } from '../../app/i18n';
import { ApiError } from '../../data';
import { texts as uiTexts } from '../../ui/texts';

/** Something is asked of the server, once at a time; `problem` is why it was not done, in words. */
export function useAsking() {
  const t = useTexts(uiTexts);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ readonly words: string } | null>(null);
  async function ask(run: () => Promise<unknown>) {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await run();
    } catch (error) {
      setProblem({ words: (error instanceof ApiError && error.message) || t('noAnswer') });
    }
    setBusy(false);
  }
  return { isBusy, problem, ask };
}
