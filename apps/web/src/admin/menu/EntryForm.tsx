import { ContentView, RECOGNITION_CODE } from '@earth/contracts';
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { LineButton } from '../../ui/controls/Button';
import { Field, Labelled, TextArea } from '../../ui/controls/Field';
import { IconButton } from '../../ui/controls/IconButton';
import { Segmented } from '../../ui/controls/Segmented';
import { Select } from '../../ui/controls/Select';
import { EntryFiles } from './EntryFiles';
import styles from './entry-form.module.css';
import { type Entry, fitsBelow, newEntry, type Step, stepPlace } from './model/tree';
import { texts } from './texts';

const TITLE_MAX = 200;
const DESCR_MAX = 2000;
const ADDRESS = /^\/(?!\/)[\w./-]*$/;

/** The pages of the app that an entry may open. */
const PAGES = {
  page_earth: '/earth',
  page_arscenes: '/arscenes',
  page_ar: '/ar',
  page_preTutorial: '/pre-tutorial',
  page_recognition: RECOGNITION_CODE,
  page_kml: '/content-kml',
  page_saved: '/preferiti',
  page_contact: '/contact',
  page_tutorial: '/tutorial',
} as const;
const pageNames = Object.keys(PAGES) as readonly (keyof typeof PAGES)[];
const viewKinds = Object.values(ContentView);

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
const STEP_ICONS = { up: IconArrowUp, down: IconArrowDown, in: IconArrowRight, out: IconArrowLeft } as const;

interface FormProps {
  readonly entry: Entry;
  readonly items: readonly Entry[];
  readonly onChange: (change: Partial<Entry>) => void;
  readonly onStep: (step: Step) => void;
  readonly onAdd: (below: Entry) => void;
  readonly onDelete: () => void;
}

/** All fields of an entry; each change is saved in the draft by itself. */
export function EntryForm({ entry, items, onChange, onStep, onAdd, onDelete }: FormProps) {
  const t = useTexts(texts);
  const mayHaveEntries = fitsBelow(items, newEntry(), entry.key);
  return (
    <div className={styles.form}>
      <div className={styles.languages}>
        {(['en', 'it'] as const).map((language) => (
          <Texts key={language} language={language} entry={entry} onChange={onChange} />
        ))}
      </div>
      <Opens entry={entry} onChange={onChange} />
      <Segmented
        label={t('visibility')}
        value={entry.visibility}
        options={[
          { value: 'public', label: t('everybody') },
          { value: 'company', label: t('companyOnly') },
        ]}
        onChange={(visibility) => onChange({ visibility })}
      />
      <EntryFiles entry={entry} onChange={onChange} hasLayer={entry.code === PAGES.page_kml} />
      {entry.modelCode !== null && <p className={styles.note}>{t('catalogue', { code: entry.modelCode })}</p>}
      <div className={styles.moves} role="group" aria-label={t('move')}>
        {(['up', 'down', 'out', 'in'] as const).map((step) => {
          const StepIcon = STEP_ICONS[step];
          return (
            <IconButton
              key={step}
              label={t(step)}
              icon={<StepIcon {...icon} />}
              disabled={stepPlace(items, entry.key, step) === null}
              isQuiet
              onClick={() => onStep(step)}
            />
          );
        })}
      </div>
      <div className={styles.acts}>
        {mayHaveEntries && (
          <LineButton icon={<IconPlus {...icon} />} onClick={() => onAdd(entry)}>
            {t('addBelow')}
          </LineButton>
        )}
        <LineButton isDanger icon={<IconTrash {...icon} />} onClick={onDelete}>
          {t('delete')}
        </LineButton>
      </div>
    </div>
  );
}

interface PartProps {
  readonly entry: Entry;
  readonly onChange: (change: Partial<Entry>) => void;
}

function Texts({ language, entry, onChange }: PartProps & { readonly language: 'en' | 'it' }) {
  const t = useTexts(texts);
  const id = useId();
  const name = t(language === 'en' ? 'english' : 'italian');
  const { title, descr } = entry;
  return (
    <div className={styles.language}>
      <Field
        label={t('titleIn', { language: name })}
        value={title[language]}
        lang={language}
        maxLength={TITLE_MAX}
        problem={null}
        say={t}
        onChange={(text) => onChange({ title: { ...title, [language]: text } })}
      />
      <Labelled id={id} label={t('descrIn', { language: name })}>
        <TextArea
          id={id}
          rows={3}
          className={styles.words}
          lang={language}
          maxLength={DESCR_MAX}
          value={descr[language]}
          onChange={({ currentTarget }) => onChange({ descr: { ...descr, [language]: currentTarget.value } })}
        />
      </Labelled>
    </div>
  );
}

/** What a tap on the entry opens. */
function Opens({ entry, onChange }: PartProps) {
  const t = useTexts(texts);
  const { code, ctnView, items } = entry;
  const page = pageNames.find((name) => PAGES[name] === code);
  // Chosen once, it stays: a typed address may begin like that of a page.
  const [isOther, setOther] = useState(code !== null && page === undefined);
  const opened = code === null ? 'none' : isOther ? 'other' : (page ?? 'other');
  return (
    <>
      <Select
        label={t('opens')}
        value={opened}
        options={[
          { value: 'none', label: t(items.length > 0 ? 'opensEntries' : 'opensContents') },
          ...pageNames.map((name) => ({ value: name, label: t(name) })),
          { value: 'other', label: t('opensOther') },
        ]}
        onChange={(value) => {
          setOther(value === 'other');
          onChange({ code: value === 'none' ? null : value === 'other' ? '/' : PAGES[value] });
        }}
      />
      {opened === 'other' && (
        <Field
          label={t('address')}
          value={code ?? ''}
          maxLength={100}
          problem={ADDRESS.test(code ?? '') ? null : { text: 'addressWrong' }}
          say={t}
          onChange={(address) => onChange({ code: address })}
        />
      )}
      {code === null && items.length === 0 && (
        <Select
          label={t('kind')}
          value={String(ctnView)}
          options={viewKinds.map((view) => ({ value: String(view), label: t(`kind_${view}`) }))}
          onChange={(value) => onChange({ ctnView: viewKinds.find((view) => String(view) === value) ?? ctnView })}
        />
      )}
    </>
  );
}
