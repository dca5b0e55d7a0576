import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { useTexts } from '../../app/i18n';
import styles from './content-detail.module.css';
import type { Tab } from './logic/views';
import { texts } from './texts';

interface TabsProps {
  readonly tabs: readonly Tab[];
  readonly shown: Tab;
  readonly onShow: (tab: Tab) => void;
  /** Of the one that is shown. */
  readonly children: ReactNode;
}

/** Parts of a page, of which one is shown. With the keys of the ARIA pattern «Tabs». */
export function Tabs({ tabs, shown, onShow, children }: TabsProps) {
  const t = useTexts(texts);
  const id = useId();
  const idOf = (tab: Tab) => `${id}-${tab}`;
  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.indexOf(shown);
    const goal = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
    const next = goal === undefined ? undefined : tabs.at(goal % tabs.length);
    if (!next) return;
    event.preventDefault();
    onShow(next);
    document.getElementById(idOf(next))?.focus();
  }
  return (
    <>
      <div role="tablist" tabIndex={-1} aria-label={t('parts')} className={styles.tabs} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={idOf(tab)}
            aria-selected={tab === shown}
            aria-controls={`${id}-panel`}
            tabIndex={tab === shown ? 0 : -1}
            className={styles.tab}
            onClick={() => onShow(tab)}
          >
            {t(tab)}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={idOf(shown)} className={styles.panel}>
        {children}
      </div>
    </>
  );
}
