import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import styles from './Tabs.module.css';

interface TabsProps<Id extends string> {
  /** The accessible name of the tab list. */
  readonly label: string;
  readonly tabs: readonly { readonly id: Id; readonly label: string }[];
  readonly shown: Id;
  readonly onShow: (id: Id) => void;
  /** The content of the selected tab. */
  readonly children: ReactNode;
}

/** Tabs, with the keyboard behaviour of the ARIA pattern «Tabs». */
export function Tabs<Id extends string>({ label, tabs, shown, onShow, children }: TabsProps<Id>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const idOf = (tab: Id) => `${id}-${tab}`;
  /** What is chosen comes into sight: below a picture it would open under the end of the screen. */
  function choose(next: Id) {
    onShow(next);
    const { current } = list;
    if (current && current.getBoundingClientRect().top > innerHeight / 3) current.scrollIntoView({ block: 'start' });
  }
  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.id === shown);
    const goal = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
    const next = goal === undefined ? undefined : tabs.at(goal % tabs.length)?.id;
    if (!next) return;
    event.preventDefault();
    choose(next);
    document.getElementById(idOf(next))?.focus();
  }
  return (
    <>
      <div ref={list} role="tablist" tabIndex={-1} aria-label={label} className={styles.tabs} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={idOf(tab.id)}
            aria-selected={tab.id === shown}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === shown ? 0 : -1}
            className={styles.tab}
            onClick={() => choose(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={idOf(shown)} className={styles.panel}>
        {children}
      </div>
    </>
  );
}
