import type { EditableScene } from '@earth/contracts';
import { useStore } from 'zustand';
import { useContentLanguage, useLanguage, useTexts } from '../../shared/i18n';
import { ConflictDialog } from '../../ui/overlay/ConflictDialog';
import type { DraftItem } from './model/draft-item';
import { type SceneEditor, titleOf } from './model/scene-editor';
import type { SceneField } from './model/scene-merge';
import { texts } from './texts';

const NO_MARKERS: EditableScene['markers'] = [];

/** A part of an item in words. */
function useFieldWords(markers: EditableScene['markers']) {
  const t = useTexts(texts);
  const language = useLanguage();
  const list = (...numbers: number[]) =>
    numbers.map((one) => one.toLocaleString(language, { maximumFractionDigits: 2 })).join(' · ');
  return (item: DraftItem, field: SceneField): string => {
    switch (field) {
      case 'there':
        return t('itemKept');
      case 'titleEn':
        return item.title.en || '–';
      case 'titleIt':
        return item.title.it || '–';
      case 'markerId': {
        const number = markers.findIndex(({ markerId }) => markerId === item.markerId) + 1;
        return item.markerId === null ? t('everyMarker') : t('marker', { number });
      }
      case 'content':
        return item.contentTitle ?? '–';
      case 'files':
        return t('filesCount', { count: item.files.length });
      case 'place':
        return list(item.x, item.y, item.z);
      case 'turn':
        return `${list(item.turnX, item.turnY, item.turnZ)} °`;
      case 'width':
        return list(item.width);
      case 'video':
        return `${list(item.videoStart)} – ${item.videoEnd === null ? t('videoToEnd') : list(item.videoEnd)} s`;
      case 'hasAlpha':
        return t(item.hasAlpha ? 'yes' : 'no');
    }
  };
}

interface SceneConflictsProps {
  readonly editor: SceneEditor;
  readonly onResolve: (mine: ReadonlySet<string>) => void;
}

/** Somebody has changed the same parts of the scene: the user chooses, part by part. */
export function SceneConflicts({ editor, onResolve }: SceneConflictsProps) {
  const t = useTexts(texts);
  const l = useContentLanguage();
  const { conflicting } = useStore(editor.store);
  const say = useFieldWords(conflicting?.theirs.markers ?? NO_MARKERS);
  const nameOf = (item: DraftItem) => titleOf(item, l) || t(`kind_${item.kind}`);
  const sayOf = (item: DraftItem | null, field: SceneField) => (item ? say(item, field) : t('itemDeleted'));
  const lost = conflicting?.lost.map(nameOf) ?? [];
  return (
    <ConflictDialog
      conflicts={
        conflicting?.conflicts.map(({ key, field, first, mine, theirs }) => {
          const item = first ?? mine ?? theirs;
          return {
            key,
            label: t('fieldOf', { item: item ? nameOf(item) : '', field: t(`field_${field}`) }),
            mine: sayOf(mine, field),
            theirs: sayOf(theirs, field),
          };
        }) ?? null
      }
      line={lost.length > 0 ? t('lostItems', { count: lost.length, items: new Intl.ListFormat(l).format(lost) }) : null}
      onResolve={onResolve}
      onClose={editor.closeConflict}
    />
  );
}
