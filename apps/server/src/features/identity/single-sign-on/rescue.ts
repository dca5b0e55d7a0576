/** What the administrator of the server does for a company, without its admins: `npm run single-sign-on`. */
import { StartError } from '../../../config/start-error';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import {
  addDomain,
  confirmDomain,
  findCompanyId,
  findOwner,
  isOwnedElsewhere,
  raiseVersion,
  setCodesOff,
} from './store';

const USAGE = `Usage:
  npm run single-sign-on -- COMPANY codes-on          lets people sign in by e-mail and code again
  npm run single-sign-on -- COMPANY confirm DOMAIN    confirms an e-mail domain without its TXT record`;

const DOMAIN = /^([a-z\d-]{1,63}\.)+[a-z\d-]{2,63}$/;

/** @returns what was done, as a line for the administrator. @throws StartError if the arguments cannot be used */
export async function rescue(context: Context, [code = '', act = '', given = '']: readonly string[]): Promise<string> {
  if (act !== 'codes-on' && act !== 'confirm') throw new StartError(USAGE);
  return await context.db
    .transaction((transaction) => actFor(context, transaction, { code, act, given }))
    .catch((error: unknown) => {
      throw isOwnedElsewhere(error) ? new StartError(`${given} has just become another company's.`) : error;
    });
}

interface Asked {
  readonly code: string;
  readonly act: 'codes-on' | 'confirm';
  /** The domain. */
  readonly given: string;
}

async function actFor({ clock }: Context, db: Queries, { code, act, given }: Asked): Promise<string> {
  const companyId = await findCompanyId(db, code);
  if (companyId === undefined) throw new StartError(`There is no company with the code ${JSON.stringify(code)}.`);
  if (act === 'codes-on') {
    const hasProvider = await setCodesOff(db, companyId, false);
    await raiseVersion(db, companyId);
    return hasProvider ? `${code}: people sign in by e-mail and code again.` : `${code} has no single sign-on.`;
  }
  const domain = given.toLowerCase();
  if (!DOMAIN.test(domain)) throw new StartError(`${JSON.stringify(given)} is no domain.`);
  await addDomain(db, { companyId, domain }, Number.POSITIVE_INFINITY);
  if (await confirmDomain(db, { companyId, domain }, clock.now())) return `${code}: ${domain} is confirmed.`;
  const owner = await findOwner(db, domain);
  throw new StartError(`${domain} belongs to another company (${owner}).`);
}
