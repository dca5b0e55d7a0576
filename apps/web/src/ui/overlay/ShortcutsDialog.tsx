import { QuietButton } from '../controls/Button';
import { Dialog } from './Dialog';
import { focusQuietly } from './quiet-focus';
import { Key } from '../controls/Key';
import { Switch } from '../controls/Switch';
import { useTexts } from '../../shared/i18n';
import styles from './ShortcutsDialog.module.css';
import { laterTexts } from './texts';
import { setSingleKeyShortcuts, useSingleKeyShortcuts } from '../../shared/shortcuts/single-key-shortcuts';
import { texts } from '../../shared/texts';

const groups = [
  {
    title: 'keysEverywhere',
    keys: [
      { names: ['/'], does: 'keySearch' },
      { names: ['?'], does: 'keyShowKeys' },
      { names: ['Ctrl', 'Enter'], does: 'keyAccept' },
    ],
  },
  {
    title: 'keysInCall',
    keys: [
      { names: ['M'], does: 'keyMicrophone' },
      { names: ['V'], does: 'keyCamera' },
      { names: ['S'], does: 'keySnapshot' },
      { names: ['P'], does: 'keyPoint' },
      { names: ['F'], does: 'keyFreeze' },
      { names: ['A'], does: 'keyAnnotations' },
      { names: ['D'], does: 'keyScreen' },
      { names: ['R'], does: 'keyRecord' },
      { names: ['I'], does: 'keyAddPerson' },
      { names: ['Esc'], does: 'keyLive' },
    ],
  },
  {
    title: 'keysOnSnapshot',
    keys: [
      { names: ['1', '…', '9'], does: 'keyTools' },
      { names: ['Ctrl', 'Z'], does: 'keyUndo' },
      { names: ['Ctrl', 'Shift', 'Z'], does: 'keyRedo' },
      { names: ['Del'], does: 'keyClear' },
      { names: ['+', '-', '0'], does: 'keyZoom' },
    ],
  },
] as const;

/** The only controls are at the end, perhaps out of sight: the list itself gets the focus, so that keys scroll it. */
function focusDialog(list: HTMLElement | null) {
  const dialog = list?.closest<HTMLElement>('[role="dialog"]');
  if (dialog) focusQuietly(dialog);
}

/** The list of all shortcuts, opened with `?`. */
export function ShortcutsDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const t = useTexts(laterTexts);
  const tApp = useTexts(texts);
  const areSingleOn = useSingleKeyShortcuts();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('keysTitle')} width={760}>
      <div ref={focusDialog} className={styles.groups}>
        {groups.map((group) => (
          <section key={group.title} className={styles.group}>
            <h3 className={styles.title}>{t(group.title)}</h3>
            <dl>
              {group.keys.map(({ names, does }) => (
                <div key={does} className={styles.line}>
                  <dt>{t(does)}</dt>
                  <dd className={styles.keys}>
                    {names.map((name) => (
                      <Key key={name} name={name === 'Enter' ? t('keyEnter') : name} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch label={t('singleKeys')} isOn={areSingleOn} onChange={setSingleKeyShortcuts} />
      <div className={styles.end}>
        <QuietButton onClick={onClose}>{tApp('close')}</QuietButton>
      </div>
    </Dialog>
  );
}
