/**
 * Loaded into a server of a journey before anything else: what it sends by HTTPS, as to a push service, goes to the one that listens on a
 * socket in its folder.
 */
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';

const socketPath = join(process.cwd(), 'push.sock');

https.request = (url, { method, headers, signal }, onAnswer) => {
  const { pathname: path } = new URL(url);
  return http.request({ socketPath, path, method, headers, signal }, onAnswer);
};
syncBuiltinESMExports();
