import { rolesToInvite } from '@earth/contracts';
import { IconCircleCheck } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../../platform';
import { useTexts } from '../../../shared/i18n';
import { invitationsQuery } from '../../../shared/queries';
import { QuietButton } from '../../../ui/controls/Button';
import { openPart } from '../../../ui/feedback/lazy-part';
import { DevicesDialog, useCall } from '../../calls';
import { useGuestLinkDialog } from '../../guest-links';
import { InviteDialog } from '../../people';
import styles from './first-steps.module.css';
import { texts } from './texts';

/** Browsers name the devices of a page only after the user has allowed them. */
const mediaAllowedQuery = queryOptions({
  queryKey: ['media-allowed'],
  queryFn: async () => (await navigator.mediaDevices.enumerateDevices()).some(({ label }) => label !== ''),
  staleTime: 0,
  retry: false,
});

interface StepProps {
  readonly step: 'invite' | 'try' | 'call';
  readonly isDone: boolean;
  readonly onStart: () => void;
}

function Step({ step, isDone, onStart }: StepProps) {
  const t = useTexts(texts);
  return (
    <li className={styles.step}>
      <div className={styles.words}>
        <h3>{t(step)}</h3>
        <p>{t(`${step}Line`)}</p>
      </div>
      {isDone && (
        <p className={styles.done}>
          <IconCircleCheck size={20} stroke={1.75} aria-hidden="true" />
          {t('done')}
        </p>
      )}
      <QuietButton aria-label={`${t(`${step}Act`)}: ${t(step)}`} onClick={onStart}>
        {t(`${step}Act`)}
      </QuietButton>
    </li>
  );
}

interface FirstStepsProps {
  /** Somebody is here whom the user may have invited. */
  readonly hasInvited: boolean;
  readonly hasCalled: boolean;
}

/** For a controller who is new here: invite, check the devices, make a test call by a guest link. */
export function FirstSteps({ hasInvited, hasCalled }: FirstStepsProps) {
  const t = useTexts(texts);
  const me = useMe();
  const { data: invitations } = useQuery(invitationsQuery);
  const { data: isMediaAllowed, refetch } = useQuery(mediaAllowedQuery);
  const link = useGuestLinkDialog();
  const { phase } = useCall().view;
  const [open, setOpen] = useState<'invite' | 'try' | null>(null);
  // An incoming call needs the devices.
  if (open === 'try' && phase !== 'idle') setOpen(null);
  const close = () => setOpen(null);
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <h2 id="first-steps">{t('title')}</h2>
      <p className={styles.line}>{t('line')}</p>
      <ol>
        {rolesToInvite(me.role.code).length > 0 && (
          <Step step="invite" isDone={hasInvited || (invitations ?? []).length > 0} onStart={() => setOpen('invite')} />
        )}
        <Step
          step="try"
          isDone={isMediaAllowed ?? false}
          onStart={() => void openPart(DevicesDialog, () => setOpen('try'))}
        />
        {link.open && <Step step="call" isDone={hasCalled} onStart={link.open} />}
      </ol>
      <InviteDialog isOpen={open === 'invite'} onClose={close} />
      {open === 'try' && (
        <DevicesDialog
          me={me}
          onClose={() => {
            close();
            void refetch();
          }}
        />
      )}
      {link.dialog}
    </section>
  );
}
