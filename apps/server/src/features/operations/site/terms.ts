/** The terms and the privacy notice that the site's company publishes, and who has accepted them. */
import type {
  acceptTerms as acceptCall,
  BrandTerms,
  CallArguments,
  CallData,
  getOwnTerms as ownCall,
  Language,
  listAcceptances as listCall,
  publishTerms as publishCall,
  SiteTerms,
  WrittenTerms,
} from '@earth/contracts';
import { textsOf } from '../../../config/texts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { logChange } from '../../identity/people';
import { requireSiteAdmin } from './policy';
import { readTerms } from './reading';
import * as store from './store';
import type en from './texts/en.json';

const textsIn = textsOf<typeof en>('apps/server/src/features/operations/site');

async function read(context: Context): Promise<SiteTerms> {
  const [current, versions] = await Promise.all([readTerms(context), store.listTerms(context.db)]);
  return {
    version: current.version ?? 0,
    current,
    versions: versions.map(({ at, by, ...one }) => ({ ...one, at: at.toISOString(), by: by ?? '' })),
  };
}

/** @throws ApiError `notAllowed` */
export async function getSiteTerms(context: Context, principal: Principal): Promise<SiteTerms> {
  await requireSiteAdmin(context, principal);
  return await read(context);
}

/** English dates use the European form. */
const LOCALES = { en: 'en-GB', it: 'it' } as const satisfies Readonly<Record<Language, string>>;

function datedTerms(language: Language, { terms, privacy }: WrittenTerms, at: Date, version: number) {
  const day = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'Europe/Rome' }).format(at);
  return { updated: textsIn(language)('published', { version, day }), terms, privacy };
}

/** From then on they are in force. @throws ApiError `notAllowed`, `settingsChanged` */
export async function publishTerms(
  context: Context,
  principal: Principal,
  { basedOn, en: english, it: italian }: CallArguments<typeof publishCall>,
): Promise<SiteTerms> {
  await requireSiteAdmin(context, principal);
  const { clock, db } = context;
  const at = clock.now();
  const version = basedOn + 1;
  const terms: BrandTerms = {
    en: datedTerms('en', english, at, version),
    it: datedTerms('it', italian, at, version),
  };
  await db.transaction(async (transaction) => {
    const isNext = ((await store.findTerms(transaction))?.version ?? 0) === basedOn;
    if (!isNext || !(await store.addTerms(transaction, { version, contactId: principal.contactId, at, terms })))
      throw new ApiError('settingsChanged');
    await logChange(transaction, { by: principal, at, action: 'termsPublished', subject: { name: String(version) } });
  });
  return await read(context);
}

/** @throws ApiError `notAllowed` */
export async function listAcceptances(
  context: Context,
  principal: Principal,
  page: CallArguments<typeof listCall> & { readonly page: number; readonly pageSize: number },
): Promise<CallData<typeof listCall>> {
  await requireSiteAdmin(context, principal);
  return await store.findAcceptances(context.db, page);
}

/** What the person has to accept. */
export async function getOwnTerms({ db }: Context, { contactId }: Principal): Promise<CallData<typeof ownCall>> {
  const version = (await store.findTerms(db))?.version ?? 0;
  return { version, isAccepted: version === 0 || (await store.hasAccepted(db, contactId, version)) };
}

/** @throws ApiError `termsChanged` if these are not, or no longer, in force */
export async function acceptTerms(
  { clock, db }: Context,
  { contactId }: Principal,
  { version, language }: CallArguments<typeof acceptCall>,
): Promise<void> {
  if ((await store.findTerms(db))?.version !== version) throw new ApiError('termsChanged');
  await store.accept(db, { contactId, version, language, at: clock.now() });
}
