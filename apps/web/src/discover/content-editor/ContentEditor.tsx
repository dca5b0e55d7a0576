import { isController } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useCanGoBack, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { api, ApiError, useMe } from '../../platform';
import { useScope } from '../../platform/session/scope-context';
import { useTexts } from '../../shared/i18n';
import { startPage } from '../../shared/start-page';
import { readEditDraft } from '../../shared/use-edit-draft';
import { useTitle } from '../../shared/use-title';
import { Failed } from '../../ui/feedback/Notice';
import { Loading, SkeletonBlock } from '../../ui/feedback/Skeleton';
import { NothingHere } from '../../ui/page/NotFound';
import styles from './content-editor.module.css';
import { EditorForm } from './EditorForm';
import { type Draft, draftName } from './model/draft';
import { emptyValues, valuesOf } from './model/values';
import { texts } from './texts';

interface ContentEditorProps {
  /** Null: a new content. */
  readonly contentId: number | null;
  /** The content of the model of which a new one becomes a part. */
  readonly modelId: number | null;
  /** Saved, deleted or given up. */
  readonly onLeave: () => void;
}

interface Opened {
  readonly stored: Draft;
  readonly draft: Draft | null;
  readonly isPart: boolean;
}

const isNotFound = (error: Error | null) => error instanceof ApiError && (error.code === 404 || error.code === 403);

/** The editor of a content; for operators and admins of its company. */
function ContentEditor({ contentId, modelId, onLeave }: ContentEditorProps) {
  const t = useTexts(texts);
  const scope = useScope();
  const isEditor = isController(useMe().role.code);
  useTitle(t(contentId === null ? 'newContent' : 'modify'));
  const query = useQuery({
    queryKey: ['editable', contentId, modelId],
    queryFn: async (): Promise<Opened> => {
      const draft = await readEditDraft<Draft>(scope, draftName(contentId, modelId));
      if (contentId === null)
        return {
          stored: { base: emptyValues, version: null, values: emptyValues, writeKey: null },
          draft,
          isPart: modelId !== null,
        };
      const content = await api.getEditableContent({ contentId });
      const values = valuesOf(content);
      return {
        stored: { base: values, version: content.version, values, writeKey: null },
        draft,
        isPart: content.item.content.groupId !== null,
      };
    },
    // What is typed must not be replaced.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
    enabled: isEditor,
  });
  if (!isEditor || (!query.data && isNotFound(query.error))) return <NothingHere />;
  if (!query.data)
    return query.isError ? (
      <Failed title={t('failed')} line={query.error.message} onRetry={() => void query.refetch()} />
    ) : (
      <Loading>
        <div className={styles.page}>
          <SkeletonBlock width="60%" height={34} />
          <SkeletonBlock width="100%" height={320} />
        </div>
      </Loading>
    );
  const { stored, draft, isPart } = query.data;
  return (
    <EditorForm
      key={`${contentId} ${modelId}`}
      contentId={contentId}
      modelId={modelId}
      isPart={isPart}
      begin={draft ?? stored}
      stored={draft ? stored : null}
      onLeave={onLeave}
    />
  );
}

/** `/discover-content-detail`: returns to the contents of the model, or to where it was opened from. */
export function ContentEditorPage() {
  const { c, m } = useSearch({ strict: false });
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const leave = useCallback(() => {
    if (m !== undefined) router.history.replace(`/discover-views?m=${m}&tab=contents`);
    else if (canGoBack) router.history.back();
    else void router.navigate({ to: startPage() });
  }, [router, m, canGoBack]);
  return <ContentEditor contentId={c ?? null} modelId={m ?? null} onLeave={leave} />;
}
