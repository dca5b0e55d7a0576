import { receiptOf } from '@earth/contracts';
import type { ReactNode } from 'react';
import { formatDay } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { useNow } from '../../shared/use-now';
import { Bubble, OutgoingBubble } from './Bubble';
import styles from './lines.module.css';
import type { Row } from './model/rows';
import { texts } from './texts';

/** How far messages have come to a person. */
export type Reader = Parameters<typeof receiptOf>[1][number];

/** A line of the conversation that is no message: a day, or what happened. */
export const NoteLine = ({ children }: { readonly children: ReactNode }) => <p className={styles.note}>{children}</p>;

function Day({ date }: { readonly date: Date }) {
  const language = useLanguage();
  const now = useNow();
  return <NoteLine>{formatDay(date, now, language)}</NoteLine>;
}

interface LineProps {
  readonly row: Row;
  /** Shows the authors' names. */
  readonly hasNames: boolean;
  /** How far messages have come to the readers. */
  readonly readers: readonly Reader[];
  readonly mayReply: boolean;
}

/** A row that every conversation may have; the others are those of a room. */
export function Line({ row, hasNames, readers, mayReply }: LineProps): ReactNode {
  const t = useTexts(texts);
  switch (row.type) {
    case 'day':
      return <Day date={row.date} />;
    case 'unread':
      return <p className={styles.unread}>{t('newMessages', { count: row.count })}</p>;
    case 'message': {
      const { message, isMine, isFirst } = row;
      const { position, sender } = message;
      const { delivered, read } = receiptOf({ position, senderId: sender.uniqueId }, isMine ? readers : []);
      return (
        <Bubble
          message={message}
          isMine={isMine}
          isFirst={isFirst}
          hasName={hasNames && isFirst && !isMine}
          isDelivered={delivered || message.delivered}
          isRead={read || message.read}
          mayReply={mayReply}
        />
      );
    }
    case 'outgoing':
      return <OutgoingBubble item={row.item} />;
    default:
      return null;
  }
}

interface LinesProps extends Omit<LineProps, 'row'> {
  readonly rows: readonly Row[];
  /** The id of the list's heading. */
  readonly labelledBy?: string;
}

/** All rows of a short conversation. */
export function Lines({ rows, labelledBy, ...props }: LinesProps) {
  return (
    <ul className={styles.lines} aria-labelledby={labelledBy}>
      {rows.map((row) => (
        <li key={row.key}>
          <Line row={row} {...props} />
        </li>
      ))}
    </ul>
  );
}
