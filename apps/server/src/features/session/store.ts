/** The SQL of sessions, refresh tokens and sign-in codes. */
import { and, eq, gt } from 'drizzle-orm';
import type { Queries } from '../../db/database';
import { contacts, sessions } from '../../db/schema';
import type { Who } from '../../http/who';

export async function findWho(db: Queries, sessionId: string, now: Date): Promise<Who | undefined> {
  const [who] = await db
    .select({
      contactId: contacts.id,
      companyId: contacts.companyId,
      deviceId: sessions.deviceId,
      sessionId: sessions.id,
      role: contacts.role,
    })
    .from(sessions)
    .innerJoin(contacts, eq(contacts.id, sessions.contactId))
    .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, now)));
  return who;
}
