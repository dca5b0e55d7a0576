import type { CompanySettings } from '@earth/contracts';
import { CompanyAudio } from '../../account/profile';
import { api, session } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { FilledButton } from '../../ui/controls/Button';
import { Field, ProblemLine } from '../../ui/controls/Field';
import { Restored, StoredDraft } from '../../ui/feedback/EditNotices';
import { QuietLine } from '../../ui/page/SettingsPage';
import styles from './company.module.css';
import type { Changes } from './model/changes';
import { PictureChoice, pictureSent } from './PictureChoice';
import { companyQuery } from './queries';
import { asPicture, asText, SettingsConflicts } from './SettingsConflicts';
import { texts } from './texts';
import { useSettingsForm } from './use-settings-form';

const DRAFT = 'company';

const valuesOf = ({ name, logoUrl }: CompanySettings) => ({ name, picture: logoUrl });
type Values = ReturnType<typeof valuesOf>;

interface FormProps {
  readonly company: CompanySettings;
  readonly draft: Changes<Values> | null;
}

function GeneralForm({ company, draft }: FormProps) {
  const t = useTexts(texts);
  const form = useSettingsForm({
    queryKey: companyQuery.queryKey,
    settings: company,
    valuesOf,
    send: ({ name }, { picture }, basedOn) => api.changeCompany({ basedOn, name, ...pictureSent(picture) }),
    draftName: DRAFT,
    draft,
    onDone() {
      showToast(t('saved'));
      void session.renewProfile();
    },
  });
  const { values, change } = form;
  const isHeld = form.isBusy || !form.isChanged || values.name.trim() === '';
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isHeld) form.save();
      }}
    >
      {form.isRestored && <Restored onDiscard={form.discard} />}
      <Field
        label={t('name')}
        value={values.name}
        maxLength={120}
        problem={null}
        say={t}
        onChange={(name) => change({ name })}
      />
      <QuietLine>{t('codeLine', { code: company.code })}</QuietLine>
      <PictureChoice label={t('picture')} value={values.picture} onChange={(picture) => change({ picture })} />
      <ProblemLine id="general-problem" problem={form.problem} say={t} />
      <div className={styles.acts}>
        <FilledButton type="submit" aria-disabled={isHeld}>
          {t('save')}
        </FilledButton>
      </div>
      <SettingsConflicts
        form={form}
        fields={{ name: { label: t('name'), show: asText }, picture: { label: t('picture'), show: asPicture } }}
      />
    </form>
  );
}

/** How others see the company, and what its callers hear. */
export function GeneralPart({ company }: { readonly company: CompanySettings }) {
  return (
    <div className={styles.general}>
      <StoredDraft<Changes<Values>> name={DRAFT}>
        {(draft) => <GeneralForm company={company} draft={draft} />}
      </StoredDraft>
      <CompanyAudio />
    </div>
  );
}
