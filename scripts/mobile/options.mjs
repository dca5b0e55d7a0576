/** The arguments of `npm run mobile`. */

/**
 * @typedef {object} MobileOptions
 * @property {'android' | 'ios'} platform
 * @property {string} brand The name of a folder in `brands/`.
 * @property {string | null} server The origin of the server; null: it is chosen at the first start of the app.
 * @property {boolean} isDevelopment Whether debug builds accept the certificate of `npm start -- --lan`.
 */

const USAGE = 'npm run mobile -- android|ios [--brand CODE] [--server https://HOST] [--dev]';

/** An argument that cannot be used. Its message is for the terminal. */
class UnusableArgument extends Error {}

/** @param {string} line @returns {never} */
const refuse = (line) => {
  throw new UnusableArgument(`${line}\n${USAGE}`);
};

/**
 * @param {string | undefined} given
 * @returns {string} Its origin: the app's pages are secure, and may call nothing else.
 */
function readServer(given) {
  const url = given !== undefined && URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '' || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    return refuse(`--server is ${JSON.stringify(given ?? '')}: expected an address such as https://help.example.com.`);
  return url.origin;
}

/**
 * @param {readonly string[]} given
 * @param {string} defaultBrand
 * @returns {MobileOptions}
 * @throws {Error} With a line for the terminal.
 */
export function readOptions(given, defaultBrand) {
  const [platform, ...rest] = given;
  if (platform !== 'android' && platform !== 'ios')
    return refuse(`The platform is ${JSON.stringify(platform ?? '')}: expected android or ios.`);
  /** @type {MobileOptions} */
  const options = { platform, brand: defaultBrand, server: null, isDevelopment: false };
  const values = rest[Symbol.iterator]();
  for (const name of values) {
    if (name === '--dev') options.isDevelopment = true;
    else if (name === '--server') options.server = readServer(values.next().value);
    else if (name === '--brand') {
      const code = values.next().value ?? '';
      if (!/^[a-z0-9-]+$/.test(code)) refuse(`--brand is ${JSON.stringify(code)}: expected a folder in brands/.`);
      options.brand = code;
    } else refuse(`${name} is not known.`);
  }
  return options;
}
