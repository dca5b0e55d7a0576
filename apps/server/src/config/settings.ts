/** Every setting of the server: read once from the environment, and validated at the start by the rules of `setting-rules.mjs`. */
import { isLocalHost } from './local';
import { readVariables, type SETTING_RULES, UnusableSetting } from './setting-rules.mjs';
import { StartError } from './start-error';

/** A setting that cannot be used. Its message is the one line that the operator needs. */
export class SettingError extends StartError {
  override readonly name = 'SettingError';
}

type Rules = typeof SETTING_RULES;
type ValueOf<Rule> = Rule extends { read: (text: string) => infer Read; fallback: infer Fallback }
  ? Exclude<Read, undefined> | (Fallback extends string ? never : undefined)
  : never;
type Variables = { readonly [Name in keyof Rules]: ValueOf<Rules[Name]> };

/** `PORT` → `port`, `MAX_USERS_IN_CALL` → `maxUsersInCall`. */
type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<S>;
export type Settings = { readonly [K in keyof Variables as CamelCase<K>]: Variables[K] } & {
  /** Whether `/dev/mail` shows the mails: only if PUBLIC_URL is set, and both it and HOST are on this machine. */
  readonly isMailPageOpen: boolean;
};

const camelCase = (name: string) => name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

function readOrThrow(variables: Readonly<Record<string, string | undefined>>): Variables {
  try {
    return readVariables(variables) as Variables;
  } catch (error) {
    throw error instanceof UnusableSetting ? new SettingError(error.message) : error;
  }
}

/**
 * Reads the settings.
 * @param variables the environment, e.g. `process.env`; an empty variable counts as absent
 * @throws SettingError naming the variable, its value and what it expects
 */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): Settings {
  const read = readOrThrow(variables);
  const { PUBLIC_URL, HOST } = read;
  const isMailPageOpen = PUBLIC_URL !== undefined && isLocalHost(new URL(PUBLIC_URL).hostname) && isLocalHost(HOST);
  const settings = Object.entries(read).map(([name, value]) => [camelCase(name), value]);
  return { ...Object.fromEntries(settings), isMailPageOpen } as Settings;
}

/** The code of the company that owns the site: its admins set the site's looks and terms, and get leads about no company's brand. */
export const siteCompanyOf = ({ siteCompany, leadsCompany }: Pick<Settings, 'siteCompany' | 'leadsCompany'>) =>
  siteCompany ?? leadsCompany;

/** The company of the demo people that the product is tried with. */
export const DEMO_COMPANY = 'DEMO';

/** Whether a new database is filled with demo people. */
export const isDemo = ({ demo, databaseUrl }: Pick<Settings, 'demo' | 'databaseUrl'>): boolean =>
  demo ?? databaseUrl === undefined;
