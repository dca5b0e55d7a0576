/** Arguments of commands that name paths. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * The arguments with absolute paths, options first. What is wrong with them stays for the program, which says so.
 * @param {readonly string[]} args
 * @param {object} named
 * @param {string} named.from The folder to which paths are relative.
 * @param {readonly string[]} [named.paths] Options whose value is a path.
 * @param {readonly string[]} [named.words] Options with another value.
 * @param {number} named.position Of the path among the arguments that are no options.
 * @returns {string[]}
 */
export function absolutePaths(args, { from, paths = [], words = [], position }) {
  const options = Object.fromEntries(
    [...paths, ...words].map((name) => [name, { type: /** @type {const} */ ('string') }]),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const given = tokens.flatMap((token) => {
    if (token.kind !== 'option') return [];
    const { name, rawName, value } = token;
    if (value === undefined) return [rawName];
    return [`${rawName}=${paths.includes(name) ? resolve(from, value) : value}`];
  });
  const others = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  return [...given, '--', ...others.map((value, at) => (at === position ? resolve(from, value) : value))];
}
