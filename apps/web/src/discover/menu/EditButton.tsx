import { type ContentItem, ContentView, isController } from '@earth/contracts';
import { IconPencil } from '@tabler/icons-react';
import { useSession } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { IconLink } from '../../ui/controls/IconButton';
import { texts } from './texts';

/** Whether the viewer is an operator or admin of the company that owns a content. The server decides it again at each call. */
export function useMayEdit(ownerId: string | undefined): boolean {
  return useSession(
    (state) =>
      state.status === 'signedIn' && isController(state.profile.role.code) && state.profile.company.id === ownerId,
  );
}

/** D2.67: the pencil of a discover model, which opens its editor. Only for those who may edit it. */
export function EditButton({ item: { content } }: { readonly item: ContentItem }) {
  const t = useTexts(texts);
  const mayEdit = useMayEdit(content.ownerId);
  if (!mayEdit || content.ctnView !== ContentView.model || content.extlId === null) return null;
  return (
    <IconLink
      to="/discover-views"
      search={{ m: content.id }}
      label={t('edit', { title: content.title })}
      icon={<IconPencil size={24} stroke={1.75} aria-hidden="true" />}
    />
  );
}
