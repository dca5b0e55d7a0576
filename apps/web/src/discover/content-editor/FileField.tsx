import { IconFile, IconTrash, IconUpload } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { getConfig } from '../../platform';
import { readAsDataUrl } from '../../platform/data-url';
import { useTexts } from '../../shared/i18n';
import { QuietButton, TextButton } from '../../ui/controls/Button';
import { ProblemLine } from '../../ui/controls/Field';
import { FileInput } from '../../ui/controls/FileInput';
import styles from './content-editor.module.css';
import { fieldOf, keyIn } from './model/fields';
import { acceptedTypes, fileProblem, nameWithoutExtension } from './model/files';
import { fileIn, textIn } from './model/values';
import { texts } from './texts';
import type { EditorFieldProps } from './use-editor';

const kinds = { attchm: 'pdf', audio: 'mp3', video: 'mp4', model: 'glb' } as const;
const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** A PDF, an mp3, an mp4 or a 3D model: chosen, replaced, removed. */
export function FileField({ of, label, editor }: EditorFieldProps) {
  const t = useTexts(texts);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { field, language } = fieldOf(of);
  const kind = kinds[field as keyof typeof kinds];
  const file = fileIn(editor.values, of);

  const take = (chosen: File) =>
    void editor.read(async () => {
      const problem = await fileProblem(chosen, kind, getConfig().maxFileBytes);
      if (problem) return editor.refuse(of, problem);
      const data = await readAsDataUrl(chosen).catch(() => null);
      if (data === null) return editor.refuse(of, 'unreadable');
      const nameKey = language && field === 'attchm' ? keyIn(language, 'attchmName') : null;
      const isNameless = nameKey !== null && textIn(editor.values, nameKey).trim() === '';
      editor.set({
        [of]: { data, name: chosen.name },
        ...(isNameless && { [nameKey]: nameWithoutExtension(chosen.name) }),
      });
    });

  return (
    <div role="group" aria-labelledby={id} className={styles.file} data-wrong={editor.problems[of] ? true : undefined}>
      <p id={id} className={styles.label}>
        {label}
      </p>
      <FileInput ref={input} type={acceptedTypes[kind]} onFile={take} />
      {file && (
        <p className={styles.fileName}>
          <IconFile {...icon} />
          {'url' in file ? (
            <a href={file.url} target="_blank" rel="noopener">
              {t('stored')}
            </a>
          ) : (
            <span>{file.name}</span>
          )}
        </p>
      )}
      <div className={styles.fileActs}>
        <QuietButton
          icon={<IconUpload {...icon} />}
          aria-label={t(file ? 'replaceOf' : 'chooseOf', { field: label })}
          aria-describedby={`${id}-problem`}
          onClick={() => input.current?.click()}
        >
          {t(file ? 'replace' : 'choose')}
        </QuietButton>
        {file && (
          <TextButton
            isDanger
            icon={<IconTrash {...icon} />}
            aria-label={t('removeOf', { field: label })}
            onClick={() => editor.setField(of, null)}
          >
            {t('remove')}
          </TextButton>
        )}
      </div>
      <ProblemLine id={`${id}-problem`} problem={editor.problems[of] ?? null} say={t} />
    </div>
  );
}
