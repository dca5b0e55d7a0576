import { IconCheck, IconChecks } from '@tabler/icons-react';

/** The delivery state of the user's own message, as an icon and a word. */
export function receiptLooks({ delivered, read }: { readonly delivered: boolean; readonly read: boolean }) {
  if (read) return { Icon: IconChecks, word: 'read' } as const;
  return delivered ? ({ Icon: IconChecks, word: 'delivered' } as const) : ({ Icon: IconCheck, word: 'sent' } as const);
}
