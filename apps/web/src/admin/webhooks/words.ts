/** Words for events and deliveries. */
import type { WebhookDelivery } from '@earth/contracts';
import type { SayOfWebhooks, WebhooksText } from './texts';

const events: Readonly<Record<WebhookDelivery['event'], WebhooksText>> = {
  'call.ended': 'callEnded',
  'lead.came': 'leadCame',
  'content.published': 'contentPublished',
  test: 'test',
};
export const eventWords = (event: WebhookDelivery['event'], t: SayOfWebhooks) => t(events[event]);

/** `Delivered · 204 · 2 attempts` */
export function deliveryWords({ state, status, attempts }: WebhookDelivery, t: SayOfWebhooks): string {
  const answer = attempts === 0 ? null : status === null ? t('noAnswer') : t('answered', { status });
  return [t(state), answer, attempts > 1 ? t('attempts', { count: attempts }) : null]
    .filter((part) => part !== null)
    .join(' · ');
}
