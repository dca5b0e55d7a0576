/** Serves the page of the bench, its worker and the kernels, under the policy that the product has. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";
const PAGE = '<!doctype html><title>vision</title><script type="module" src="/page.js"></script>';

async function bundle(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`${name}.ts`, import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  });
  return outputFiles.map(({ text }) => text).join('');
}

const asset = (name: string) => readFile(fileURLToPath(import.meta.resolve(`@earth/vision/${name}`)));

export async function serveEngine(): Promise<{ readonly url: string; close(): void }> {
  const files = new Map<string, readonly [type: string, body: string | Buffer]>([
    ['/', ['text/html', PAGE]],
    ['/page.js', ['text/javascript', await bundle('page')]],
    ['/worker.js', ['text/javascript', await bundle('worker')]],
    ['/kernels.wasm', ['application/wasm', await asset('kernels.wasm')]],
    ['/recognition.wasm', ['application/wasm', await asset('recognition.wasm')]],
    ['/net.bin', ['application/octet-stream', await asset('recognition-net.bin')]],
  ]);
  const server = createServer((request, response) => {
    const [type, body] = files.get(request.url ?? '') ?? [];
    response.setHeader('Content-Security-Policy', POLICY);
    if (type === undefined) response.writeHead(404).end();
    else response.setHeader('Content-Type', type).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}
