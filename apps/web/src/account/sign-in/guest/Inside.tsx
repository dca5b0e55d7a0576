import { IconVideoFilled } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTexts } from '../../../shared/i18n';
import { useReach } from '../../../shared/use-reach';
import { readHost, useMe } from '../../../platform';
import { FilledButton } from '../../../ui/controls/Button';
import { OfflineBar } from '../../../ui/feedback/OfflineBar';
import { CallLayer, getCallSession } from '../../../assist/calls';
import styles from '../SignIn.module.css';
import { StepHead } from '../StepHead';
import { goOnline } from './go-online';
import { texts } from './texts';

/** Rings the host, or joins the call in which the link was made: the server decides. */
export function callHost() {
  const host = readHost();
  if (host) getCallSession().call({ targets: [host], subject: texts.say('subject') });
}

/** The screen behind the call, and between two tries. */
export function Inside() {
  const t = useTexts(texts);
  const me = useMe();
  const reach = useReach();
  const host = readHost()?.name ?? '';
  useEffect(goOnline, []);
  return (
    <>
      <OfflineBar reach={reach} />
      <div className={styles.form}>
        <StepHead title={t('insideTitle', { name: me.name })} line={t('insideLine', { host })} />
        <span className={styles.gap} />
        <FilledButton isField className={styles.main} icon={<IconVideoFilled size={22} />} onClick={callHost}>
          {t('call', { host })}
        </FilledButton>
      </div>
      <CallLayer />
    </>
  );
}
