import type { EditableMarker } from '@earth/contracts';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { AddItem } from './AddItem';
import { ItemForm } from './ItemForm';
import type { DraftItem } from './model/draft-item';
import { type SceneEditor, titleOf } from './model/scene-editor';
import { Preview } from './preview/Preview';
import styles from './scenes.module.css';
import { texts } from './texts';

interface ItemsProps {
  readonly editor: SceneEditor;
  readonly marker: EditableMarker | null;
}

/** What stands on a marker, and where. */
export function Items({ editor, marker }: ItemsProps) {
  const t = useTexts(texts);
  const l = useContentLanguage();
  const { items, markers } = useStore(editor.store);
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const added = useRef(0);
  const here = items.filter(({ markerId }) => markerId === null || markerId === marker?.markerId);
  const chosen = here.find(({ key }) => key === chosenKey) ?? here[0] ?? null;
  const nameOf = (item: DraftItem) => {
    const title = titleOf(item, l);
    const number = here.indexOf(item) + 1;
    return t(title === '' ? 'itemUntitled' : 'item', { number, kind: t(`kind_${item.kind}`), title });
  };
  const change = (key: string, fields: Partial<DraftItem>, what: string) =>
    editor.edit(
      editor.store.getState().items.map((item) => (item.key === key ? { ...item, ...fields } : item)),
      `${key} ${what}`,
    );
  /** Changes places with the one before or after it on this marker. */
  function step(item: DraftItem, by: 1 | -1) {
    const other = here[here.indexOf(item) + by];
    if (!other) return;
    const swapped = items.map((one) => (one === item ? other : one === other ? item : one));
    editor.edit(swapped, `order ${String(by)}`);
  }
  return (
    <section aria-label={t('items')} className={styles.main}>
      <h2 className={styles.heading}>{t('items')}</h2>
      <Preview
        marker={marker}
        items={here}
        chosenKey={chosen?.key ?? null}
        nameOf={nameOf}
        onChoose={setChosenKey}
        onMove={(key, place) =>
          change(key, place, 'x' in place || 'y' in place || 'z' in place ? 'place' : Object.keys(place).join(' '))
        }
        onEnd={editor.settle}
      />
      {here.length === 0 && <p className={styles.line}>{t('noItems')}</p>}
      <AddItem
        markerId={marker?.markerId ?? null}
        newKey={() => {
          added.current += 1;
          return `new ${marker?.markerId ?? ''} ${added.current}`;
        }}
        onAdd={(item) => {
          editor.edit([...editor.store.getState().items, item], `add ${item.key}`);
          setChosenKey(item.key);
        }}
      />
      {chosen && (
        <ItemForm
          key={chosen.key}
          item={chosen}
          name={nameOf(chosen)}
          markers={markers}
          place={{ index: here.indexOf(chosen), count: here.length }}
          onChange={(fields) => change(chosen.key, fields, Object.keys(fields).join(' '))}
          onStep={(by) => step(chosen, by)}
          onDelete={() =>
            editor.edit(
              items.filter((item) => item !== chosen),
              `delete ${chosen.key}`,
            )
          }
        />
      )}
    </section>
  );
}
