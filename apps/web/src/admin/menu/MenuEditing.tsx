import type { MenuDraft } from '@earth/contracts';
import { IconListTree, IconPlus } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { api } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { useEditDraft } from '../../shared/use-edit-draft';
import { useIsDesktop } from '../../shared/use-media';
import { QuietButton } from '../../ui/controls/Button';
import { EditorsHere } from '../../ui/feedback/EditNotices';
import { Empty } from '../../ui/feedback/Notice';
import { Dialog } from '../../ui/overlay/Dialog';
import { DeleteDialog } from './DeleteDialog';
import { EntryForm } from './EntryForm';
import { MenuState } from './MenuState';
import { MenuTree } from './MenuTree';
import styles from './menu-page.module.css';
import { createMenuEditor, type EditorState, type MenuEditor, type UnsavedMenu } from './model/menu-editor';
import { type Entry, find, insert, move, newEntry, stepPlace, update } from './model/tree';
import { texts } from './texts';
import { useTitleOf } from './use-title-of';

const icon = { stroke: 1.75, 'aria-hidden': true } as const;

interface MenuEditingProps {
  readonly first: MenuDraft;
  /** What was not saved the last time, on this device. */
  readonly unsaved: UnsavedMenu | null;
}

export const MENU_DRAFT = 'menu';

/** The editor of one draft; what is not saved yet is sent when it is left, and when the network is back. */
export function MenuEditing({ first, unsaved }: MenuEditingProps) {
  const [editor] = useState(() => createMenuEditor(first, api, unsaved));
  const state = useStore(editor.store);
  const { version, items, removed, save } = state;
  const isSaved = save === 'saved';
  const kept = useMemo(
    (): UnsavedMenu | null => (isSaved ? null : { version, items, removed }),
    [isSaved, version, items, removed],
  );
  useEditDraft(MENU_DRAFT, kept);
  useEffect(() => {
    const retry = () => void editor.save().catch(() => undefined);
    retry();
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
      retry();
    };
  }, [editor]);
  // Closing the tab would lose what the server does not have yet.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: () => editor.store.getState().save !== 'saved' });
  return (
    <>
      <MenuState editor={editor} state={state} />
      <EditorsHere edited="menu" />
      <div inert={state.isBusy}>
        <Panes editor={editor} items={state.items} />
      </div>
    </>
  );
}

interface PanesProps {
  readonly editor: MenuEditor;
  readonly items: EditorState['items'];
}

/** The tree, and the form of the chosen entry: beside it on a desktop, in a dialog on a phone. */
function Panes({ editor, items }: PanesProps) {
  const t = useTexts(texts);
  const titleOf = useTitleOf();
  const isDesktop = useIsDesktop();
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const [deleted, setDeleted] = useState<Entry | null>(null);
  const chosen = chosenKey === null ? null : (find(items, chosenKey)?.entry ?? null);
  const close = () => setChosenKey(null);

  function add(below: Entry | null) {
    const added = newEntry();
    editor.editItems(insert(items, added, { parentKey: below?.key ?? null, index: (below?.items ?? items).length }));
    setChosenKey(added.key);
  }
  function remove(entry: Entry) {
    setDeleted(null);
    close();
    const found = editor.delete(entry.key);
    if (found)
      showToast(t('deleted', { title: titleOf(entry) }), { label: t('undo'), run: () => editor.restore(found) });
  }
  const form = chosen && (
    <EntryForm
      key={chosen.key}
      entry={chosen}
      items={items}
      onChange={(change) => editor.editItems(update(editor.store.getState().items, chosen.key, change))}
      onStep={(step) => {
        const place = stepPlace(items, chosen.key, step);
        if (place) editor.editItems(move(items, chosen.key, place));
      }}
      onAdd={add}
      onDelete={() => setDeleted(chosen)}
    />
  );
  const tree = (
    <MenuTree
      items={items}
      chosenKey={chosenKey}
      onChoose={setChosenKey}
      onMove={(moved, entry) => {
        editor.editItems(moved);
        showToast(t('moved', { title: titleOf(entry) }));
      }}
    />
  );
  return (
    <div className={styles.panes}>
      <section className={styles.tree} aria-label={t('tree')}>
        {items.length > 0 && tree}
        {items.length === 0 && (
          <Empty icon={<IconListTree size={40} {...icon} />} title={t('empty')} line={t('emptyLine')} />
        )}
        <QuietButton icon={<IconPlus size={20} {...icon} />} onClick={() => add(null)}>
          {t('add')}
        </QuietButton>
      </section>
      {isDesktop && (
        <section className={styles.form} aria-label={t('edit')}>
          {form ?? <p className={styles.choose}>{t('choose')}</p>}
        </section>
      )}
      {!isDesktop && (
        <Dialog title={t('edit')} width={640} isOpen={chosen !== null && deleted === null} onClose={close}>
          {form}
          <div className={styles.done}>
            <QuietButton onClick={close}>{t('close')}</QuietButton>
          </div>
        </Dialog>
      )}
      <DeleteDialog entry={deleted} onClose={() => setDeleted(null)} onDelete={remove} />
    </div>
  );
}
