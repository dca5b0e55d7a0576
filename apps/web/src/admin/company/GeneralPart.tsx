import type { CompanySettings } from '@earth/contracts';
import { useState } from 'react';
import { CompanyAudio } from '../../account/profile';
import { api, session } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { FilledButton } from '../../ui/controls/Button';
import { Field, ProblemLine } from '../../ui/controls/Field';
import { QuietLine } from '../../ui/page/SettingsPage';
import styles from './company.module.css';
import { PictureChoice, type PictureChange } from './PictureChoice';
import { texts } from './texts';
import { useChange } from './use-change';

/** How others see the company, and what its callers hear. */
export function GeneralPart({ company }: { readonly company: CompanySettings }) {
  const t = useTexts(texts);
  const [name, setName] = useState(company.name);
  const [picture, setPicture] = useState<PictureChange>({});
  const { change, isBusy, problem } = useChange(() => {
    setPicture({});
    showToast(t('saved'));
    void session.renewProfile();
  });
  const isChanged = name.trim() !== company.name || Object.keys(picture).length > 0;
  const isHeld = isBusy || !isChanged || name.trim() === '';
  const save = () => change((basedOn) => api.changeCompany({ basedOn, name, ...picture }));
  return (
    <div className={styles.general}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isHeld) void save();
        }}
      >
        <Field label={t('name')} value={name} maxLength={120} problem={null} say={t} onChange={setName} />
        <QuietLine>{t('codeLine', { code: company.code })}</QuietLine>
        <PictureChoice label={t('picture')} url={company.logoUrl} change={picture} onChange={setPicture} />
        <ProblemLine id="general-problem" problem={problem} say={t} />
        <div className={styles.acts}>
          <FilledButton type="submit" aria-disabled={isHeld}>
            {t('save')}
          </FilledButton>
        </div>
      </form>
      <CompanyAudio />
    </div>
  );
}
