/** Lead address: the endpoint of the settings that collects leads (D7.20). It gets a JSON text, posted as text/plain. */
import * as z from 'zod';

/** The response confirms that the lead was accepted, and has nothing else. */
const accepted = z.object({ status: z.literal('OK') });

export interface LeadAddress {
  /**
   * @param id the same for each retry, as an idempotency key: an endpoint that knows the header does not count a lead twice
   * @returns null if the lead was accepted, else the reason, without the response's text, which may repeat the lead
   * @throws if there is no response
   */
  send(id: string, text: string, signal: AbortSignal): Promise<string | null>;
}

export const createLeadAddress = (url: string): LeadAddress => ({
  async send(id, text, signal) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8', 'idempotency-key': id },
      body: text,
      redirect: 'manual',
      signal,
    });
    const answerBody: unknown = await answer.json().catch(() => null);
    if (!answer.ok) return `status ${answer.status}`;
    return accepted.safeParse(answerBody).success ? null : 'its status is not OK';
  },
});
