import { type Keypoint, NEW_KEYPOINT_COLOR } from '@earth/contracts';
import { useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { showToast } from '../../../shared/toast';
import type { Point } from '../../../ui/pictures/zoom';
import { texts } from '../texts';
import type { usePoints } from './use-points';

/** The chosen point: of a content, or one that is not saved yet. */
type Chosen = { readonly contentId: number } | { readonly at: Point; readonly color: string };

/** The key of the dot that is not saved yet; the others have the number of their content. */
export const NEW = 'new';

const bodyOf = ({ contentId, posX, posY, color }: Keypoint) => ({ contentId, posX, posY, color });

/** The point that is being edited, and what its editor does (D4.26). A new point is saved once it has a content, and dropped if it is left. */
export function useChosenPoint({ points = [], save, remove }: ReturnType<typeof usePoints>) {
  const t = useTexts(texts);
  const [chosen, choose] = useState<Chosen | null>(null);
  const draft = chosen !== null && 'at' in chosen ? chosen : null;
  const find = (key: string) => points.find((one) => String(one.contentId) === key);
  const point = chosen !== null && 'contentId' in chosen ? find(String(chosen.contentId)) : undefined;

  async function move(key: string, to: Point) {
    if (key === NEW) return choose(draft && { ...draft, at: to });
    const moved = find(key);
    if (moved && (await save({ ...bodyOf(moved), posX: to.x, posY: to.y })))
      showToast(t('pointMoved'), { label: t('undo'), run: () => void save(bodyOf(moved)) });
  }

  async function erase(key: string) {
    const erased = find(key);
    choose(null);
    if (erased && (await remove(erased.contentId)))
      showToast(t('pointDeleted'), { label: t('undo'), run: () => void save(bodyOf(erased)) });
  }

  return {
    /** Null: none is being edited. */
    shown: draft ?? point ?? null,
    draft,
    point,
    start: (at: Point) => choose({ at, color: NEW_KEYPOINT_COLOR }),
    choose: (key: string) => key !== NEW && choose({ contentId: Number(key) }),
    close: () => choose(null),
    move: (key: string, to: Point) => void move(key, to),
    erase: (key: string) => void erase(key),
    /** Sets the content: that of a saved point replaces the former one. */
    take(contentId: number) {
      if (draft) void save({ contentId, posX: draft.at.x, posY: draft.at.y, color: draft.color });
      else if (point && point.contentId !== contentId) void save({ ...bodyOf(point), contentId }, point.contentId);
      choose({ contentId });
    },
    recolour(color: string) {
      if (draft) choose({ ...draft, color });
      else if (point && point.color !== color) void save({ ...bodyOf(point), color });
    },
  };
}
