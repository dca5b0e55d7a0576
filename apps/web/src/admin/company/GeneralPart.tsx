import { type CompanySettings, leadParts } from '@earth/contracts';
import { CompanyAudio } from '../../account/profile';
import { api, session } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { FilledButton } from '../../ui/controls/Button';
import { Field, ProblemLine } from '../../ui/controls/Field';
import { Switch } from '../../ui/controls/Switch';
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

const valuesOf = ({ name, logoUrl, leadParts }: CompanySettings) => ({ name, picture: logoUrl, leadParts });
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
    send: ({ name }, { picture, leadParts: asked }, basedOn) =>
      api.changeCompany({ basedOn, name, ...(asked && { leadParts: asked.to }), ...pictureSent(picture) }),
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
      <fieldset className={styles.parts}>
        <legend>{t('leadParts')}</legend>
        <p className={styles.note}>{t('leadPartsLine')}</p>
        {leadParts.map((part) => (
          <Switch
            key={part}
            label={t(`leadPart_${part}`)}
            isOn={values.leadParts.includes(part)}
            onChange={(isOn) =>
              change({ leadParts: leadParts.filter((one) => (one === part ? isOn : values.leadParts.includes(one))) })
            }
          />
        ))}
      </fieldset>
      <ProblemLine id="general-problem" problem={form.problem} say={t} />
      <div className={styles.acts}>
        <FilledButton type="submit" aria-disabled={isHeld}>
          {t('save')}
        </FilledButton>
      </div>
      <SettingsConflicts
        form={form}
        fields={{
          name: { label: t('name'), show: asText },
          picture: { label: t('picture'), show: asPicture },
          leadParts: {
            label: t('leadParts'),
            show: (parts) => asText(parts.map((part) => t(`leadPart_${part}`)).join(', ')),
          },
        }}
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
