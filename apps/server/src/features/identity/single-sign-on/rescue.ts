/** What the administrator of the server does for a company, without its admins: `npm run single-sign-on`. */
import { StartError } from '../../../config/start-error';
import type { Context } from '../../../context';
import { addDomain, confirmDomain, findCompanyId, findOwner, raiseVersion, setCodesOff } from './store';

const USAGE = `Usage:
  npm run single-sign-on -- COMPANY codes-on          lets people sign in by e-mail and code again
  npm run single-sign-on -- COMPANY confirm DOMAIN    confirms an e-mail domain without its TXT record`;

const DOMAIN = /^([a-z\d-]{1,63}\.)+[a-z\d-]{2,63}$/;

/** @returns what was done, as a line for the administrator. @throws StartError if the arguments cannot be used */
export async function rescue(context: Context, [code = '', act = '', given = '']: readonly string[]): Promise<string> {
  if (act !== 'codes-on' && act !== 'confirm') throw new StartError(USAGE);
  const { clock, db } = context;
  return await db.transaction(async (transaction) => {
    const companyId = await findCompanyId(transaction, code);
    if (companyId === undefined) throw new StartError(`There is no company with the code ${JSON.stringify(code)}.`);
    if (act === 'codes-on') {
      const hasProvider = await setCodesOff(transaction, companyId, false);
      await raiseVersion(transaction, companyId);
      return hasProvider ? `${code}: people sign in by e-mail and code again.` : `${code} has no single sign-on.`;
    }
    const domain = given.toLowerCase();
    if (!DOMAIN.test(domain)) throw new StartError(`${JSON.stringify(given)} is no domain.`);
    await addDomain(transaction, { companyId, domain }, Number.POSITIVE_INFINITY);
    if (await confirmDomain(transaction, { companyId, domain }, clock.now())) return `${code}: ${domain} is confirmed.`;
    const owner = await findOwner(transaction, domain);
    throw new StartError(`${domain} belongs to another company (${owner}).`);
  });
}
