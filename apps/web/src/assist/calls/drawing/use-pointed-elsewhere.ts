import { useEffect, useRef } from 'react';
import { firstName } from '../../../shared/format';
import { useTexts } from '../../../shared/i18n';
import { showToast } from '../../../shared/toast';
import type { InCallModel } from '../screens/use-in-call';
import { texts } from './texts';

/** Who goes on pointing is not announced again; who rests for so long is. */
const REST_MS = 10_000;

/** Says that another person points at a snapshot that is not on this screen, and offers it. */
export function usePointedElsewhere({ view, actions, shown }: Pick<InCallModel, 'view' | 'actions' | 'shown'>) {
  const say = useTexts(texts);
  const pointedAt = useRef(new Map<string, number>());
  const { people, snapshots } = view;
  const { drawing, selectPic } = actions;
  useEffect(() => {
    const announce = (picId: string, number: number, contactId: string) => {
      const person = people.find(({ contact }) => contact.uniqueId === contactId);
      if (!person) return;
      const key = `${contactId} ${picId}`;
      const before = pointedAt.current.get(key) ?? Number.NEGATIVE_INFINITY;
      pointedAt.current.set(key, performance.now());
      if (performance.now() - before < REST_MS) return;
      const words = say('pointsAt', { name: firstName(person.contact.name), number });
      showToast(words, { label: say('showPointed'), run: () => selectPic(picId) });
    };
    return drawing.subscribe(() => {
      for (const { pic, number } of snapshots)
        if (pic.uniqueId !== shown?.pic.uniqueId)
          for (const { contactId } of drawing.getLasers(pic.uniqueId)) announce(pic.uniqueId, number, contactId);
    });
  }, [people, snapshots, shown, drawing, selectPic, say]);
}
