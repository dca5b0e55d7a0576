import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { useRequest } from '../../shared/use-request';
import { texts } from './texts';

/** Changes of the markers or beacons of a scene. `problem`: also that the user has to choose between conflicting items before. */
export function useSceneChange() {
  const t = useTexts(texts);
  const { ask, forget, isBusy, problem } = useRequest();
  const [mustChoose, setMustChoose] = useState(false);
  return {
    isBusy,
    problem: problem ?? (mustChoose ? { words: t('chooseFirst') } : null),
    /** @param run whether it has changed anything @param onDone only then */
    change: (run: () => Promise<boolean>, onDone?: () => void) =>
      void ask(async () => {
        setMustChoose(false);
        const isDone = await run();
        setMustChoose(!isDone);
        if (isDone) onDone?.();
      }),
    forget() {
      forget();
      setMustChoose(false);
    },
  };
}
