import { IconScreenShare } from '@tabler/icons-react';
import { firstName } from '../../../shared/format';
import { useTexts } from '../../../shared/i18n';
import type { InCallModel } from '../screens/use-in-call';
import styles from './live.module.css';
import { texts } from './texts';

/** Shows who shares a screen; for the user's own screen always, with a button to stop. */
export function ScreenWords({ model }: { readonly model: InCallModel }) {
  const say = useTexts(texts);
  const { view, actions } = model;
  const showing = view.people.find(({ isScreen }) => isScreen);
  return (
    <>
      <div role="status" className={styles.status}>
        {showing && !view.local.isScreen && (
          <p className={styles.held}>
            <IconScreenShare size={20} stroke={1.75} />
            <span className={styles.words}>{say('showsScreen', { name: firstName(showing.contact.name) })}</span>
          </p>
        )}
      </div>
      {view.local.isScreen && (
        <div className={styles.held}>
          <IconScreenShare size={20} stroke={1.75} />
          <span className={styles.words}>{say('allSeeScreen')}</span>
          <button type="button" className={styles.back} aria-label={say('stopScreen')} onClick={actions.stopScreen}>
            {say('stop')}
          </button>
        </div>
      )}
    </>
  );
}
