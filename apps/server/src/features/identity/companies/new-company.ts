/** `npm run company`: a company with its first admin, who then lets everybody else in. */
import { email as emailSchema, personName } from '@earth/contracts';
import { StartError } from '../../../config/start-error';
import type { Context } from '../../../context';
import { insertPeople } from '../people';
import { insertCompany, nameAdmin } from './store';

const USAGE =
  'npm run company -- CODE NAME EMAIL PERSON makes a company and its first admin, such as: npm run company -- ACME "Acme Pumps" anna@example.com "Anna Villa"';

/** Without the separators of SERVER_ADMINS, and easy to type in a terminal. */
const CODE = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,39}$/u;

interface Asked {
  readonly code: string;
  readonly name: string;
  readonly email: string;
  readonly person: string;
}

function readArguments(given: readonly string[]): Asked {
  const [code = '', name, email, person] = given;
  if (given.length !== 4) throw new StartError(USAGE);
  if (!CODE.test(code))
    throw new StartError(`${JSON.stringify(code)} is no code: at most 40 letters, digits, dots, hyphens, underscores.`);
  const read = {
    name: personName.safeParse(name),
    email: emailSchema.safeParse(email),
    person: personName.safeParse(person),
  };
  if (!read.name.success) throw new StartError(`${JSON.stringify(name)} cannot be the name of a company. ${USAGE}`);
  if (!read.email.success) throw new StartError(`${JSON.stringify(email)} is no e-mail address. ${USAGE}`);
  if (!read.person.success) throw new StartError(`${JSON.stringify(person)} cannot be the name of a person. ${USAGE}`);
  return { code, name: read.name.data, email: read.email.data, person: read.person.data };
}

/**
 * The admin gets their keys at the first sign-in, as people from a directory do.
 * @returns what was made, as a line for the administrator of the server
 * @throws StartError if the arguments cannot be used, or a company has the code; nothing is made then
 */
export async function makeCompany({ db, clock, random }: Context, given: readonly string[]): Promise<string> {
  const { code, name, email, person } = readArguments(given);
  const company = { id: random.id(), code, name };
  const admin = { id: random.id(), name: person, email, role: 'ADMIN', jobTitle: null, isDisabled: false } as const;
  await db.transaction(async (transaction) => {
    if (!(await insertCompany(transaction, company))) throw new StartError(`There is a company with the code ${code}.`);
    await insertPeople(transaction, { companyId: company.id, now: clock.now() }, [admin]);
    await nameAdmin(transaction, company.id, admin.id);
  });
  return `${name} (${code}) is made. ${person} signs in with ${email} and a code by e-mail, and lets others in.`;
}
