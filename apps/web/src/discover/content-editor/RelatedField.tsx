import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '../../platform';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { QuietButton } from '../../ui/controls/Button';
import { ProblemLine } from '../../ui/controls/Field';
import { IconButton } from '../../ui/controls/IconButton';
import { Dialog } from '../../ui/overlay/Dialog';
import { ChooseContent } from './ChooseContent';
import styles from './content-editor.module.css';
import { moved } from './model/moved';
import { relatedIn } from './model/values';
import { texts } from './texts';
import type { EditorFieldProps } from './use-editor';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
const RELATED_MAX = 200;

/** The titles of contents, as far as they are known. */
function useTitles(ids: readonly number[]) {
  const l = useContentLanguage();
  return useQueries({
    queries: ids.map((contentId) => ({
      queryKey: ['related-title', l, contentId],
      queryFn: async () => (await api.getContent({ contentId, l })).content.title,
      retry: false,
    })),
  });
}

/** Related contents in order, such as the stops of an itinerary. */
export function RelatedField({ of, label, editor }: EditorFieldProps) {
  const t = useTexts(texts);
  const id = useId();
  const [isChoosing, setChoosing] = useState(false);
  const [said, say] = useState('');
  const ids = relatedIn(editor.values);
  const titles = useTitles(ids);
  const set = (next: readonly number[]) => editor.setField(of, next);
  const move = (from: number, to: number) => {
    set(moved(ids, from, to));
    say(t('contentMoved', { number: to + 1 }));
  };
  return (
    <div role="group" aria-labelledby={id} className={styles.file} data-wrong={editor.problems[of] ? true : undefined}>
      <p id={id} className={styles.label}>
        {label}
      </p>
      {ids.length > 0 && (
        <ol className={styles.related}>
          {ids.map((one, index) => {
            const title = titles[index]?.data ?? (titles[index]?.isError ? t('goneContent', { id: one }) : '…');
            return (
              <li key={one}>
                <span>{title}</span>
                <IconButton
                  label={t('contentUp', { title })}
                  icon={<IconArrowUp {...icon} />}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  label={t('contentDown', { title })}
                  icon={<IconArrowDown {...icon} />}
                  disabled={index === ids.length - 1}
                  onClick={() => move(index, index + 1)}
                />
                <IconButton
                  label={t('removeOf', { field: title })}
                  icon={<IconTrash {...icon} />}
                  onClick={() => set(ids.filter((other) => other !== one))}
                />
              </li>
            );
          })}
        </ol>
      )}
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {ids.length < RELATED_MAX && (
        <div className={styles.fileActs}>
          <QuietButton
            icon={<IconPlus {...icon} />}
            aria-describedby={`${id}-problem`}
            onClick={() => setChoosing(true)}
          >
            {t('addRelated')}
          </QuietButton>
        </div>
      )}
      <ProblemLine id={`${id}-problem`} problem={editor.problems[of] ?? null} say={t} />
      <Dialog isOpen={isChoosing} onClose={() => setChoosing(false)} title={t('addRelated')} width={480}>
        {isChoosing && (
          <ChooseContent
            without={editor.contentId === null ? ids : [...ids, editor.contentId]}
            onChoose={(chosen) => {
              set([...ids, chosen]);
              setChoosing(false);
            }}
          />
        )}
      </Dialog>
    </div>
  );
}
