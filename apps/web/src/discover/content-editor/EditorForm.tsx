import { contentLanguages, type Language } from '@earth/contracts';
import { IconArrowLeft, IconDeviceFloppy, IconInfoCircle, IconTrash, IconWifiOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { useEditing } from '../../shared/use-editing';
import { useIsDesktop } from '../../shared/use-media';
import { useIsOnline } from '../../shared/use-is-online';
import { FilledButton, QuietButton, TextButton } from '../../ui/controls/Button';
import { IconButton } from '../../ui/controls/IconButton';
import { Segmented } from '../../ui/controls/Segmented';
import { EditNotice, OthersHere, Restored } from '../../ui/feedback/EditNotices';
import { Progress } from '../../ui/feedback/Progress';
import { LeaveQuestion } from '../../ui/overlay/LeaveQuestion';
import { Question } from '../../ui/overlay/Question';
import { ContentConflicts } from './ContentConflicts';
import styles from './content-editor.module.css';
import { EditorSection } from './EditorSection';
import type { Draft } from './model/draft';
import { fieldOf, sections } from './model/fields';
import { isBegun, missingIn } from './model/values';
import { texts } from './texts';
import { type Editor, type EditorProps, useEditor } from './use-editor';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** Who else is here, and what the user should know. */
function Notices({ contentId, version }: { readonly contentId: number | null; readonly version: number | null }) {
  const t = useTexts(texts);
  const isOnline = useIsOnline();
  const editing = useEditing(contentId);
  const others = editing?.others ?? [];
  const isNewer = editing?.version !== undefined && version !== null && editing.version > version;
  return (
    <div role="status" className={styles.notices}>
      {!isOnline && <EditNotice icon={<IconWifiOff {...icon} />}>{t('offline')}</EditNotice>}
      <OthersHere names={others} />
      {isNewer && <EditNotice icon={<IconInfoCircle {...icon} />}>{t('newer')}</EditNotice>}
    </div>
  );
}

/** Delete and Save, or the spinner in their place (D4.24). */
function Foot({ editor, isNew }: { readonly editor: Editor; readonly isNew: boolean }) {
  const t = useTexts(texts);
  const [isAsked, ask] = useState(false);
  const { isSaving, isReading, untitled, removed } = editor;
  const listOf = (languages: readonly Language[]) => languages.map((one) => t(one)).join(', ');
  const titleLine =
    untitled.length > 0
      ? t('titleFirst', { languages: listOf(untitled) })
      : removed.length > 0 && t('languageGoes', { languages: listOf(removed) });
  if (isSaving)
    return (
      <div role="status" className={styles.foot}>
        <Progress label={t('saving')} value={null} />
        <p>{t('saving')}</p>
      </div>
    );
  return (
    <div className={styles.foot}>
      <p role="status" className={styles.why}>
        {isReading ? t('reading') : titleLine}
      </p>
      <div className={styles.acts}>
        {!isNew && (
          <QuietButton isDanger icon={<IconTrash {...icon} />} onClick={() => ask(true)}>
            {t('delete')}
          </QuietButton>
        )}
        <FilledButton type="submit" icon={<IconDeviceFloppy {...icon} />} disabled={isReading || untitled.length > 0}>
          {t('save')}
        </FilledButton>
      </div>
      <Question
        isOpen={isAsked}
        title={t('deleteQuestion')}
        yes={t('delete')}
        isDanger
        onYes={() => {
          ask(false);
          void editor.remove();
        }}
        onClose={() => ask(false)}
      />
    </div>
  );
}

/** How complete a language is, and the button that removes it; the last one stays. */
function LanguageState({ language, editor }: { readonly language: Language; readonly editor: Editor }) {
  const t = useTexts(texts);
  const { values } = editor;
  const count = missingIn(values, language);
  const isRemovable = contentLanguages.every((one) => isBegun(values, one));
  const enough = t(isBegun(values, language) ? 'complete' : 'empty');
  return (
    <div className={styles.language}>
      <p>
        <strong>{t(language)}</strong> <span>{count === 0 ? enough : t('missing', { count })}</span>
      </p>
      {isRemovable && (
        <TextButton isDanger onClick={() => editor.removeLanguage(language)}>
          {t('removeLanguage', { language: t(language) })}
        </TextButton>
      )}
    </div>
  );
}

/** The language whose fields a phone shows. It changes to that of a field that keeps the content from being saved. */
function useShownLanguage({ refused }: Editor) {
  const [chosen, choose] = useState<Language>(useContentLanguage());
  const [wasRefused, setWasRefused] = useState(refused);
  if (wasRefused !== refused) {
    setWasRefused(refused);
    const language = refused && fieldOf(refused.key).language;
    if (language) choose(language);
  }
  return [chosen, choose] as const;
}

const WRONG = '[aria-invalid="true"], [data-wrong] button';

/** The first field that keeps the content from being saved takes the focus. */
function useFocusOnRefusal({ refused }: Editor) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [refused]);
  return form;
}

interface EditorFormProps extends EditorProps {
  /** What is stored, if it begins with a draft. */
  readonly stored: Draft | null;
}

/** The form: an accordion of sections, with both languages beside each other if there is room. */
export function EditorForm({ stored, ...props }: EditorFormProps) {
  const t = useTexts(texts);
  const editor = useEditor(props);
  const isDesktop = useIsDesktop();
  const [chosen, choose] = useShownLanguage(editor);
  const form = useFocusOnRefusal(editor);
  const [isRestored, setRestored] = useState(stored !== null);
  const { contentId } = props;
  const shown = isDesktop ? contentLanguages : [chosen];
  return (
    <form
      ref={form}
      className={styles.page}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        editor.save();
      }}
    >
      <header className={styles.head}>
        <IconButton label={t('cancel')} icon={<IconArrowLeft size={24} stroke={1.75} />} onClick={props.onLeave} />
        <h1 className={styles.title}>{t(contentId === null ? 'newContent' : 'modify')}</h1>
        {editor.isChanged && <span className={styles.state}>{t('unsaved')}</span>}
      </header>
      <Notices contentId={contentId} version={editor.version} />
      {isRestored && stored && (
        <Restored
          onDiscard={() => {
            editor.discard(stored);
            setRestored(false);
          }}
        />
      )}
      {isDesktop ? (
        <div className={styles.languages}>
          {contentLanguages.map((one) => (
            <LanguageState key={one} language={one} editor={editor} />
          ))}
        </div>
      ) : (
        <div className={styles.switch}>
          <Segmented
            label={t('language')}
            value={chosen}
            options={contentLanguages.map((value) => ({ value, label: t(value) }))}
            onChange={choose}
          />
          {contentLanguages.map((one) => (
            <LanguageState key={one} language={one} editor={editor} />
          ))}
        </div>
      )}
      <fieldset disabled={editor.isSaving} className={styles.sections}>
        {sections.map((section) => (
          <EditorSection key={section.name} {...section} languages={shown} editor={editor} />
        ))}
      </fieldset>
      <Foot editor={editor} isNew={contentId === null} />
      <LeaveQuestion isChanged={editor.isChanged} onLeave={editor.forget} />
      <ContentConflicts editor={editor} />
    </form>
  );
}
