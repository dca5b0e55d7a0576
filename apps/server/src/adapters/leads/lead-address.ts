/** The address of the settings that collects leads (D7.20): a JSON text, posted as text/plain. */
import * as z from 'zod';

/** Its answer says that it has taken a lead, and no more. */
const taken = z.object({ status: z.literal('OK') });

export interface LeadAddress {
  /**
   * @param id the same for each try: an address that knows the header does not count a lead twice
   * @returns null where it took the lead; else why not, without anything of what it answered: that may be the lead
   * @throws whatever keeps an answer from coming
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
    const said: unknown = await answer.json().catch(() => null);
    if (!answer.ok) return `status ${answer.status}`;
    return taken.safeParse(said).success ? null : 'its status is not OK';
  },
});
