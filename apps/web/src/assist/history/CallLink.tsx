import { formatDate, formatTime } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import type { CallRecord } from './call-record';
import { RowLink } from '../../ui/rows/RowLink';
import { texts } from './texts';

interface CallLinkProps {
  readonly record: CallRecord;
  /** The other people of the call. */
  readonly name: string;
  /** Details that the row has no space for. */
  readonly title?: string | null | undefined;
}

/** Link to the page of a call. It covers the whole row, which must be positioned. */
export function CallLink({ record: { id, start }, name, title }: CallLinkProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const when = `${formatDate(start, language)}, ${formatTime(start, language)}`;
  return (
    <RowLink
      to="/calls/$callId"
      params={{ callId: id }}
      aria-label={t('openCall', { name, when })}
      title={title ?? name}
    >
      {name}
    </RowLink>
  );
}
